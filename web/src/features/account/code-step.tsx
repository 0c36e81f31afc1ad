import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../data/session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './login.module.css'

const DIGITS = 6
const RESEND_MS = 60_000

interface CodeStepProps {
  email: string
  sentAt: number
  onSentAgain: () => void
  onBack: () => void
  onSignedIn: () => void
}

export function CodeStep({ email, sentAt, onSentAgain, onBack, onSignedIn }: CodeStepProps) {
  const { t } = useTranslation('account')
  const problem = useProblem()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [resendAt, setResendAt] = useState(sentAt + RESEND_MS)
  const seconds = useSecondsUntil(resendAt)

  useEffect(() => input.current?.focus(), [])

  const fail = (message: string) => {
    setError(message)
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || code.length !== DIGITS) return
    setError(undefined)
    setBusy(true)
    try {
      const result = await session.signIn(email.trim(), code)
      if (result.ok) return onSignedIn()
      fail(problem(result.error))
    } catch {
      // This device could not read or store what signing in needs.
      fail(t('login.notStored'))
    } finally {
      setBusy(false)
    }
  }
  const resend = async () => {
    setError(undefined)
    const result = await session.requestCode(email.trim())
    if (result.ok) {
      setCode('')
      setResendAt(Date.now() + RESEND_MS)
      onSentAgain()
      input.current?.focus()
      return
    }
    if (result.retryAfterSeconds !== undefined) setResendAt(Date.now() + result.retryAfterSeconds * 1000)
    fail(problem(result.error))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.quiet}>{t('login.codeSent', { email: email.trim() })}</p>
      <Field label={t('login.code')} hint={t('login.codeHint')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className={styles.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            value={code}
            // Pasted codes may carry spaces or a dash.
            onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        disabled={code.length !== DIGITS}
        busy={isBusy}
        busyLabel={t('login.processing')}
      >
        {t('login.verify')}
      </Button>
      <div className={styles.row}>
        <Button variant="quiet" onClick={onBack}>
          {t('login.back')}
        </Button>
        <Button variant="quiet" disabled={seconds > 0} onClick={resend}>
          {seconds > 0 ? t('login.resendIn', { count: seconds }) : t('login.resend')}
        </Button>
      </div>
    </form>
  )
}

/** Whole seconds, counted down once a second. */
const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((at - Date.now()) / 1000)))

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
