import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { Flower } from '#model'
import { CatalogueNotLoaded } from '../../blocks/catalogue/catalogue-not-loaded.tsx'
import { LazyOpensSoon } from '../../blocks/catalogue/lazy-opens-soon.tsx'
import { ProductCard } from '../../blocks/catalogue/product-card.tsx'
import { featured } from '../../blocks/catalogue/product-list.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { usePreference } from '../../data/preferences.ts'
import { useLiveInSlices } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { FlowerGrid } from '../../ui/flowers/flower-grid.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { SkeletonGrid } from '../../ui/states/skeleton.tsx'
import styles from './sections.module.css'

const FEATURED = 6
const NONE: readonly Flower[] = []

/** The most popular flowers, those of the person's city first. */
export function Featured() {
  const { t } = useTranslation('catalogue')
  const flowers = useLiveInSlices(allFlowers)
  const { online } = useSyncStatus()
  const [city] = usePreference('city')
  const known = flowers.status === 'ready' ? flowers.data.flowers : NONE
  const first = useMemo(() => featured(known, city, FEATURED), [known, city])
  if (flowers.status === 'ready' && flowers.data.complete && known.length === 0)
    return (
      <section className={styles.section}>
        <LazyOpensSoon />
      </section>
    )
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t('home.featured')}</h2>
        <a className={styles.all} href={link(paths.browse)}>
          <span>{t('home.browseAll')}</span>
          <ChevronRight aria-hidden="true" />
        </a>
      </div>
      {flowers.status === 'failed' ? (
        <Failed error={flowers.error} />
      ) : flowers.status === 'ready' && first.length === 0 && !online ? (
        <CatalogueNotLoaded />
      ) : flowers.status === 'loading' || (flowers.data.flowers.length === 0 && !flowers.data.complete) ? (
        <SkeletonGrid />
      ) : (
        <FlowerGrid>
          {first.map((flower) => (
            <li key={flower._id}>
              <ProductCard flower={flower} />
            </li>
          ))}
        </FlowerGrid>
      )}
    </section>
  )
}
