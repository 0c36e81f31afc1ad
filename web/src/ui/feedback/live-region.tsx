import { type ReactNode, useEffect, useState } from 'react'
import styles from './live-region.module.css'

interface LiveRegionProps {
  /** `alert` interrupts, `status` waits its turn. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** What readers are to hear when it comes: the region stands in the page first, for words that come with it go unheard. */
export function LiveRegion({ role = 'status', children }: LiveRegionProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <div className={styles.told} role={role}>
      {isThere && children}
    </div>
  )
}
