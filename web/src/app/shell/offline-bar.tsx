import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSyncStatus } from '../../data/sync-status.ts'
import styles from './offline-bar.module.css'

/** One sentence that says what still works; goes when the network is back. */
export function OfflineBar() {
  const { t } = useTranslation('shell')
  const { online } = useSyncStatus()
  return (
    <div role="status">
      {!online && (
        <p className={styles.bar}>
          <CloudOff aria-hidden="true" />
          <span>{t('offline')}</span>
        </p>
      )}
    </div>
  )
}
