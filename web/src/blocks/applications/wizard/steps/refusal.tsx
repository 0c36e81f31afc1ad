import { useLocation, useNavigate } from 'react-router-dom'
import type { Failure } from '../../../../data/use-session.ts'
import { useProblem } from '../../../../i18n/problem.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../../../paths.ts'
import { Button, ButtonLink } from '../../../../ui/buttons/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { isAskedFor, useWizard } from '../form/application-form.ts'

/** Why the service, or a file, did not let the application be sent, and what to do. What was typed stays. */
export function Refusal({ failure: { error, fields, retryAfterSeconds } }: { failure: Failure }) {
  const { t } = useTranslation('applications')
  const problem = useProblem()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { values, form, applicant } = useWizard()
  const { email } = values()

  if (error === 'email_taken' && typeof email === 'string')
    return (
      <Banner
        tone="rose"
        title={problem(error)}
        action={
          <Button onClick={() => navigate(`${paths.login}?next=${encodeURIComponent(pathname)}`, { state: { email } })}>
            {t('refused.logIn', { email })}
          </Button>
        }
      >
        {t('refused.emailTaken')}
      </Banner>
    )
  if (error === 'already_applied')
    return (
      <Banner
        tone="marigold"
        title={t('refused.alreadyApplied')}
        action={
          applicant.kind === 'account' ? (
            <ButtonLink href={link(paths.profile)}>{t('refused.seeProfile')}</ButtonLink>
          ) : (
            <ButtonLink href={loginFor(pathname)}>{t('signIn')}</ButtonLink>
          )
        }
      >
        {t('refused.alreadyAppliedText')}
      </Banner>
    )
  if (error === 'no_redirect_result')
    return (
      <Banner
        tone="marigold"
        title={t('social.expired')}
        action={<ButtonLink href={link(paths.register)}>{t('social.again')}</ButtonLink>}
      >
        {t('social.expiredText')}
      </Banner>
    )
  if (retryAfterSeconds !== undefined)
    return (
      <Banner tone="marigold" title={t('refused.later', { count: Math.ceil(retryAfterSeconds / 60) })}>
        {t('refused.kept')}
      </Banner>
    )
  if (error === 'uploads_missing')
    return (
      <Banner tone="rose" title={t('refused.files')}>
        {t('refused.kept')}
      </Banner>
    )
  const names = Object.assign({}, ...form.steps.map((step) => step.names))
  const asked = Object.keys(fields ?? {}).filter((field) => isAskedFor(applicant, field))
  const wrong = asked.flatMap((field) => names[field] ?? [])
  return (
    <Banner
      tone="rose"
      title={wrong.length > 0 ? t('refused.fields', { fields: wrong.join(', ') }) : t('refused.failed')}
    >
      {t('refused.kept')}
    </Banner>
  )
}
