import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

type BannerTone = 'leaf' | 'marigold' | 'rose' | 'plain'

export interface BannerProps {
  tone?: BannerTone
  icon?: LucideIcon
  title?: ReactNode
  /** `alert` interrupts the screen reader, `status` waits; leave it out for a banner that is there from the start. */
  role?: 'alert' | 'status'
  action?: ReactNode
  children?: ReactNode
}

const ICONS: Record<BannerTone, LucideIcon> = {
  leaf: CircleCheck,
  marigold: TriangleAlert,
  rose: TriangleAlert,
  plain: Info,
}

export function Banner({ tone = 'plain', icon, title, role, action, children }: BannerProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      <Icon aria-hidden="true" />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
