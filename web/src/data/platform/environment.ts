import type { KeyValue } from './key-value.ts'

export type WakeReason = 'online' | 'offline' | 'visible'

/** What the data layer takes from its surroundings; tests hand in another. */
export interface Environment {
  /** Prefix of database, lock and channel names. */
  name: string
  origin: string
  fetch: typeof globalThis.fetch
  values: KeyValue
  /** Absent where the browser has no Web Locks. */
  locks: LockManager | undefined
  /** Absent where the browser has none; a new one each call. */
  channel: () => BroadcastChannel | undefined
  isOnline: () => boolean
  isVisible: () => boolean
  onWake: (listener: (reason: WakeReason) => void) => () => void
  now: () => Date
  /** How much room there is; `undefined` where the browser does not say. */
  estimateStorage: () => Promise<StorageEstimate | undefined>
  /** A new one each call, for one pull; undefined where none is to be had. */
  pullWorker: () => Worker | undefined
}
