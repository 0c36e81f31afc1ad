import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './select.module.css'

export interface SelectProps extends ComponentProps<'select'> {
  icon?: LucideIcon | undefined
  /** `chip` is the pill of a toolbar; give it an `aria-label`. */
  shape?: 'field' | 'chip' | undefined
}

/** The browser's own select, in our style. */
export function Select({ icon: Icon, shape = 'field', className, children, ...rest }: SelectProps) {
  return (
    <span className={className ? `${styles.box} ${className}` : styles.box} data-shape={shape}>
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <select {...rest} className={styles.control} data-icon={Icon ? true : undefined}>
        {children}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </span>
  )
}
