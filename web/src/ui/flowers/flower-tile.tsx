import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import styles from './flower-tile.module.css'

export type TileTone = 'sand' | 'leaf' | 'rose'

export interface FlowerTileProps {
  src: string
  /** What arrives: "Red roses wrapped in printed paper"; empty when the name stands beside it. */
  alt: string
  tone?: TileTone
  /** Flush in the lower left corner: the percent-off tab, "Out of stock". */
  badge?: ReactNode
  badgeTone?: 'marigold' | 'plain'
  /** Lower right corner: the heart. */
  overlay?: ReactNode
  /** Out of stock: the drawing at 45 %. */
  faded?: boolean
  /** 64 px with small corners, for rows. */
  thumb?: boolean
}

/** A drawing on its square ground. */
export function FlowerTile({
  src,
  alt,
  tone = 'sand',
  badge,
  badgeTone = 'marigold',
  overlay,
  faded,
  thumb,
}: FlowerTileProps) {
  return (
    <div className={styles.tile} data-tone={tone} data-thumb={thumb || undefined}>
      <Drawing
        src={src}
        alt={alt}
        width="300"
        height="300"
        loading="lazy"
        decoding="async"
        data-faded={faded || undefined}
      />
      {badge && (
        <span className={styles.badge} data-tone={badgeTone}>
          {badge}
        </span>
      )}
      {overlay && <span className={styles.overlay}>{overlay}</span>}
    </div>
  )
}
