import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { drafts } from '../../../data/drafts.ts'
import { useSession } from '../../../data/session.ts'
import { useSyncStatus } from '../../../data/sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Told } from '../../../ui/feedback/told.tsx'
import { useKeptFocus } from '../../../ui/layout/kept-focus.ts'
import { Page } from '../../../ui/layout/page.tsx'
import styles from '../account.module.css'
import { type AskedCode, registrationCode } from '../codes/asked-code.ts'
import { CodeStep } from '../codes/code-step.tsx'
import { DemoMail } from '../codes/demo-mail.tsx'
import { AlreadyLoggedIn } from '../login/already-logged-in.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import { SomebodyNew } from '../social/somebody-new.ts'
import { useSocialSignIn } from '../social/use-social-sign-in.ts'
import { RegisterStep } from './register-step.tsx'

export function RegisterScreen() {
  const { account } = useSession()
  // Who registers on this screen goes on by itself, also after logging out on it.
  const [wasLoggedIn, setLoggedIn] = useState(account !== undefined)
  if (wasLoggedIn && !account) setLoggedIn(false)
  return wasLoggedIn && account ? <AlreadyLoggedIn account={account} next={paths.home} /> : <Register />
}

function Register() {
  const { t } = useTranslation('account')
  const { online } = useSyncStatus()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(() => registrationCode.get(Date.now()))
  const keptFocus = useKeptFocus('h1')

  const awaitCode = (code: AskedCode) => {
    registrationCode.save(code)
    setAsked(code)
  }
  const back = () => {
    registrationCode.forget()
    setAsked(undefined)
  }
  const goHome = () => {
    registrationCode.forget()
    drafts.clear('register')
    void navigate(paths.home, { replace: true })
  }
  const social = useSocialSignIn('register', goHome)
  if (social.state.stage === 'new') return <SomebodyNew person={social.state.person} signIn={social} />

  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <h1>{asked === undefined ? t('register.title') : t('login.codeTitle')}</h1>
        <Told>{asked && <Banner tone="leaf">{t('register.done')}</Banner>}</Told>
        <Told>
          {!online && (
            <Banner tone="marigold" title={t('login.offline')}>
              {asked ? t('register.offlineCode') : t('register.offline')}
            </Banner>
          )}
        </Told>
        {asked ? (
          <CodeStep
            asked={asked}
            backLabel={t('register.back')}
            onSentAgain={awaitCode}
            onBack={back}
            onSignedIn={goHome}
          />
        ) : (
          <>
            <RegisterStep onRegistered={awaitCode} />
            <SocialButtons signIn={social} />
            <p className={styles.other}>
              {t('register.haveAccount')} <a href={link(paths.login)}>{t('login.title')}</a>
            </p>
          </>
        )}
        <DemoMail />
      </div>
    </Page>
  )
}
