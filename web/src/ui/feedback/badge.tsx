import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'

export interface BadgeProps {
  tone?: 'marigold' | 'marigold-soft' | 'leaf' | 'rose' | 'plain'
  /** Give an icon if the badge shows a state. */
  icon?: LucideIcon
  children: ReactNode
}

export function Badge({ tone = 'plain', icon: Icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon && <Icon aria-hidden="true" />}
      <span>{children}</span>
    </span>
  )
}
