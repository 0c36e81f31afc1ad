import { useEffect, useState } from 'react'

/** Whether the page can be seen: not in a hidden tab, and not behind another app. */
export function useIsInFront(): boolean {
  const [isInFront, setInFront] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setInFront(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isInFront
}
