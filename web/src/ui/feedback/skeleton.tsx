import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { FlowerGrid } from '../shop/flower-grid.tsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  shape?: 'line' | 'short' | 'title' | 'button' | 'tile'
}

function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span className={styles.skeleton} data-shape={shape} />
}

/** The shelf before anything is stored: the boxes of the cards, shown only after 300 ms. */
export function SkeletonGrid({ count = 6 }: { count?: number }) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.late} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <FlowerGrid>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike and never move
          <li key={index} className={styles.card} aria-hidden="true">
            <Skeleton shape="tile" />
            <Skeleton />
            <Skeleton shape="short" />
            <Skeleton shape="button" />
          </li>
        ))}
      </FlowerGrid>
    </div>
  )
}
