import type { ReactNode } from 'react'
import { type UpdateProfile, ulidOf, updateProfile } from '#model'
import styles from '../../blocks/people/profile.module.css'
import { ask } from '../../data/ask.ts'
import type { ProfileView } from '../../data/people/profile.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Checkbox } from '../../ui/forms/choices.tsx'
import { AutoResponse } from './auto-response.tsx'

interface TogglesSectionProps {
  profile: ProfileView
  /** Called with the ULID of the change. */
  onAsked: (ulid: string) => void
  /** How far the last change has got. */
  children: ReactNode
}

/** Each switch is saved at once, also without a network. */
export function TogglesSection({ profile, onAsked, children }: TogglesSectionProps) {
  const { t } = useTranslation('wholesale-profile')
  const { emailNotices = true, autoResponse = '' } = profile
  const change = (toggle: UpdateProfile) =>
    saveOrToast(ask(updateProfile, toggle).then(({ intentId }) => onAsked(ulidOf(intentId))))

  return (
    <section className={styles.section} aria-labelledby="supplier-toggles">
      <h2 id="supplier-toggles">{t('toggles.title')}</h2>
      <div className={styles.toggles}>
        <Checkbox
          role="switch"
          label={t('toggles.email')}
          note={t('toggles.emailNote')}
          checked={emailNotices}
          onChange={(event) => void change({ emailNotices: event.target.checked })}
        />
        <Checkbox
          role="switch"
          label={t('toggles.sms')}
          note={t('toggles.smsNote')}
          checked={false}
          disabled
          readOnly
        />
        <AutoResponse text={autoResponse} onChange={(text) => change({ autoResponse: text })} />
      </div>
      <LiveRegion>{children}</LiveRegion>
    </section>
  )
}
