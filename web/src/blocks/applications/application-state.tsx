import { CircleCheck, CircleX, ClipboardList, MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { APPLICATION_ROLES, type Application } from '#model'
import { ownApplication } from '../../data/applications/own-application.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dashboardOf, link, registerPaths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import styles from './application-state.module.css'

interface ApplicationStateProps {
  /** Shows the form again; without it a link leads to the form. */
  onApplyAgain?: () => void
}

/** How far the person's own application has got, in both languages; nothing if there is none. It changes live. */
export function ApplicationState(props: ApplicationStateProps) {
  const { t } = useTranslation('people')
  const application = useLive(ownApplication)
  if (application.status !== 'ready' || !application.data) return null
  const { applicationType } = application.data
  return (
    <section className={styles.section} aria-labelledby="own-application">
      <h2 id="own-application">{t(`application.title.${applicationType}`)}</h2>
      <LiveRegion>
        <State application={application.data} {...props} />
      </LiveRegion>
    </section>
  )
}

function State({ application, onApplyAgain }: ApplicationStateProps & { application: Application }) {
  const { t } = useTranslation('people')
  const { when } = useFormat()
  const { state, at, changedAt, reason, applicationType } = application
  const sent = <p>{t('application.sentAt', { time: when(at) })}</p>
  const again = onApplyAgain ? (
    <Button onClick={onApplyAgain}>{t('application.again')}</Button>
  ) : (
    <ButtonLink href={link(registerPaths[applicationType])}>{t('application.again')}</ButtonLink>
  )
  switch (state) {
    case 'incoming':
      return (
        <Banner tone="marigold" icon={ClipboardList} title={t('application.incoming')}>
          {sent}
        </Banner>
      )
    case 'unverified':
      return (
        <Banner tone="marigold" icon={MailCheck} title={t('application.unverified')}>
          {sent}
          <p>{t('application.unverifiedText')}</p>
        </Banner>
      )
    case 'pending_verification':
      return (
        <Banner tone="marigold" icon={ClipboardList} title={t('application.reviewed')}>
          {sent}
          <p>{t('application.reviewedText')}</p>
        </Banner>
      )
    case 'approved':
      return <Approved application={application} />
    case 'rejected':
      return (
        <Banner tone="rose" icon={CircleX} title={t('application.rejected', { time: when(changedAt) })} action={again}>
          {reason !== undefined && <Reason>{reason}</Reason>}
          <p>{t('application.rejectedText')}</p>
        </Banner>
      )
    case 'discarded':
      return (
        <Banner title={t('application.discarded')} action={again}>
          <p>{t('application.discardedText')}</p>
        </Banner>
      )
  }
}

/** The account has the new role as soon as this browser's session knows of it, a moment after the decision has arrived. */
function Approved({ application: { applicationType, changedAt } }: { application: Application }) {
  const { t } = useTranslation('people')
  const { when } = useFormat()
  const { account } = useSession()
  const role = APPLICATION_ROLES[applicationType]
  const hasRole = account?.role === role
  const dashboard = hasRole ? dashboardOf(role) : undefined
  return (
    <Banner
      tone="leaf"
      icon={CircleCheck}
      title={t('application.approved', { time: when(changedAt) })}
      action={dashboard && <ButtonLink href={link(dashboard)}>{t('application.dashboard')}</ButtonLink>}
    >
      <p>{hasRole ? t(`application.approvedText.${applicationType}`) : t('application.soon')}</p>
    </Banner>
  )
}

function Reason({ children }: { children: ReactNode }) {
  const { t } = useTranslation('people')
  return (
    <p className={styles.reason}>
      <b>{t('application.reason')}</b>
      <span>{children}</span>
    </p>
  )
}
