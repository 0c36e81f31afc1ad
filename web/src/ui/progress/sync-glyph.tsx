import { useEffect, useRef, useState } from 'react'
import bloom from '../brand/marks/sync-bloom.svg'
import bud from '../brand/marks/sync-bud.svg'
import opening from '../brand/marks/sync-opening.svg'
import styles from './sync-glyph.module.css'

/** How far a thing got: the bud opens. `failed` is the bud that could not. */
export type SyncStage = 'saved' | 'sent' | 'confirmed' | 'failed'

const DRAWINGS: Record<SyncStage, string> = { saved: bud, sent: opening, confirmed: bloom, failed: bud }

export interface SyncGlyphProps {
  stage: SyncStage
  /** 22 in rows, 28 in the header, 40 in chips, 56 in the trio. */
  size?: 22 | 28 | 40 | 56
  /** Not there yet: a grey drawing in a dashed ring. */
  ahead?: boolean
}

/** Decorative: words always stand beside it. A change of stage is printed over, once. */
export function SyncGlyph({ stage, size = 40, ahead }: SyncGlyphProps) {
  const first = useRef(stage)
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    if (first.current !== stage) setFresh(true)
    first.current = stage
  }, [stage])
  return (
    <span className={styles.glyph} data-stage={stage} data-size={size} data-ahead={ahead || undefined}>
      <img key={stage} src={DRAWINGS[stage]} alt="" data-fresh={isFresh || undefined} />
    </span>
  )
}
