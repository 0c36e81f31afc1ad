import type { ReactNode } from 'react'
import { OrnamentStrip } from '../brand/ornament-strip.tsx'
import { Drawing } from './drawing.tsx'
import type { TileTone } from './flower-tile.tsx'
import styles from './framed-drawing.module.css'

export interface FramedDrawingProps {
  src: string
  alt: string
  tone?: TileTone
  /** Draws a sun behind the plant; on the hero only. */
  sun?: boolean
  /** Draws the ornament strip at the foot; one per screen. */
  buti?: boolean
  /** For a picture whose content has not loaded yet. */
  faded?: boolean
  /** In the top right corner: the favourite button. */
  overlay?: ReactNode
}

/** A framed page with one plant; it fills the height of its container. */
export function FramedDrawing({ src, alt, tone = 'leaf', sun, buti, faded, overlay }: FramedDrawingProps) {
  return (
    <div className={styles.folio} data-tone={tone} data-sun={sun || undefined} data-buti={buti || undefined}>
      {buti && (
        <div className={styles.buti}>
          <OrnamentStrip tone="quiet" />
        </div>
      )}
      <Drawing src={src} alt={alt} width="600" height="600" fetchPriority="high" data-faded={faded || undefined} />
      {overlay && <div className={styles.overlay}>{overlay}</div>}
    </div>
  )
}
