import { ClipboardList, MailCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { APPLICATION_TYPES, type ApplicationType } from '#model'
import { useApplied } from '../../../data/applications/applied.ts'
import { useSubmission } from '../../../data/applications/submissions.ts'
import { useUnconfirmedApplication } from '../../../data/applications/unconfirmed-application.ts'
import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, registerPaths } from '../../../paths.ts'
import styles from './offline-bar.module.css'

/** On every screen but its own: an application that is not sent yet, was refused, or waits for its code. */
export function ApplicationBar() {
  return (
    <>
      <div role="status">
        {APPLICATION_TYPES.map((type) => (
          <NotSent key={type} type={type} />
        ))}
        <WaitsForCode />
      </div>
      <Question />
    </>
  )
}

const WhoseApplication = lazy(async () => ({
  default: (await import('../../../blocks/applications/whose-application.tsx')).WhoseApplication,
}))

/** Few people are asked, so its chunk is loaded only then. */
function Question() {
  if (useUnconfirmedApplication() === undefined) return null
  return (
    <Suspense>
      <WhoseApplication />
    </Suspense>
  )
}

function NotSent({ type }: { type: ApplicationType }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const submission = useSubmission(type)
  if (!submission || submission.stage === 'sent' || pathname === registerPaths[type]) return null
  const isRefused = submission.stage === 'refused'
  const social = submission.isSocial ? '&social=true' : ''
  return (
    <p className={styles.bar} data-tone={isRefused ? 'rose' : undefined}>
      <ClipboardList aria-hidden="true" />
      <span>
        <span>{`${isRefused ? t('application.refused') : t('application.waiting')} `}</span>
        {isRefused && (
          <a href={link(`${registerPaths[type]}?step=documents${social}`)}>{t('application.refusedLook')}</a>
        )}
      </span>
    </p>
  )
}

function WaitsForCode() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { account } = useSession()
  const applied = useApplied()
  if (!applied || account || pathname === registerPaths[applied.type]) return null
  return (
    <p className={styles.bar}>
      <MailCheck aria-hidden="true" />
      <span>
        <span>{`${t('application.code')} `}</span>
        <a href={link(`${registerPaths[applied.type]}?step=code`)}>{t('application.codeEnter')}</a>
      </span>
    </p>
  )
}
