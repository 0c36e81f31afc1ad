import './fake-indexeddb.ts'
import type { Environment, WakeReason } from '../data/platform/environment.ts'
import { type KeyValue, memoryKeyValue } from '../data/platform/key-value.ts'
import { randomId } from '../data/platform/random-id.ts'
import { type DataLayer, openDataLayer } from '../data/runtime/data-layer.ts'

export interface TestDevice extends DataLayer {
  /** Another page of the same browser. */
  openTab(): TestDevice
  /** Closes this page, calls `between`, and opens the next page on the same data. */
  reload(between?: () => Promise<void>): Promise<TestDevice>
  wake(reason: WakeReason): void
  setOnline(online: boolean): void
}

interface Options {
  name?: string
  values?: KeyValue
  origin?: string
  fetch?: typeof globalThis.fetch
  locks?: LockManager
  isVisible?: () => boolean
  now?: () => Date
  estimateStorage?: () => Promise<StorageEstimate | undefined>
  pullWorker?: () => Worker | undefined
}

const unreachable: typeof globalThis.fetch = async () => {
  throw new TypeError('this device has no network')
}

/** A browser of its own, with real PouchDB on an IndexedDB in memory; without `fetch` it is always offline. */
export function testDevice(options: Options = {}): TestDevice {
  const name = options.name ?? `test-${randomId(8)}`
  const values = options.values ?? memoryKeyValue()
  const wakers = new Set<(reason: WakeReason) => void>()
  let isOnline = true
  const environment: Environment = {
    name,
    origin: options.origin ?? 'http://127.0.0.1:9',
    fetch: options.fetch ?? unreachable,
    values,
    locks: options.locks ?? globalThis.navigator?.locks,
    channel: () => new BroadcastChannel(name),
    isOnline: () => isOnline,
    isVisible: options.isVisible ?? (() => true),
    onWake(listener) {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
    now: options.now ?? (() => new Date()),
    estimateStorage: options.estimateStorage ?? (async () => undefined),
    pullWorker: options.pullWorker ?? (() => undefined),
  }
  const device = openDataLayer(environment)
  const again = () => testDevice({ ...options, name, values })
  const wake = (reason: WakeReason) => {
    for (const waker of [...wakers]) waker(reason)
  }
  return Object.assign(device, {
    openTab: again,
    async reload(between?: () => Promise<void>) {
      await device.close()
      await between?.()
      return again()
    },
    wake,
    setOnline(online: boolean) {
      isOnline = online
      wake(online ? 'online' : 'offline')
    },
  })
}
