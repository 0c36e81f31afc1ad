import { useTranslation } from '../../i18n/use-translation.ts'
import { FlowerGrid } from '../flowers/flower-grid.tsx'
import { FlowerTile } from '../flowers/flower-tile.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  shape?: 'line' | 'short' | 'title' | 'button'
}

function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span className={styles.skeleton} data-shape={shape} />
}

/** A placeholder for text that is being loaded, visible only after 300 ms. */
export function SkeletonLines({ count }: { count: number }) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.late} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles.card} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
          <Skeleton key={index} shape={index % 2 ? 'short' : 'line'} />
        ))}
      </div>
    </div>
  )
}

/** The placeholder of the product list before anything is stored: boxes of the cards' size, as in index.html. */
export function SkeletonGrid({ count = 6 }: { count?: number }) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.shelf} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <FlowerGrid>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike and never move
          <li key={index} className={styles.card} aria-hidden="true">
            {/* A bud in the place of a flower. */}
            <FlowerTile src="/flowers/states/in-bud.svg" alt="" faded />
            <Skeleton />
            <Skeleton shape="short" />
            <Skeleton shape="button" />
          </li>
        ))}
      </FlowerGrid>
    </div>
  )
}
