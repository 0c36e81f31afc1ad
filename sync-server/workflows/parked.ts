import type { Store } from '../couch/store.ts'
import type { Job } from './decide.ts'
import { NotDecidedYet } from './define-workflow.ts'

/** Intents that could not be decided for a technical reason, in `work` for whoever looks into it; tried again now and then. */
export interface Parked {
  /** Reads what the last holder parked: it is tried once more at once. */
  load(): Promise<void>
  add(job: Job, error: unknown): Promise<void>
  /** It is parked no longer, if it was; what waited for it rests no longer. */
  decided(ulid: string): Promise<void>
  /** True while it is not to be tried. */
  isResting(ulid: string): boolean
  /** When it came, which judges it however often it is tried. */
  receivedAt(ulid: string): string | undefined
}

const REST_MS = 600_000

export function openParked(store: Store, now: () => Date): Parked {
  const all = new Map<string, { until: number; receivedAt: string; waitsFor?: string }>()
  const idOf = (ulid: string) => `parked:${ulid}`

  return {
    async load() {
      all.clear()
      for (const { _id, receivedAt } of await store.range<{ receivedAt: string }>('parked:', 'parked:\uffff'))
        all.set(_id.slice('parked:'.length), { until: 0, receivedAt })
    },

    async add({ id, mailbox, account, receivedAt }, error) {
      const until = now().getTime() + REST_MS
      all.set(id, { until, receivedAt, ...(error instanceof NotDecidedYet && { waitsFor: error.order }) })
      const at = now().toISOString()
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      await store.update(idOf(id), () => ({
        _id: idOf(id),
        type: 'parked',
        ...{ mailbox, account, receivedAt, parkedAt: at },
        error: message.slice(0, 2_000),
      }))
    },

    async decided(ulid) {
      for (const other of all.values()) if (other.waitsFor === ulid) other.until = 0
      if (!all.has(ulid)) return
      const doc = await store.get(idOf(ulid))
      if (doc) await store.remove(doc)
      all.delete(ulid)
    },

    isResting: (ulid) => (all.get(ulid)?.until ?? 0) > now().getTime(),
    receivedAt: (ulid) => all.get(ulid)?.receivedAt,
  }
}
