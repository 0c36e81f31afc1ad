import { useSyncExternalStore } from 'react'

let reload: (() => void) | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the function that loads the new version; undefined if none waits. The person calls it; it never happens by
 * itself.
 */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => reload)

export function offerUpdate(how: () => void): void {
  reload = how
  for (const listener of listeners) listener()
}
