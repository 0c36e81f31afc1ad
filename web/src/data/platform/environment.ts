import { browserKeyValue, type KeyValue } from './key-value.ts'

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

const NAME = 'mogra'

export const browserEnvironment = (): Environment => ({
  name: NAME,
  origin: location.origin,
  fetch: (input, init) => fetch(input, init),
  values: browserKeyValue(),
  locks: navigator.locks,
  channel: () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)),
  isOnline: () => navigator.onLine !== false,
  isVisible: () => document.visibilityState !== 'hidden',
  onWake: (listener) => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('online', () => listener('online'), { signal })
    addEventListener('offline', () => listener('offline'), { signal })
    // A page from the back-forward cache has missed everything; it counts as newly visible.
    addEventListener('pageshow', (event) => event.persisted && listener('visible'), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener('visible'), {
      signal,
    })
    return () => stop.abort()
  },
  now: () => new Date(),
  estimateStorage: async () => navigator.storage?.estimate?.().catch(() => undefined),
  pullWorker: () =>
    typeof Worker === 'undefined'
      ? undefined
      : new Worker(new URL('../sync/pull-worker/worker.ts', import.meta.url), { type: 'module' }),
})
