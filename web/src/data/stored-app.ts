import { useSyncExternalStore } from 'react'

/** How far the app itself, not its data, is stored on this device. */
export type StoredApp =
  /** The browser keeps no apps: a private window, or an address without HTTPS. */
  | { state: 'unsupported' }
  | { state: 'unknown' }
  /** It would not start without a network. */
  | { state: 'not-stored' }
  /** It starts, and `missing` of its files have to come. */
  | { state: 'incomplete'; missing: number }
  | { state: 'stored' }

let stored: StoredApp = {
  state: typeof navigator !== 'undefined' && 'serviceWorker' in navigator ? 'unknown' : 'unsupported',
}
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useStoredApp = (): StoredApp => useSyncExternalStore(subscribe, () => stored)

export function noteStoredApp(next: StoredApp): void {
  stored = next
  for (const listener of listeners) listener()
}

/** Resolves once everything that this person can open is on the device. */
export const onceAppStored = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (stored.state !== 'stored') return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    look()
  })
