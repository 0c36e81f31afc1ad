import { useNavigate } from 'react-router-dom'
import { type CodeRequestDraft, sentBefore } from '../../blocks/people/one-time-code/code-request-draft.ts'
import type { Failure } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

export interface RegistrationFailure extends Failure {
  email: string
}

interface RegisterFailureProps {
  failure: RegistrationFailure
  /** Called if the service sends no other code yet: the last one may already be in the mail. */
  onHaveCode: (asked: CodeRequestDraft) => void
}

/** Says why the registration failed, and what to do. The typed values stay. */
export function RegisterFailure({ failure, onHaveCode }: RegisterFailureProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const navigate = useNavigate()
  const { error, email, retryAfterSeconds } = failure

  if (error === 'email_taken')
    return (
      <Banner
        tone="rose"
        title={problem(error)}
        action={
          <Button onClick={() => navigate(paths.login, { state: { email } })}>
            {t('register.loginInstead', { email })}
          </Button>
        }
      />
    )
  if (retryAfterSeconds !== undefined)
    return (
      <Banner
        tone="marigold"
        title={t('login.wait', { count: retryAfterSeconds })}
        action={
          error === 'code_asked_too_often' && (
            <Button onClick={() => onHaveCode(sentBefore(email, retryAfterSeconds))}>{t('login.haveCode')}</Button>
          )
        }
      />
    )
  return (
    <Banner
      tone="rose"
      title={error === 'service_failed' ? t('register.broken') : problem(error, t('register.failed'))}
    >
      {error === 'network' && t('register.kept')}
    </Banner>
  )
}
