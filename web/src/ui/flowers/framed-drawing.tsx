import type { ReactNode } from 'react'
import { OrnamentStrip } from '../brand/ornament-strip.tsx'
import { Drawing } from './drawing.tsx'
import type { TileTone } from './flower-tile.tsx'
import styles from './framed-drawing.module.css'

export interface FramedDrawingProps {
  src: string
  alt: string
  tone?: TileTone
  /** The low sun; on the hero only. */
  sun?: boolean
  /** The border at the foot; one per viewport. */
  buti?: boolean
  /** Of what has not come yet. */
  faded?: boolean
  /** Top right corner: the heart. */
  overlay?: ReactNode
}

/** A ruled page with one plant; it fills the height its container gives it. */
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
