import { type ReactNode, useEffect, useState } from 'react'
import styles from './told.module.css'

interface ToldProps {
  /** `alert` interrupts, `status` waits its turn. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** What readers are to hear when it comes: the region stands in the page first, for words that come with it go unheard. */
export function Told({ role = 'status', children }: ToldProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <div className={styles.told} role={role}>
      {isThere && children}
    </div>
  )
}
