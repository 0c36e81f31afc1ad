import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'tonal' | 'quiet' | 'danger' | 'danger-filled'

interface ButtonLook {
  /** `primary` once per view; `tonal` for actions repeated in a grid; `danger-filled` only inside a confirm dialog. */
  variant?: ButtonVariant | undefined
  size?: 'large' | undefined
  /** As wide as its container. */
  block?: boolean | undefined
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** While busy, the button keeps its place in the tab order and ignores presses. */
  busy?: boolean | undefined
  /** The text while busy, if not "Processing...". */
  busyLabel?: string | undefined
}

const look = ({ variant = 'secondary', size, block }: ButtonLook) => ({
  'data-variant': variant,
  'data-size': size,
  'data-block': block || undefined,
})

export function Button({ variant, size, block, busy, busyLabel, className, children, onClick, ...rest }: ButtonProps) {
  const { t } = useTranslation('common')
  return (
    <button
      type="button"
      {...rest}
      {...look({ variant, size, block })}
      className={className ? `${styles.button} ${className}` : styles.button}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.label} data-hidden={busy || undefined}>
        {children}
      </span>
      {busy && <span className={styles.busy}>{busyLabel ?? t('processing')}</span>}
    </button>
  )
}

export interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {
  /** A hash link of the app (`#/browse`, see paths.ts) or an outside address. */
  href: string
}

export function ButtonLink({ variant, size, block, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      {...rest}
      {...look({ variant, size, block })}
      className={className ? `${styles.button} ${className}` : styles.button}
    >
      <span className={styles.label}>{children}</span>
    </a>
  )
}
