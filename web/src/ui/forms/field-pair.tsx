import type { ReactNode } from 'react'
import styles from './field-pair.module.css'

/** Two fields side by side; `stacks`: one above the other on narrow phones, for long contents. */
export function FieldPair({ stacks, children }: { stacks?: boolean; children: ReactNode }) {
  return (
    <div className={styles.pair} data-stacks={stacks || undefined}>
      {children}
    </div>
  )
}
