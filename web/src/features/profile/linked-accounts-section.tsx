import { useState } from 'react'
import styles from '../../blocks/people/profile.module.css'
import { ProviderMark } from '../../blocks/people/social/provider-mark.tsx'
import { SignInMessage } from '../../blocks/people/social/sign-in-message.tsx'
import { useProvider } from '../../blocks/people/social/use-provider.ts'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { PROVIDERS, type SocialProvider, social } from '../../data/people/social.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'

/** Links the account to Google and Facebook; renders nothing if neither is configured. */
export function LinkedAccountsSection() {
  const { t } = useTranslation('people')
  const { online } = useSyncStatus()
  const { answer: ready } = useRemote(social.providers)
  const { answer: linked, askAgain } = useRemote(social.linked)
  const { state, start } = useProvider('profile', async ({ provider }) => {
    const result = await social.link()
    if (!result.ok) return { stage: 'failed', provider, reason: result.error }
    showToast({ message: t('social.linked.connected', { provider: t(`social.${provider}`) }) })
    await askAgain()
    return { stage: 'idle' }
  })

  const isLinked = (name: SocialProvider) => linked?.ok === true && linked.value.includes(name)
  const shown = PROVIDERS.filter((name) => isLinked(name) || (ready?.ok && ready.value[name]))
  if (!linked?.ok || shown.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="profile-linked">
      <h2 id="profile-linked">{t('social.linked.title')}</h2>
      <p className={styles.quiet}>{t('social.linked.text')}</p>
      <LiveRegion>{!online && <p className={styles.quiet}>{t('social.linked.needsNetwork')}</p>}</LiveRegion>
      <SignInMessage state={state} />
      <div className={styles.actions}>
        {shown.map((name) =>
          isLinked(name) ? (
            <Unlink key={name} provider={name} onUnlinked={askAgain} />
          ) : (
            <Button key={name} disabled={!online} busy={state.stage === 'looking'} onClick={() => void start(name)}>
              <ProviderMark provider={name} />
              <span>{t('social.linked.connect', { provider: t(`social.${name}`) })}</span>
            </Button>
          ),
        )}
      </div>
    </section>
  )
}

function Unlink({ provider, onUnlinked }: { provider: SocialProvider; onUnlinked: () => Promise<void> }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const { online } = useSyncStatus()
  const [isBusy, setBusy] = useState(false)

  const unlink = async () => {
    setBusy(true)
    const result = await social.unlink(provider)
    showToast({
      message: result.ok
        ? t('social.linked.disconnected', { provider: t(`social.${provider}`) })
        : problem(result.error),
    })
    if (result.ok) await onUnlinked()
    setBusy(false)
  }
  return (
    <Button disabled={!online} busy={isBusy} onClick={unlink}>
      <ProviderMark provider={provider} />
      <span>{t('social.linked.disconnect', { provider: t(`social.${provider}`) })}</span>
    </Button>
  )
}
