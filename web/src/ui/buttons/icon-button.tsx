import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { CountBadge } from './count-badge.tsx'
import styles from './icon-button.module.css'

interface IconLook {
  /** Read by screen readers instead of the icon. */
  label: string
  icon: LucideIcon
  /** `rose` fills the icon when pressed (favourites). */
  tone?: 'rose' | undefined
  /** A round background, for buttons that lie on a drawing. */
  ground?: boolean | undefined
  /** A marigold number on the icon; the label must say it too. */
  count?: number | undefined
}

export interface IconButtonProps extends IconLook, Omit<ComponentProps<'button'>, 'children'> {
  /** Makes it a toggle; the label stays the same in both states. */
  pressed?: boolean | undefined
}

export function IconButton({ label, icon: Icon, pressed, tone, ground, count, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.iconButton} ${className}` : styles.iconButton}
      data-tone={tone}
      data-ground={ground || undefined}
      aria-label={label}
      aria-pressed={pressed}
    >
      <Icon aria-hidden="true" />
      {count !== undefined && <CountBadge count={count} />}
    </button>
  )
}

export interface IconLinkProps extends IconLook, Omit<ComponentProps<'a'>, 'children'> {
  href: string
}

export function IconLink({ label, icon: Icon, href, tone, ground, count, className, ...rest }: IconLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      className={className ? `${styles.iconButton} ${className}` : styles.iconButton}
      data-tone={tone}
      data-ground={ground || undefined}
      aria-label={label}
    >
      <Icon aria-hidden="true" />
      {count !== undefined && <CountBadge count={count} />}
    </a>
  )
}
