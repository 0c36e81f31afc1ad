import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from '../../blocks/people/account-forms.module.css'
import { AlreadyLoggedIn } from '../../blocks/people/already-logged-in.tsx'
import { type CodeRequestDraft, registrationCodeDraft } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { CodeStep } from '../../blocks/people/one-time-code/code-step.tsx'
import { DemoMail } from '../../blocks/people/one-time-code/demo-mail.tsx'
import { LazyRoleChoice } from '../../blocks/people/social/lazy-role-choice.ts'
import { SocialButtons } from '../../blocks/people/social/social-buttons.tsx'
import { useSocialSignIn } from '../../blocks/people/social/use-social-sign-in.ts'
import { drafts } from '../../data/drafts.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page } from '../../ui/layout/page.tsx'
import { RegisterStep } from './register-step.tsx'

export function RegisterScreen() {
  const { account } = useSession()
  // A person who registers on this screen is led on at once, also after logging out here.
  const [wasLoggedIn, setLoggedIn] = useState(account !== undefined)
  if (wasLoggedIn && !account) setLoggedIn(false)
  return wasLoggedIn && account ? <AlreadyLoggedIn account={account} next={paths.home} /> : <Register />
}

function Register() {
  const { t } = useTranslation('people')
  const { online } = useSyncStatus()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(() => registrationCodeDraft.get())
  const keptFocus = useFocusRestore('h1')

  const awaitCode = (code: CodeRequestDraft) => {
    registrationCodeDraft.save(code)
    setAsked(code)
  }
  const back = () => {
    registrationCodeDraft.forget()
    setAsked(undefined)
  }
  const goHome = () => {
    registrationCodeDraft.forget()
    drafts.clear('register')
    void navigate(paths.home, { replace: true })
  }
  const social = useSocialSignIn('register', goHome)
  if (social.state.stage === 'new') return <LazyRoleChoice person={social.state.person} signIn={social} />

  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <h1>{asked === undefined ? t('register.title') : t('login.codeTitle')}</h1>
        <LiveRegion>{asked && <Banner tone="leaf">{t('register.done')}</Banner>}</LiveRegion>
        <LiveRegion>
          {!online && (
            <Banner tone="marigold" title={t('login.offline')}>
              {asked ? t('register.offlineCode') : t('register.offline')}
            </Banner>
          )}
        </LiveRegion>
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
              <span>{`${t('register.haveAccount')} `}</span>
              <a href={link(paths.login)}>{t('login.title')}</a>
            </p>
          </>
        )}
        <DemoMail />
      </div>
    </Page>
  )
}
