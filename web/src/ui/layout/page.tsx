import type { ReactNode } from 'react'
import styles from './page.module.css'

export interface PageProps {
  /** `narrow`: 560 px (forms, tracking), `text`: 62ch (reading); default 1160 px. */
  width?: 'narrow' | 'text'
  children: ReactNode
}

/** The column that contains every screen: gutters and spacing, so that screens look alike. */
export function Page({ width, children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  )
}

/** A card with a thin border. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>
}

export interface ActionBarProps {
  /** Shown left of the buttons, such as the total; on a phone only, where the summary may have scrolled away. */
  lead?: ReactNode
  /** Shown above the buttons: why they do not do what they say. */
  above?: ReactNode
  children: ReactNode
}

/** The screen's main action: fixed at the bottom of a phone, in place of the tab bar; in place on a desktop. */
export function ActionBar({ lead, above, children }: ActionBarProps) {
  return (
    <div className={styles.actionBar} data-action-bar="">
      {above && (
        <div className={styles.above} data-above="">
          {above}
        </div>
      )}
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
