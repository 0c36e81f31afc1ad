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

/** Signs in by the code that was mailed; that verifies the e-mail of an account just registered, too. */
export function CodeStep({ asked, backLabel, onSentAgain, onBack, onSignedIn }: CodeStepProps) {
  const { t } = useTranslation('people')
  return (
    <CodeForm
      asked={asked}
      verb={t('login.verify')}
      failures={{ refused: t('code.invalid'), notStored: t('login.notStored') }}
      onCode={async (code) => {
        const result = await session.signIn(asked.email, code)
        // There was one when the code was asked for.
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
