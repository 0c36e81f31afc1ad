import { useEffect, useRef, useState } from 'react'
import bloom from '../brand/marks/sync-bloom.svg'
import bud from '../brand/marks/sync-bud.svg'
import opening from '../brand/marks/sync-opening.svg'
import styles from './sync-glyph.module.css'

/** How far a thing has got, drawn as a bud that opens; `failed` is drawn as a closed bud. */
export type SyncStage = 'saved' | 'sent' | 'confirmed' | 'failed'

const DRAWINGS: Record<SyncStage, string> = { saved: bud, sent: opening, confirmed: bloom, failed: bud }

export interface SyncGlyphProps {
  stage: SyncStage
  /** In px: 22 in rows, 28 in the header, 40 in chips, 56 in the three stages. */
  size?: 22 | 28 | 40 | 56
  /** For a stage that is not reached: a grey drawing in a dashed ring. */
  ahead?: boolean
}

/** Decorative: there is always text beside it. A change of stage is animated once. */
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
