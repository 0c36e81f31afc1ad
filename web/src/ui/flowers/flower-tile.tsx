import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import styles from './flower-tile.module.css'

export type TileTone = 'sand' | 'leaf' | 'rose'

export interface FlowerTileProps {
  src: string
  /** A description of the picture: "Red roses wrapped in printed paper"; empty if the name is beside it. */
  alt: string
  tone?: TileTone
  /** In the lower left corner: the percent-off badge. */
  badge?: ReactNode
  /** Above it: "Out of stock". */
  state?: ReactNode
  /** In the lower right corner: the favourite button. */
  overlay?: ReactNode
  /** For a flower out of stock: shows the drawing at 45 % opacity. */
  faded?: boolean
  /** 64 px wide with small corners, for rows. */
  thumb?: boolean
}

/** A drawing on a square background. */
export function FlowerTile({ src, alt, tone = 'sand', badge, state, overlay, faded, thumb }: FlowerTileProps) {
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
      {(badge || state) && (
        <span className={styles.badges}>
          {state && <span data-tone="plain">{state}</span>}
          {badge && <span>{badge}</span>}
        </span>
      )}
      {overlay && <span className={styles.overlay}>{overlay}</span>}
    </div>
  )
}
