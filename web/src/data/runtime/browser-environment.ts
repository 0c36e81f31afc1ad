import type { Environment } from '../platform/environment.ts'
import { browserKeyValue } from '../platform/key-value.ts'

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
