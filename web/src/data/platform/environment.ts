import type { KeyValue } from './key-value.ts'

export type WakeReason = 'online' | 'offline' | 'visible'

/** The parts of the browser that the data layer uses; tests pass their own. */
export interface Environment {
  /** Prefix of database, lock and channel names. */
  name: string
  origin: string
  fetch: typeof globalThis.fetch
  values: KeyValue
  /** Undefined if the browser has no Web Locks. */
  locks: LockManager | undefined
  /** Returns a new channel at each call; undefined if the browser has none. */
  channel: () => BroadcastChannel | undefined
  isOnline: () => boolean
  isVisible: () => boolean
  onWake: (listener: (reason: WakeReason) => void) => () => void
  now: () => Date
  /** How much space there is; `undefined` if the browser does not say. */
  estimateStorage: () => Promise<StorageEstimate | undefined>
  /** Returns a new worker at each call, for one pull; undefined if the browser has no workers. */
  pullWorker: () => Worker | undefined
}
