import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

export interface TextInputProps extends ComponentProps<'input'> {
  icon?: LucideIcon | undefined
}

export function TextInput({ icon: Icon, className, ...rest }: TextInputProps) {
  return (
    <span className={className ? `${styles.box} ${className}` : styles.box}>
      {Icon && <Icon aria-hidden="true" />}
      <input type="text" {...rest} className={styles.control} />
    </span>
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <span className={className ? `${styles.box} ${className}` : styles.box} data-tall>
      <textarea rows={3} {...rest} className={styles.control} />
    </span>
  )
}
