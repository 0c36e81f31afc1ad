import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { isDemo } from '../../data/service-mode.ts'
import { useSession } from '../../data/session.ts'
import { useSyncStatus } from '../../data/sync-status.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import styles from './login.module.css'
import { readNext, readSuccess } from './login-arrival.ts'

export function LoginScreen() {
  const { t } = useTranslation('account')
  const { account, signedOutByServer } = useSession()
  const { online } = useSyncStatus()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const arrived = readSuccess(useLocation().state)
  const [email, setEmail] = useState(signedOutByServer ? (account?.email ?? '') : '')
  const [codeSentAt, setCodeSentAt] = useState<number>()
  const [hasMailPage, setMailPage] = useState(false)
  const next = readNext(query.get('next')) ?? paths.home

  useEffect(() => {
    let isHere = true
    if (online) void isDemo().then((demo) => isHere && setMailPage(demo))
    return () => {
      isHere = false
    }
  }, [online])

  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1>{codeSentAt === undefined ? t('login.title') : t('login.codeTitle')}</h1>
        {arrived && (
          <Banner tone="leaf" role="status">
            {arrived}
          </Banner>
        )}
        {!online && (
          <Banner tone="marigold" role="status" title={t('login.offline')}>
            {t('login.offlineText')}
          </Banner>
        )}
        {codeSentAt === undefined ? (
          <EmailStep email={email} onEmail={setEmail} onSent={() => setCodeSentAt(Date.now())} />
        ) : (
          <CodeStep
            email={email}
            sentAt={codeSentAt}
            onSentAgain={() => setCodeSentAt(Date.now())}
            onBack={() => setCodeSentAt(undefined)}
            onSignedIn={() => void navigate(next, { replace: true })}
          />
        )}
        {hasMailPage && (
          <p className={styles.demo}>
            {t('login.demo')}{' '}
            <a href="/dev/mail" target="_blank" rel="noreferrer">
              {t('login.demoMail')}
            </a>
          </p>
        )}
      </div>
    </Page>
  )
}
