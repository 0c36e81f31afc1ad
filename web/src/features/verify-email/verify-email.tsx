import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from '../../blocks/people/account-forms.module.css'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { useVerification } from './use-verification.ts'

/** How long the success is shown before the login (specification §9). */
const REDIRECT_MS = 3000

/** The page that the link of a verification mail leads to. */
export function VerifyEmailScreen() {
  const { verification, email } = useVerification()
  const keptFocus = useFocusRestore('h1')
  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        {verification.state === 'verifying' && <Verifying />}
        {verification.state === 'verified' && <Verified email={email} />}
        {verification.state === 'failed' && <Failure {...verification} email={email} />}
      </div>
    </Page>
  )
}

function Verifying() {
  const { t } = useTranslation('people')
  return (
    <>
      <h1>{t('verify.verifying')}</h1>
      <p className={styles.quiet}>{t('verify.verifyingText')}</p>
    </>
  )
}

/** Goes to the login, where a message says that the e-mail is verified. */
function useToLogin(): (email: string) => void {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  return (email) =>
    void navigate(paths.login, { replace: true, state: { type: 'success', message: t('verify.toLogin'), email } })
}

function Verified({ email }: { email: string }) {
  const { t } = useTranslation('people')
  const openLogin = useToLogin()
  const toLogin = () => openLogin(email)
  const whenTimeIsUp = useEffectEvent(toLogin)

  useEffect(() => {
    const timer = setTimeout(() => whenTimeIsUp(), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <h1>{t('verify.verified')}</h1>
      <LiveRegion>
        <Banner tone="leaf" title={t('verify.activated')}>
          <p>{t('verify.success')}</p>
          <p>{t('verify.soon')}</p>
        </Banner>
      </LiveRegion>
      <Button variant="primary" size="large" block onClick={toLogin}>
        {t('verify.goOn')}
      </Button>
    </>
  )
}

function Failure({ error, retry, email }: { error: string; retry?: () => void; email: string }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const toLogin = useToLogin()
  return (
    <>
      <h1>{t('verify.failed')}</h1>
      <LiveRegion role="alert">
        <Banner
          tone="rose"
          title={problem(error, t('verify.failedText'))}
          action={retry && <Button onClick={retry}>{t('verify.retry')}</Button>}
        />
      </LiveRegion>
      <ResendVerification key={email} email={email} onVerified={toLogin} />
      <div className={styles.row}>
        <ButtonLink variant="quiet" href={link(paths.login)}>
          {t('verify.back')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={link(paths.register)}>
          {t('verify.register')}
        </ButtonLink>
      </div>
    </>
  )
}
