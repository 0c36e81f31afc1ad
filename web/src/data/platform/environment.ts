import { browserKeyValue, type KeyValue } from './key-value.ts'

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
