import type { ReactNode } from 'react'
import styles from './flower-grid.module.css'

export interface FlowerGridProps {
  /** `<li>` elements. */
  children: ReactNode
}

/** The grid of product cards: two columns on a phone, three on a desktop. */
export function FlowerGrid({ children }: FlowerGridProps) {
  return <ul className={styles.grid}>{children}</ul>
}
