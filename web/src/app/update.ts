import { useSyncExternalStore } from 'react'

let reload: (() => void) | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How to move to the new version, once one waits; asked for, never done behind one's back. */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => reload)

export function offerUpdate(how: () => void): void {
  reload = how
  for (const listener of listeners) listener()
}
