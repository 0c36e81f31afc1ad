import { type ReactNode, startTransition, useEffect, useState } from 'react'
import styles from './live-region.module.css'

interface LiveRegionProps {
  /** `alert` interrupts the screen reader, `status` waits. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/**
 * Text that screen readers announce when it appears. The region is in the page first, because text that comes together
 * with its region is not announced.
 */
export function LiveRegion({ role = 'status', children }: LiveRegionProps) {
  const [isThere, setThere] = useState(false)
  // React may render an update of an effect in the same turn, with an urgent one; a transition always waits for a later turn.
  useEffect(() => startTransition(() => setThere(true)), [])
  return (
    <div className={styles.told} role={role}>
      {isThere && children}
    </div>
  )
}
