import type { SocialProvider } from '../../../data/people/social.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The sentence for a reason code that says why the sign-in with a provider failed. */
export function useSocialErrorText(): (reason: string, provider: SocialProvider) => string {
  const { t } = useTranslation('social')
  const problem = useProblem()
  return (reason, name) => {
    const provider = name === 'google' ? t('google') : t('facebook')
    const words: Record<string, string> = {
      cancelled: t('failure.cancelled'),
      popup_blocked: t('failure.popupBlocked'),
      network: t('failure.network'),
      too_many_requests: t('failure.tooMany'),
      domain_not_authorized: t('failure.domain', { provider }),
      other_sign_in_method: t('failure.otherMethod'),
      link_first: t('failure.linkFirst', { provider }),
      identity_taken: t('failure.taken', { provider }),
      code_needed: t('failure.codeNeeded'),
      provider_unavailable: t('failure.unavailable'),
      api_key_invalid: t('failure.apiKey'),
      app_misconfigured: t('failure.configuration'),
      account_not_found: t('failure.notFound'),
      provider_not_configured: t('notAvailable'),
      provider_failed: t('failure.signIn', { provider }),
      email_missing: t('failure.emailMissing', { provider }),
      no_redirect_result: t('failure.noResult'),
      unprocessed: t('failure.unprocessed'),
      broken: t('failure.broken', { provider }),
    }
    return words[reason] ?? problem(reason, t('failure.login', { provider }))
  }
}
