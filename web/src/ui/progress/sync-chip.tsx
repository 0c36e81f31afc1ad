import type { ReactNode } from 'react'
import styles from './sync-chip.module.css'
import { SyncGlyph, type SyncStage } from './sync-glyph.tsx'

export interface SyncChipProps {
  stage: SyncStage
  title: string
  /** Why, and when: "Gulab Bagh Florist, 10:46 am". */
  note?: ReactNode
  action?: ReactNode
  /** Welded to the top of the card below it. */
  welded?: boolean
}

/** Says where one thing is: on this phone, sent, confirmed, or stuck. */
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
