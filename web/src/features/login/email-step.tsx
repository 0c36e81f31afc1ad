import { type FormEvent, useRef, useState } from 'react'
import { isEmailAddress, normaliseEmail } from '#model'
import styles from '../../blocks/people/account-forms.module.css'
import { type CodeRequestDraft, justSent, sentBefore } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { session } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form } from '../../ui/forms/form.tsx'

interface EmailStepProps {
  email: string
  onEmail: (email: string) => void
  onSent: (asked: CodeRequestDraft) => void
  onUsePassword: () => void
}

export function EmailStep({ email, onEmail, onSent, onUsePassword }: EmailStepProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)
  // Set if the service sends no other code yet: the last one may already be in the mail.
  const [lastSentAt, setLastSentAt] = useState<number>()

  const fail = (message: Parameters<typeof setError>[0]) => {
    setError(message)
    input.current?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isEmailAddress(email)) return fail(({ t }) => t('login.emailMissing'))
    setError()
    setBusy(true)
    const address = normaliseEmail(email)
    const result = await session.requestCode(address)
    setBusy(false)
    if (result.ok) return onSent(justSent(address, result))
    const { error, retryAfterSeconds } = result
    if (retryAfterSeconds === undefined) return fail(({ t, problem }) => problem(error, t('login.failed')))
    setLastSentAt(sentBefore(email, retryAfterSeconds).sentAt)
    fail(({ t }) => t('login.wait', { count: retryAfterSeconds }))
  }

  return (
    <Form className={styles.form} onSubmit={send}>
      <EmailField
        ref={input}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        hint={t('login.emailHint')}
        error={error}
      />
      <Button type="submit" variant="primary" size="large" block busy={isBusy}>
        {t('login.sendCode')}
      </Button>
      {lastSentAt !== undefined && (
        <Button block onClick={() => onSent({ email: normaliseEmail(email), sentAt: lastSentAt })}>
          {t('login.haveCode')}
        </Button>
      )}
      <Button variant="quiet" block onClick={onUsePassword}>
        {t('password.use')}
      </Button>
    </Form>
  )
}
