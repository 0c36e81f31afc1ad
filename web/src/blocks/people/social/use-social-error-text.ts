import type { SocialProvider } from '../../../data/people/social.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The sentence for a reason code that says why the sign-in with a provider failed. */
export function useSocialErrorText(): (reason: string, provider: SocialProvider) => string {
  const { t } = useTranslation('people')
  const problem = useProblem()
  return (reason, name) => {
    const provider = name === 'google' ? t('social.google') : t('social.facebook')
    const words: Record<string, string> = {
      cancelled: t('social.failure.cancelled'),
      popup_blocked: t('social.failure.popupBlocked'),
      network: t('social.failure.network'),
      too_many_requests: t('social.failure.tooMany'),
      domain_not_authorized: t('social.failure.domain', { provider }),
      other_sign_in_method: t('social.failure.otherMethod'),
      link_first: t('social.failure.linkFirst', { provider }),
      identity_taken: t('social.failure.taken', { provider }),
      code_needed: t('social.failure.codeNeeded'),
      provider_unavailable: t('social.failure.unavailable'),
      api_key_invalid: t('social.failure.apiKey'),
      app_misconfigured: t('social.failure.configuration'),
      account_not_found: t('social.failure.notFound'),
      provider_not_configured: t('social.notAvailable'),
      provider_failed: t('social.failure.signIn', { provider }),
      email_missing: t('social.failure.emailMissing', { provider }),
      no_redirect_result: t('social.failure.noResult'),
      unprocessed: t('social.failure.unprocessed'),
      broken: t('social.failure.broken', { provider }),
    }
    return words[reason] ?? problem(reason, t('social.failure.login', { provider }))
  }
}
