import { session } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeForm } from './code-form.tsx'
import type { CodeRequestDraft } from './code-request-draft.ts'

interface CodeStepProps {
  asked: CodeRequestDraft
  backLabel?: string
  onSentAgain: (asked: CodeRequestDraft) => void
  onBack: () => void
  onSignedIn: () => void
}

/** Signs in with the mailed code, which also verifies the e-mail of an account that was just registered. */
export function CodeStep({ asked, backLabel, onSentAgain, onBack, onSignedIn }: CodeStepProps) {
  const { t } = useTranslation('people')
  return (
    <CodeForm
      asked={asked}
      verb={t('login.verify')}
      failures={{ refused: t('code.invalid'), notStored: t('login.notStored') }}
      onCode={async (code) => {
        const result = await session.signIn(asked.email, code)
        // The account existed when the code was asked for, so it was deleted since.
        const isGone = !result.ok && result.error === 'account_not_found'
        return isGone ? { ...result, error: 'user_account_not_found' } : result
      }}
      onResend={() => session.requestCode(asked.email)}
      onSentAgain={onSentAgain}
      onDone={onSignedIn}
      back={
        <Button variant="quiet" onClick={onBack}>
          {backLabel ?? t('login.back')}
        </Button>
      }
    />
  )
}
