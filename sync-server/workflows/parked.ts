import type { Store } from '../couch/store.ts'
import type { Job } from './decide.ts'

/** Intents that could not be decided for a technical reason, in `work` for whoever looks into it; tried again now and then. */
export interface Parked {
  /** Reads what the last holder parked: it is tried once more at once. */
  load(): Promise<void>
  add(job: Job, error: unknown): Promise<void>
  remove(ulid: string): Promise<void>
  /** True while it is not to be tried. */
  isResting(ulid: string): boolean
}

const REST_MS = 600_000

export function openParked(store: Store, now: () => Date): Parked {
  const until = new Map<string, number>()
  const idOf = (ulid: string) => `parked:${ulid}`

  return {
    async load() {
      until.clear()
      for (const id of await store.ids('parked:', 'parked:\uffff')) until.set(id.slice('parked:'.length), 0)
    },

    async add({ id, mailbox, account, receivedAt }, error) {
      until.set(id, now().getTime() + REST_MS)
      const at = now().toISOString()
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      await store.update(idOf(id), () => ({
        _id: idOf(id),
        type: 'parked',
        ...{ mailbox, account, receivedAt, parkedAt: at },
        error: message.slice(0, 2_000),
      }))
    },

    async remove(ulid) {
      if (!until.has(ulid)) return
      const doc = await store.get(idOf(ulid))
      if (doc) await store.remove(doc)
      until.delete(ulid)
    },

    isResting: (ulid) => (until.get(ulid) ?? 0) > now().getTime(),
  }
}
