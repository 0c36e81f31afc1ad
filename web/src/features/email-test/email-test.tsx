import { SamePerson } from '../../blocks/people/same-person.tsx'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import styles from './email-test.module.css'
import { EmailTestForm } from './email-test-form.tsx'
import { EmailTestHealth } from './email-test-health.tsx'
import { useHealth } from './use-health.ts'

export function EmailTestScreen() {
  const { t } = useTranslation('email-test')
  const { online } = useSyncStatus()
  const health = useHealth(online)
  const isDemo = health.answer?.available === true && health.answer.data.environment === 'demo'
  const form = <EmailTestForm isDemo={isDemo} online={online} />

  return (
    <Page>
      <div className={styles.screen}>
        <header className={styles.intro}>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </header>
        <LiveRegion>
          {!online && (
            <Banner tone="marigold" title={t('offline')}>
              {t('offlineText')}
            </Banner>
          )}
        </LiveRegion>
        <div className={styles.columns}>
          <EmailTestHealth health={health} />
          <div className={styles.column}>
            <SamePerson signedOut={form}>{form}</SamePerson>
            <EmailTypes />
          </div>
        </div>
      </div>
    </Page>
  )
}

function EmailTypes() {
  const { t } = useTranslation('email-test')
  const types = [
    [t('types.code'), t('types.codeText')],
    [t('types.welcome'), t('types.welcomeText')],
    [t('types.order'), t('types.orderText')],
    [t('types.partner'), t('types.partnerText')],
    [t('types.support'), t('types.supportText')],
  ]
  return (
    <Panel>
      <section className={styles.card}>
        <h2>{t('types.title')}</h2>
        <ul className={styles.types}>
          {types.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{` ${text}`}</span>
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
