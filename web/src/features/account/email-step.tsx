import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../data/session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './login.module.css'

interface EmailStepProps {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}

export function EmailStep({ email, onEmail, onSent }: EmailStepProps) {
  const { t } = useTranslation('account')
  const problem = useProblem()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const fail = (message: string) => {
    setError(message)
    input.current?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!/^\S+@\S+$/.test(email.trim())) return fail(t('login.emailMissing'))
    setError(undefined)
    setBusy(true)
    const result = await session.requestCode(email.trim())
    setBusy(false)
    if (result.ok) return onSent()
    if (result.retryAfterSeconds !== undefined) return fail(t('login.wait', { count: result.retryAfterSeconds }))
    fail(problem(result.error))
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <Field label={t('login.email')} hint={t('login.emailHint')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={isBusy} busyLabel={t('login.processing')}>
        {t('login.sendCode')}
      </Button>
    </form>
  )
}
