import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { proveFreshCode } from '../../../data/people/fresh-code.ts'
import { session, useSession } from '../../../data/use-session.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Loading } from '../../../ui/states/loading.tsx'
import styles from '../account-forms.module.css'
import { askForCode } from './ask-for-code.ts'
import { CodeForm, type CodeFormProps } from './code-form.tsx'
import type { CodeRequestDraft } from './code-request-draft.ts'

interface FreshCodeProps extends Pick<CodeFormProps, 'verb' | 'variant'> {
  /** The label of the button that gives up. */
  cancel: string
  /** The form stays busy until it resolves. */
  onProven: () => Promise<void>
  onCancel: () => void
}

/** Has a code mailed to the signed-in person, and takes it: for 15 minutes the service then knows who they are. */
export function FreshCode({ verb, variant, cancel, onProven, onCancel }: FreshCodeProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const { account } = useSession()
  const email = account?.email ?? ''
  const [asked, setAsked] = useState<CodeRequestDraft>()
  const [error, setError] = useMessage({ t, problem })
  const hasAsked = useRef(false)

  const ask = async () => {
    setError()
    const result = await askForCode(email, () => session.requestCode(email))
    if (result.ok) return setAsked(result.value)
    const { error } = result
    setError(({ t, problem }) => problem(error, t('proof.failed')))
  }
  const askOnce = useEffectEvent(() => {
    if (!hasAsked.current) void ask()
    hasAsked.current = true
  })
  useEffect(() => askOnce(), [])

  if (error !== undefined)
    return (
      <>
        <p className={styles.problem} role="alert">
          {error}
        </p>
        <Button onClick={ask}>{t('proof.again')}</Button>
      </>
    )
  if (!asked) return <Loading />
  return (
    <>
      <p>{t('proof.text')}</p>
      <CodeForm
        asked={asked}
        verb={verb}
        {...(variant && { variant })}
        failures={{ refused: t('proof.invalid'), notStored: t('proof.failed') }}
        onCode={proveFreshCode}
        onResend={() => session.requestCode(email)}
        onSentAgain={setAsked}
        onDone={onProven}
        back={
          <Button variant="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        }
      />
    </>
  )
}
