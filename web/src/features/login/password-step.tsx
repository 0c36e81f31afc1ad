import { type FormEvent, useRef, useState } from 'react'
import { isEmailAddress, normaliseEmail } from '#model'
import styles from '../../blocks/people/account-forms.module.css'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { session } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

interface PasswordStepProps {
  email: string
  onEmail: (email: string) => void
  onSignedIn: () => void
  /** Switches to the code, which every account can use. */
  onUseCode: () => void
}

export function PasswordStep({ email, onEmail, onSignedIn, onUseCode }: PasswordStepProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isEmailAddress(email)) {
      setErrors({ email: t('login.emailMissing') })
      return emailInput.current?.focus()
    }
    const fail = (message: string) => {
      setErrors({ password: message })
      passwordInput.current?.focus()
    }
    if (password === '') return fail(t('password.missing'))
    setErrors({})
    setBusy(true)
    try {
      const result = await session.signInWithPassword(normaliseEmail(email), password)
      if (result.ok) return onSignedIn()
      const { retryAfterSeconds } = result
      const wait = retryAfterSeconds === undefined ? '' : ` ${t('password.wait', { count: retryAfterSeconds })}`
      fail(problem(result.error, t('password.failed')) + wait)
    } catch {
      // This device could not read or store what signing in needs.
      fail(t('login.notStored'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <EmailField
        ref={emailInput}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        autoComplete="username"
        error={errors.email}
      />
      <Field label={t('password.label')} hint={t('password.hint')} error={errors.password}>
        {(control) => (
          <TextInput
            {...control}
            ref={passwordInput}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={isBusy}>
        {t('login.title')}
      </Button>
      <Button block onClick={onUseCode}>
        {t('password.useCode')}
      </Button>
    </form>
  )
}
