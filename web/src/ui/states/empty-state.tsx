import type { ReactNode } from 'react'
import { Drawing } from '../flowers/drawing.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  /** Path of a drawing, e.g. `/flowers/empty-basket.svg`; decorative. */
  picture?: string
  title: string
  /** `h1` if the screen has nothing else. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, title, heading: Heading = 'h2', children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture && <Drawing src={picture} alt="" width="200" height="200" />}
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
