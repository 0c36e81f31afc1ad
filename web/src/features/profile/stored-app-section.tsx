import styles from '../../blocks/people/profile.module.css'
import { type StoredApp, useStoredApp } from '../../data/stored-app.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'

/** Whether Mogra itself opens here without a network. */
export function StoredAppSection() {
  const { t } = useTranslation('people')
  const stored = useStoredApp()
  const texts: Record<StoredApp['state'], string> = {
    unsupported: t('storedApp.unsupported'),
    unknown: t('storedApp.unknown'),
    'not-stored': t('storedApp.notStored'),
    incomplete: t('storedApp.incomplete', { count: stored.state === 'incomplete' ? stored.missing : 0 }),
    stored: t('storedApp.stored'),
  }
  return (
    <section className={styles.section} aria-labelledby="profile-stored-app">
      <h2 id="profile-stored-app">{t('storedApp.title')}</h2>
      <LiveRegion>
        <p className={styles.quiet}>{texts[stored.state]}</p>
      </LiveRegion>
    </section>
  )
}
