import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './product-count.module.css'

interface ProductCountProps {
  /** Undefined while the search has no answer. */
  count: number | undefined
  /** Whose florists alone are shown. */
  place: string | undefined
  isComplete: boolean
}

/** How many there are; of a shelf that is still arriving, that there will be more. */
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
