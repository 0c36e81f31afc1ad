import type { ReactNode } from 'react'
import styles from './page.module.css'

export interface PageProps {
  /** `narrow` 560 (forms, tracking), `text` 62ch (reading), default 1160. */
  width?: 'narrow' | 'text'
  children: ReactNode
}

/** The column every screen stands in: gutters and air, so that screens look alike. */
export function Page({ width, children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  )
}

/** A card of paper with a hairline. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>
}

export interface ActionBarProps {
  /** E.g. the total, left of the buttons; on a phone only, where it may have scrolled away. */
  lead?: ReactNode
  children: ReactNode
}

/** The screen's main action: fixed in the lower third on a phone (the tab bar makes room), in place on a desktop. */
export function ActionBar({ lead, children }: ActionBarProps) {
  return (
    <div className={styles.actionBar} data-action-bar="">
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
