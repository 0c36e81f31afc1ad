import { useLocation } from 'react-router-dom'
import { useSession } from '../../../../data/use-session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { loginFor } from '../../../../paths.ts'
import styles from '../wizard.module.css'

/** For people who have an account: they come back to what they typed. */
export function SignIn() {
  const { t } = useTranslation('applications')
  const { account } = useSession()
  const { pathname } = useLocation()
  if (account) return null
  return (
    <p className={styles.signIn}>
      <span>{`${t('registered')} `}</span>
      <a href={loginFor(pathname)}>{t('signIn')}</a>
    </p>
  )
}
