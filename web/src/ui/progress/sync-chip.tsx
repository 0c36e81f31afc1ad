import type { ReactNode } from 'react'
import styles from './sync-chip.module.css'
import { SyncGlyph, type SyncStage } from './sync-glyph.tsx'

export interface SyncChipProps {
  stage: SyncStage
  title: string
  /** A reason or a time: "Gulab Bagh Florist, 10:46 am". */
  note?: ReactNode
  action?: ReactNode
  /** Joined to the top of the card below it. */
  welded?: boolean
}

/** Shows the state of one thing: on this phone, sent, confirmed, or failed. */
export function SyncChip({ stage, title, note, action, welded }: SyncChipProps) {
  return (
    <div className={styles.chip} data-stage={stage} data-welded={welded || undefined}>
      <SyncGlyph stage={stage} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {note && <p className={styles.note}>{note}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
