import { type FormEvent, useRef, useState } from 'react'
import { isEmailAddress, normaliseEmail } from '#model'
import styles from '../../blocks/people/account-forms.module.css'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { session } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
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
  const [emailError, setEmailError] = useMessage({ t })
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setEmailError()
    setError()
    if (!isEmailAddress(email)) {
      setEmailError(({ t }) => t('login.emailMissing'))
      return emailInput.current?.focus()
    }
    const fail = (message: Parameters<typeof setError>[0]) => {
      setError(message)
      passwordInput.current?.focus()
    }
    if (password === '') return fail(({ t }) => t('password.missing'))
    setBusy(true)
    try {
      const result = await session.signInWithPassword(normaliseEmail(email), password)
      if (result.ok) return onSignedIn()
      const { error, retryAfterSeconds } = result
      fail(({ t, problem }) => {
        const wait = retryAfterSeconds === undefined ? '' : ` ${t('password.wait', { count: retryAfterSeconds })}`
        return problem(error, t('password.failed')) + wait
      })
    } catch {
      // This device could not read or store what signing in needs.
      fail(({ t }) => t('login.notStored'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <EmailField
        ref={emailInput}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        autoComplete="username"
        error={emailError}
      />
      <Field label={t('password.label')} hint={t('password.hint')} error={error}>
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
    </Form>
  )
}
