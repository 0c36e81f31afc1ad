import { PROVIDERS, social } from '../../../data/people/social.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useRemote } from '../use-remote.ts'
import { ProviderMark } from './provider-mark.tsx'
import { SignInMessage } from './sign-in-message.tsx'
import styles from './social.module.css'
import type { SocialSignIn } from './use-social-sign-in.ts'

/** The providers that can be used, shown under the form, and a sentence about those that cannot. */
export function SocialButtons({ signIn: { state, start } }: { signIn: SocialSignIn }) {
  const { t } = useTranslation('people')
  const { online } = useSyncStatus()
  const { answer } = useRemote(social.providers)
  const ready = PROVIDERS.filter((name) => answer?.ok && answer.value[name])
  const missing = PROVIDERS.filter((name) => answer?.ok && !answer.value[name])
  const isBusy = state.stage === 'looking' || (state.stage === 'away' && state.display === 'redirect')
  return (
    <section className={styles.social} aria-label={t('social.title')}>
      <SignInMessage state={state} />
      {ready.length > 0 && <p className={styles.or}>{t('social.or')}</p>}
      {ready.map((provider) => (
        <Button key={provider} size="large" block disabled={!online} busy={isBusy} onClick={() => void start(provider)}>
          <ProviderMark provider={provider} />
          <span>{t('social.continue', { provider: t(`social.${provider}`) })}</span>
        </Button>
      ))}
      {answer?.ok && missing.length > 0 && (
        <Banner>
          {ready.length === 0
            ? t('social.notAvailable')
            : t('social.notConfigured', { provider: missing.map((name) => t(`social.${name}`)).join(', ') })}
        </Banner>
      )}
    </section>
  )
}
