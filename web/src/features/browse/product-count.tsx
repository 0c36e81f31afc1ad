import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './product-count.module.css'

interface ProductCountProps {
  /** Undefined while the search has no result yet. */
  count: number | undefined
  /** The city, if only its florists' flowers are shown. */
  place: string | undefined
  isComplete: boolean
}

/** The number of flowers; while the list still arrives, it says that there will be more. */
export function ProductCount({ count, place, isComplete }: ProductCountProps) {
  const { t } = useTranslation('catalogue')
  const { online, catalogueSync } = useSyncStatus()
  const words = () => {
    if (count === undefined) return t('browse.searching')
    if (!isComplete) return `${t('browse.countSoFar', { count })} ${online ? t('arriving') : t('arrivingLater')}`
    return place ? t('browse.countIn', { count, city: place }) : t('browse.count', { count })
  }
  return (
    <div className={styles.box}>
      <p role="status">{words()}</p>
      {!isComplete && online && catalogueSync && (
        <progress
          className={styles.progress}
          value={catalogueSync.done}
          max={catalogueSync.total}
          aria-label={t('arriving')}
        />
      )}
    </div>
  )
}
