import { type FormEvent, useRef, useState } from 'react'
import { hasVisibleText, normaliseEmail } from '#model'
import styles from '../../blocks/people/account-forms.module.css'
import { RESEND_MS } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { useMailFailure } from '../../blocks/people/one-time-code/mail-failure.ts'
import { useSecondsUntil } from '../../blocks/people/one-time-code/seconds-until.ts'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { rememberedEmail } from '../../blocks/people/remembered-email.ts'
import { now } from '../../clock/page-clock.ts'
import { isUnanswered } from '../../data/api/result.ts'
import { resendVerification } from '../../data/people/registration.ts'
import type { Failure } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Form } from '../../ui/forms/form.tsx'

interface ResendVerificationProps {
  email: string
  /** Called when the person has read that the e-mail is verified already. */
  onVerified: (email: string) => void
}

export function ResendVerification({ email: known, onVerified }: ResendVerificationProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const mailFailure = useMailFailure()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(() => known || rememberedEmail.get())
  const [error, setError] = useMessage({ t, problem, mailFailure })
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<'sent' | 'late' | 'verified'>()
  const [again, setAgain] = useState(0)
  const seconds = useSecondsUntil(again)

  const fail = (failure: Failure) => {
    const { error, status, retryAfterSeconds } = failure
    if (retryAfterSeconds !== undefined) {
      setAgain(now().getTime() + retryAfterSeconds * 1000)
      return setError(({ t }) => t('login.wait', { count: retryAfterSeconds }))
    }
    // It is not known whether the mail was sent.
    const isAboutMail = isUnanswered(error) || error === 'cross_site' || status === 403
    setError(({ t, problem, mailFailure }) =>
      isAboutMail ? mailFailure(failure) : problem(error, t('verify.resendFailed')),
    )
  }
  const resend = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || seconds > 0) return
    if (!hasVisibleText(email)) {
      setError(({ t }) => t('verify.emailMissing'))
      return input.current?.focus()
    }
    setError()
    setSent(undefined)
    setBusy(true)
    const result = await resendVerification(normaliseEmail(email))
    setBusy(false)
    if (!result.ok) return fail(result)
    if (result.isVerified) return setSent('verified')
    setSent(result.isMailLate ? 'late' : 'sent')
    setAgain(now().getTime() + RESEND_MS)
  }

  return (
    <Form className={styles.form} onSubmit={resend}>
      <p className={styles.quiet}>{t('verify.resendText')}</p>
      <EmailField
        ref={input}
        value={email}
        onChange={({ target }) => {
          rememberedEmail.save(target.value)
          setEmail(target.value)
        }}
        error={error}
      />
      <LiveRegion>
        {sent === 'verified' && (
          <Banner
            tone="leaf"
            action={<Button onClick={() => onVerified(normaliseEmail(email))}>{t('verify.goOn')}</Button>}
          >
            {t('verify.already')}
          </Banner>
        )}
        {sent && sent !== 'verified' && (
          <Banner tone={sent === 'late' ? 'marigold' : 'leaf'}>
            {sent === 'late' ? t('verify.resentLate') : t('verify.resent')}
          </Banner>
        )}
      </LiveRegion>
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        disabled={!hasVisibleText(email) || seconds > 0}
        busy={isBusy}
        busyLabel={t('verify.resending')}
      >
        {seconds > 0 ? t('verify.resendIn', { count: seconds }) : t('verify.resend')}
      </Button>
    </Form>
  )
}
