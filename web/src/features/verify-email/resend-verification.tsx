import { type FormEvent, useRef, useState } from 'react'
import { hasVisibleText, normaliseEmail } from '#model'
import styles from '../../blocks/people/account-forms.module.css'
import { RESEND_MS } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { useMailFailure } from '../../blocks/people/one-time-code/mail-failure.ts'
import { useSecondsUntil } from '../../blocks/people/one-time-code/seconds-until.ts'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { rememberedEmail } from '../../blocks/people/remembered-email.ts'
import { resendVerification } from '../../data/people/registration.ts'
import type { Failure } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'

/** Failures that do not tell whether the mail was sent. */
const ABOUT_MAIL = ['network', 'service_failed', 'cross_site']

export function ResendVerification({ email: known }: { email: string }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const mailFailure = useMailFailure()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(() => known || rememberedEmail.get())
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<'sent' | 'late'>()
  const [again, setAgain] = useState(0)
  const seconds = useSecondsUntil(again)

  const say = (failure: Failure) => {
    if (failure.retryAfterSeconds !== undefined) {
      setAgain(Date.now() + failure.retryAfterSeconds * 1000)
      return t('login.wait', { count: failure.retryAfterSeconds })
    }
    const isAboutMail = ABOUT_MAIL.includes(failure.error) || failure.status === 403
    return isAboutMail ? mailFailure(failure) : problem(failure.error, t('verify.resendFailed'))
  }
  const resend = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || seconds > 0) return
    if (!hasVisibleText(email)) {
      setError(t('verify.emailMissing'))
      return input.current?.focus()
    }
    setError(undefined)
    setSent(undefined)
    setBusy(true)
    const result = await resendVerification(normaliseEmail(email))
    setBusy(false)
    if (!result.ok) return setError(say(result))
    setSent(result.isMailLate ? 'late' : 'sent')
    setAgain(Date.now() + RESEND_MS)
  }

  return (
    <form className={styles.form} onSubmit={resend} noValidate>
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
        {sent && (
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
    </form>
  )
}
