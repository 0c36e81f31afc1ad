import type { ReactNode } from 'react'
import { type UpdateProfile, ulidOf, updateProfile } from '#model'
import styles from '../../blocks/people/profile.module.css'
import { ask } from '../../data/ask.ts'
import type { ProfileView } from '../../data/people/profile.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Checkbox } from '../../ui/forms/choices.tsx'

interface TogglesSectionProps {
  profile: ProfileView
  /** Called with the ULID of the change. */
  onAsked: (ulid: string) => void
  /** How far the last change has got. */
  children: ReactNode
}

/** The partner's switches for notices and auto accept; each is saved at once, also without a network. */
export function TogglesSection({ profile, onAsked, children }: TogglesSectionProps) {
  const { t } = useTranslation('driver-profile')
  const { emailNotices = true, autoAccept = false } = profile
  const change = (toggle: UpdateProfile) =>
    void saveOrToast(ask(updateProfile, toggle).then(({ intentId }) => onAsked(ulidOf(intentId))))

  return (
    <section className={styles.section} aria-labelledby="partner-toggles">
      <h2 id="partner-toggles">{t('toggles.title')}</h2>
      <div className={styles.toggles}>
        <Checkbox
          role="switch"
          label={t('toggles.email')}
          note={t('toggles.emailNote')}
          checked={emailNotices}
          onChange={(event) => change({ emailNotices: event.target.checked })}
        />
        <Checkbox
          role="switch"
          label={t('toggles.sms')}
          note={t('toggles.smsNote')}
          checked={false}
          disabled
          readOnly
        />
        <Checkbox
          role="switch"
          label={t('toggles.auto')}
          note={t('toggles.autoNote')}
          checked={autoAccept}
          onChange={(event) => change({ autoAccept: event.target.checked })}
        />
      </div>
      <LiveRegion>{children}</LiveRegion>
    </section>
  )
}
