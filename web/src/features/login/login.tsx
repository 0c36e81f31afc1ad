import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import styles from '../../blocks/people/account-forms.module.css'
import { AlreadyLoggedIn } from '../../blocks/people/already-logged-in.tsx'
import { readEmail, readNext, readSuccess } from '../../blocks/people/login-redirect.ts'
import { type CodeRequestDraft, loginCodeDraft } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { CodeStep } from '../../blocks/people/one-time-code/code-step.tsx'
import { DemoMail } from '../../blocks/people/one-time-code/demo-mail.tsx'
import { rememberedEmail } from '../../blocks/people/remembered-email.ts'
import { LazyRoleChoice } from '../../blocks/people/social/lazy-role-choice.ts'
import { SocialButtons } from '../../blocks/people/social/social-buttons.tsx'
import { useSocialSignIn } from '../../blocks/people/social/use-social-sign-in.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page } from '../../ui/layout/page.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'

export function LoginScreen() {
  const { account, signedOutByServer } = useSession()
  const [query] = useSearchParams()
  const next = readNext(query.get('next')) ?? paths.home
  // A person who logs in on this screen is led on at once, also after logging out here.
  const [wasLoggedIn, setLoggedIn] = useState(account !== undefined && !signedOutByServer)
  if (wasLoggedIn && (!account || signedOutByServer)) setLoggedIn(false)
  if (!wasLoggedIn || !account) return <Login next={next} />
  return <AlreadyLoggedIn account={account} next={next} good={<ArrivedBanner />} />
}

/** The success message of the screen that the person comes from. */
function ArrivedBanner() {
  const arrived = readSuccess(useLocation().state)
  return <LiveRegion>{arrived !== undefined && <Banner tone="leaf">{arrived}</Banner>}</LiveRegion>
}

function Login({ next }: { next: string }) {
  const { t } = useTranslation('people')
  const { account, signedOutByServer } = useSession()
  const { online } = useSyncStatus()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [asked, setAsked] = useState(() => loginCodeDraft.get())
  const [email, setEmail] = useState(
    () =>
      asked?.email || readEmail(state) || rememberedEmail.get() || (signedOutByServer ? (account?.email ?? '') : ''),
  )

  const [hasPassword, setPassword] = useState(false)
  const keptFocus = useFocusRestore('h1')

  const type = (next: string) => {
    rememberedEmail.save(next)
    setEmail(next)
  }

  const awaitCode = (code: CodeRequestDraft) => {
    loginCodeDraft.save(code)
    setAsked(code)
  }
  const back = () => {
    loginCodeDraft.forget()
    setAsked(undefined)
  }
  const goOn = () => {
    loginCodeDraft.forget()
    rememberedEmail.forget()
    void navigate(next, { replace: true })
  }
  const social = useSocialSignIn('login', goOn)
  if (social.state.stage === 'new') return <LazyRoleChoice person={social.state.person} signIn={social} />

  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <h1>{asked === undefined ? t('login.title') : t('login.codeTitle')}</h1>
        <ArrivedBanner />
        <LiveRegion>
          {!online && (
            <Banner tone="marigold" title={t('login.offline')}>
              {t('login.offlineText')}
            </Banner>
          )}
        </LiveRegion>
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
            <span>{`${t('login.noAccount')} `}</span>
            <a href={link(paths.register)}>{t('register.title')}</a>
          </p>
        )}
        <DemoMail />
      </div>
    </Page>
  )
}
