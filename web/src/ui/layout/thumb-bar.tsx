import type { LucideIcon } from 'lucide-react'
import { CountBadge } from '../buttons/count-badge.tsx'
import styles from './thumb-bar.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ThumbBarProps {
  label: string
  items: readonly {
    href: string
    label: string
    icon: LucideIcon
    isCurrent?: boolean
    /** How many things somebody must act on, as the badge shows it and as it is read out; nothing for none. */
    count?: { shown: number; text: string } | undefined
  }[]
}

/** The parts of a role's dashboard, below the thumb of a phone, in place of the shop's tab bar. */
export function ThumbBar({ label, items }: ThumbBarProps) {
  return (
    <nav className={styles.bar} aria-label={label} data-action-bar="">
      {items.map(({ href, label, icon: Icon, isCurrent, count }) => (
        <a key={href} className={styles.item} href={href} aria-current={isCurrent ? 'page' : undefined}>
          <Icon aria-hidden="true" />
          <span>
            <span>{label}</span>
            {/* An `aria-label` would have to contain the badge's number right after the label. */}
            {count && <VisuallyHidden>{`, ${count.text}`}</VisuallyHidden>}
          </span>
          {count && <CountBadge count={count.shown} />}
        </a>
      ))}
    </nav>
  )
}
