import '../../../i18n/front-english.ts'
import { allFlowers } from '../../../data/shop/catalogue.ts'
import { useSyncStatus } from '../../../data/sync-status.ts'
import { useLiveInSlices } from '../../../data/use-live.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Failed } from '../../../ui/states/failed.tsx'
import { SkeletonGrid } from '../../../ui/states/skeleton.tsx'
import { NotHereYet } from '../not-here-yet.tsx'
import styles from './browse.module.css'
import { ShelfView } from './shelf-view.tsx'

export function BrowseScreen() {
  const { t } = useTranslation('catalogue')
  const flowers = useLiveInSlices(allFlowers)
  const { online } = useSyncStatus()
  const isEmpty = flowers.status === 'ready' && flowers.data.flowers.length === 0

  return (
    <Page>
      <h1 className={styles.title}>{t('browse.title')}</h1>
      {flowers.status === 'failed' ? (
        <Failed error={flowers.error} />
      ) : isEmpty && !online ? (
        <NotHereYet />
      ) : flowers.status === 'loading' || (isEmpty && !flowers.data.complete) ? (
        <SkeletonGrid />
      ) : (
        <ShelfView flowers={flowers.data.flowers} isComplete={flowers.data.complete} />
      )}
    </Page>
  )
}
