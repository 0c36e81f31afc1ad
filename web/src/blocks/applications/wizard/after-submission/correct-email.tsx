import { type FormEvent, useRef, useState } from 'react'
import { isEmailAddress } from '#model'
import { type Applied, correctEmail } from '../../../../data/applications/applied.ts'
import { useProblem } from '../../../../i18n/problem.ts'
import { useMessage } from '../../../../i18n/use-message.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { EmailField } from '../../../people/person-fields.tsx'
import styles from '../wizard.module.css'

/** Takes the right address for an application whose code went to a wrong one. */
export function CorrectEmail({ waiting, onCorrected }: { waiting: Applied; onCorrected: () => void }) {
  const { t } = useTranslation('applications')
  const problem = useProblem()
  const [email, setEmail] = useState(waiting.email)
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setError()
    const failed = isEmailAddress(email) ? await ask() : 'wrong'
    if (failed === undefined) return onCorrected()
    setError(({ t, problem }) => (failed === 'wrong' ? t('error.email') : problem(failed, t('code.sendFailed'))))
    input.current?.focus()
  }
  const ask = async (): Promise<string | undefined> => {
    setBusy(true)
    const result = await correctEmail(waiting, email)
    setBusy(false)
    return result.ok ? undefined : result.error
  }

  return (
    <Form className={styles.form} onSubmit={send}>
      <EmailField ref={input} value={email} onChange={(event) => setEmail(event.target.value)} error={error} />
      <Button type="submit" variant="primary" size="large" block busy={isBusy}>
        {t('code.sendAgain')}
      </Button>
    </Form>
  )
}
