import '../../i18n/front-english.ts'
import { CatalogueNotLoaded } from '../../blocks/catalogue/catalogue-not-loaded.tsx'
import { LazyOpensSoon } from '../../blocks/catalogue/lazy-opens-soon.tsx'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { useLiveInSlices } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { SkeletonGrid } from '../../ui/states/skeleton.tsx'
import styles from './browse.module.css'
import { ProductListView } from './product-list-view.tsx'

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
      ) : isEmpty && flowers.data.complete ? (
        <LazyOpensSoon />
      ) : isEmpty && !online ? (
        <CatalogueNotLoaded />
      ) : flowers.status === 'loading' || isEmpty ? (
        <SkeletonGrid />
      ) : (
        <ProductListView flowers={flowers.data.flowers} isComplete={flowers.data.complete} />
      )}
    </Page>
  )
}
