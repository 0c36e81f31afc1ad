import { CloudOff, HardDrive, UserX } from 'lucide-react'
import type { Role } from '#model'
import { useStorageWarningTexts } from '../../../blocks/sync/storage-warning-texts.ts'
import { isReadyOffline } from '../../../data/ready-offline.ts'
import { session, useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import styles from './offline-bar.module.css'

/**
 * Says what does not work now, one sentence each, until the network or the space is back, or the person has read it.
 */
export function OfflineBar() {
  const { t } = useTranslation('shell')
  const { online, storage } = useSyncStatus()
  const trouble = useStorageWarningTexts(storage)
  const { account, accountGone } = useSession()
  const readGone = () => {
    session.knowsGone()
    // The button disappears with its sentence, so the focus needs a new place.
    document.getElementById('main')?.focus()
  }
  const role = account?.role ?? 'VISITOR'
  /** What this role can do without a network. */
  const others: Partial<Record<Role, string>> = {
    PARTNER: t('offlinePartner'),
    SUPPLIER: t('offlineSupplier'),
    ADMIN: t('offlineOthers'),
  }
  const offline = others[role] ?? t('offline')
  return (
    <div role="status">
      {trouble && storage !== 'low' && (
        <p className={styles.bar} data-tone="rose">
          <HardDrive aria-hidden="true" />
          <span>
            <span>{`${trouble.title}. `}</span>
            <a href={link(paths.attention)}>{t('sync.look')}</a>
          </span>
        </p>
      )}
      {accountGone && (
        <p className={styles.bar} data-tone="rose">
          <UserX aria-hidden="true" />
          <span>
            <span>{`${t('accountGone.text')} `}</span>
            <button type="button" onClick={readGone}>
              {t('accountGone.known')}
            </button>
          </span>
        </p>
      )}
      {!online && (
        <p className={styles.bar}>
          <CloudOff aria-hidden="true" />
          <span>{isReadyOffline() ? offline : t('offlineEarly')}</span>
        </p>
      )}
    </div>
  )
}
