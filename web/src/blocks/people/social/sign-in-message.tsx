import type { SocialProvider } from '../../../data/people/social.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import styles from './social.module.css'
import type { ProviderState } from './use-provider.ts'
import { useSocialErrorText } from './use-social-error-text.ts'

/** The state of a sign-in with a provider, and why it failed. */
export function SignInMessage({ state }: { state: ProviderState }) {
  const { t } = useTranslation('people')
  const words = useSocialErrorText()
  const failed = state.stage === 'failed' ? state : undefined
  // A person who changed their mind has made no mistake.
  const tone = failed?.reason === 'cancelled' ? 'plain' : 'rose'
  return (
    <>
      <LiveRegion role="alert">
        {failed && <Banner tone={tone}>{words(failed.reason, failed.provider)}</Banner>}
      </LiveRegion>
      {failed?.reason === 'domain_not_authorized' && <DomainHelp provider={failed.provider} />}
      <LiveRegion>
        {state.stage === 'away' && (
          <Banner>
            {state.display === 'popup'
              ? t('social.waiting', { provider: t(`social.${state.provider}`) })
              : t('social.redirecting', { provider: t(`social.${state.provider}`) })}
          </Banner>
        )}
      </LiveRegion>
    </>
  )
}

/** Tells what people who use this Mogra and people who run it can do about the domain. */
function DomainHelp({ provider }: { provider: SocialProvider }) {
  const { t } = useTranslation('people')
  const { origin } = location
  return (
    <section className={styles.help} aria-labelledby="domain-help">
      <h2 id="domain-help">{t('social.domainHelp.title')}</h2>
      <p>{t('social.domainHelp.text', { provider: t(`social.${provider}`), origin })}</p>
      <ol>
        <li>{t('social.domainHelp.open')}</li>
        <li>{t('social.domainHelp.code')}</li>
        <li>
          <span>{`${t('social.domainHelp.run', { provider: t(`social.${provider}`) })} `}</span>
          <code>{`PUBLIC_URL=${origin}`}</code>
          <span> </span>
          <code>{`${origin}/api/social/callbacks/${provider}`}</code>
        </li>
      </ol>
    </section>
  )
}
