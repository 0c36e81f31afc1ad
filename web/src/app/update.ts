import { useSyncExternalStore } from 'react'

let reload: (() => void) | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the new version, once one waits. The person asks for it; it never happens by itself. */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => reload)

export function offerUpdate(how: () => void): void {
  reload = how
  for (const listener of listeners) listener()
}
