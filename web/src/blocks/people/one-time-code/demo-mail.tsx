import { useEffect, useState } from 'react'
import { isDemo } from '../../../data/service-health.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from '../account-forms.module.css'

/** Links to the page where a demo's mails can be read. */
export function DemoMail() {
  const { t } = useTranslation('people')
  const { online } = useSyncStatus()
  const [hasMailPage, setMailPage] = useState(false)

  useEffect(() => {
    let isHere = true
    if (online) void isDemo().then((demo) => isHere && setMailPage(demo))
    return () => {
      isHere = false
    }
  }, [online])

  if (!hasMailPage) return null
  return (
    <p className={styles.demo}>
      <span>{`${t('login.demo')} `}</span>
      <a href="/dev/mail" target="_blank" rel="noreferrer">
        {t('login.demoMail')}
      </a>
    </p>
  )
}
