import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { ApplicationState } from '#model'
import { type Applied, applied, askApplied } from '../../../../data/applications/applied.ts'
import { submissions } from '../../../../data/applications/submissions.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { link, loginFor } from '../../../../paths.ts'
import { Button, ButtonLink } from '../../../../ui/buttons/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../../../ui/layout/focus-restore.ts'
import { Page } from '../../../../ui/layout/page.tsx'
import { CodeStep } from '../../../people/one-time-code/code-step.tsx'
import { DemoMail } from '../../../people/one-time-code/demo-mail.tsx'
import { useRemote } from '../../../people/use-remote.ts'
import type { ApplicationForm } from '../form/application-form.ts'
import { CODE } from '../form/wizard-steps.ts'
import styles from '../wizard.module.css'
import { CorrectEmail } from './correct-email.tsx'

const LOOK_MS = 10_000
/** The mail server says that it will never deliver to this address. */
const REFUSED = 'refused'

interface AwaitingCodeProps {
  waiting: Applied
  form: ApplicationForm
  /** Whether the service has just refused another application because of this one. */
  isSecond: boolean
}

/** A visitor's application that this browser has sent: it is reviewed once its e-mail address is verified here. */
export function AwaitingCode({ waiting, form, isSecond }: AwaitingCodeProps) {
  const { t } = useTranslation('applications')
  const { when } = useFormat()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const isCode = query.get('step') === CODE
  const { answer, askAgain } = useRemote(askApplied)
  const said = answer?.ok && answer.value.application === waiting.id ? answer.value : undefined
  // It was verified in another tab, or by the link in the mail, or it is gone.
  const isOver = said !== undefined && said.state !== 'unverified'
  const isRefused = !isOver && said?.mail === REFUSED && said.email === waiting.email
  const [isWrongAddress, setWrongAddress] = useState(false)
  const keptFocus = useFocusRestore('h1')

  useEffect(() => {
    const timer = setInterval(() => void askAgain(), LOOK_MS)
    return () => clearInterval(timer)
  }, [askAgain])

  // The person reads once how it ended.
  const { id } = waiting
  useEffect(() => {
    if (!isOver) return undefined
    return () => {
      if (applied.get()?.id === id) applied.forget()
    }
  }, [isOver, id])

  const leave = () => void navigate(pathname, { replace: true })
  const corrected = () => {
    setWrongAddress(false)
    void askAgain()
  }
  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <h1>{!isOver && (isCode || isRefused || isWrongAddress) ? t('code.title') : form.title}</h1>
        <LiveRegion>
          {isSecond && !isOver && (
            <Banner tone="marigold" title={t('refused.alreadyApplied')}>
              {t('refused.alreadyAppliedText')}
            </Banner>
          )}
        </LiveRegion>
        <LiveRegion role="alert">
          {isRefused && (
            <Banner tone="rose" title={t('code.refused', { email: waiting.email })}>
              {t('code.refusedText')}
            </Banner>
          )}
        </LiveRegion>
        <LiveRegion>{isOver && <Over state={said.state} />}</LiveRegion>
        {isOver ? null : isRefused || isWrongAddress ? (
          <>
            <CorrectEmail key={waiting.email} waiting={waiting} onCorrected={corrected} />
            {!isRefused && (
              <Button variant="quiet" onClick={() => setWrongAddress(false)}>
                {t('back')}
              </Button>
            )}
          </>
        ) : isCode ? (
          <>
            <CodeStep
              key={waiting.email}
              asked={{ email: waiting.email, sentAt: waiting.sentAt, ...(waiting.isMailLate && { isMailLate: true }) }}
              backLabel={t('back')}
              onSentAgain={({ sentAt, isMailLate }) =>
                applied.save({ ...waiting, sentAt, isMailLate: isMailLate === true })
              }
              onBack={leave}
              onSignedIn={() => {
                applied.forget()
                // From here on this address shows how far the application is, and not that it was sent.
                submissions.forget(form.type)
                leave()
              }}
            />
            <Button variant="quiet" onClick={() => setWrongAddress(true)}>
              {t('code.wrongAddress')}
            </Button>
          </>
        ) : (
          <Banner
            tone="marigold"
            icon={MailCheck}
            title={t('code.awaited')}
            action={
              <ButtonLink variant="primary" href={link(`${pathname}?step=${CODE}`)}>
                {t('code.enter')}
              </ButtonLink>
            }
          >
            {t('code.awaitedText', { email: waiting.email, time: when(new Date(waiting.at).toISOString()) })}
          </Banner>
        )}
        <DemoMail />
      </div>
    </Page>
  )
}

/** How the application ended, or went on, in another browser or tab. */
function Over({ state }: { state: ApplicationState }) {
  const { t } = useTranslation('applications')
  const { pathname } = useLocation()
  const texts: Partial<Record<ApplicationState, string>> = t('code.over', { returnObjects: true })
  if (state === 'discarded')
    return <Banner title={texts.discarded} action={<Button onClick={applied.forget}>{t('code.applyAgain')}</Button>} />
  return (
    <Banner
      tone="leaf"
      title={texts[state]}
      action={<ButtonLink href={loginFor(pathname)}>{t('signIn')}</ButtonLink>}
    />
  )
}
