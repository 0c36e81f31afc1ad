import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether the page can be seen: not in a hidden tab, and not behind another app. */
export const useIsInFront = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
