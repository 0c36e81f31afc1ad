import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../../../data/session.ts'
import { useSyncStatus } from '../../../data/sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Told } from '../../../ui/feedback/told.tsx'
import { useKeptFocus } from '../../../ui/layout/kept-focus.ts'
import { Page } from '../../../ui/layout/page.tsx'
import styles from '../account.module.css'
import { type AskedCode, askedCode } from '../codes/asked-code.ts'
import { CodeStep } from '../codes/code-step.tsx'
import { DemoMail } from '../codes/demo-mail.tsx'
import { typedEmail } from '../codes/typed-email.ts'
import { SocialButtons } from '../social/social-buttons.tsx'
import { SomebodyNew } from '../social/somebody-new.ts'
import { useSocialSignIn } from '../social/use-social-sign-in.ts'
import { AlreadyLoggedIn } from './already-logged-in.tsx'
import { EmailStep } from './email-step.tsx'
import { readEmail, readNext, readSuccess } from './login-arrival.ts'
import { PasswordStep } from './password-step.tsx'

export function LoginScreen() {
  const { account, signedOutByServer } = useSession()
  const [query] = useSearchParams()
  const next = readNext(query.get('next')) ?? paths.home
  // Who logs in on this screen goes on by itself, also after logging out on it.
  const [wasLoggedIn, setLoggedIn] = useState(account !== undefined && !signedOutByServer)
  if (wasLoggedIn && !account) setLoggedIn(false)
  if (!wasLoggedIn || !account) return <Login next={next} />
  return <AlreadyLoggedIn account={account} next={next} good={<ArrivedBanner />} />
}

/** Good news from where the person comes. */
function ArrivedBanner() {
  const arrived = readSuccess(useLocation().state)
  return <Told>{arrived !== undefined && <Banner tone="leaf">{arrived}</Banner>}</Told>
}

function Login({ next }: { next: string }) {
  const { t } = useTranslation('account')
  const { account, signedOutByServer } = useSession()
  const { online } = useSyncStatus()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [asked, setAsked] = useState(() => askedCode.get(Date.now()))
  const [email, setEmail] = useState(
    () => asked?.email || readEmail(state) || typedEmail.get() || (signedOutByServer ? (account?.email ?? '') : ''),
  )

  const [hasPassword, setPassword] = useState(false)
  const keptFocus = useKeptFocus('h1')

  const type = (next: string) => {
    typedEmail.save(next)
    setEmail(next)
  }

  const awaitCode = (code: AskedCode) => {
    askedCode.save(code)
    setAsked(code)
  }
  const back = () => {
    askedCode.forget()
    setAsked(undefined)
  }
  const goOn = () => {
    askedCode.forget()
    typedEmail.forget()
    void navigate(next, { replace: true })
  }
  const social = useSocialSignIn('login', goOn)
  if (social.state.stage === 'new') return <SomebodyNew person={social.state.person} signIn={social} />

  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <h1>{asked === undefined ? t('login.title') : t('login.codeTitle')}</h1>
        <ArrivedBanner />
        <Told>
          {!online && (
            <Banner tone="marigold" title={t('login.offline')}>
              {t('login.offlineText')}
            </Banner>
          )}
        </Told>
        {asked ? (
          <CodeStep asked={asked} onSentAgain={awaitCode} onBack={back} onSignedIn={goOn} />
        ) : hasPassword ? (
          <PasswordStep email={email} onEmail={type} onSignedIn={goOn} onUseCode={() => setPassword(false)} />
        ) : (
          <EmailStep email={email} onEmail={type} onSent={awaitCode} onUsePassword={() => setPassword(true)} />
        )}
        {!asked && <SocialButtons signIn={social} />}
        {!asked && (
          <p className={styles.other}>
            {t('login.noAccount')} <a href={link(paths.register)}>{t('register.title')}</a>
          </p>
        )}
        <DemoMail />
      </div>
    </Page>
  )
}
