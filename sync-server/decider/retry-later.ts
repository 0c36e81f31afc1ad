import type { Store } from '../couch/store.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'
import type { Job } from './decide.ts'
import { NotDecidedYet } from './define-workflow.ts'

/** Intents that could not be decided for a technical reason, in `work` for whoever looks into it; tried again now and then. */
export interface RetryLater {
  /** Reads what the last holder parked: it is tried once more at once. */
  load(): Promise<void>
  /** `turn`: in which it was tried last. Throws when it could not be written down, and is not parked then. */
  add(job: Job, turn: DecisionOrder, error: unknown): Promise<void>
  /** It is parked no longer, if it was; what waited for it rests no longer. */
  decided(ulid: string): Promise<void>
  /** True while it is not to be tried. */
  isResting(ulid: string): boolean
  /** When it came, which judges it however often it is tried. */
  receivedAt(ulid: string): string | undefined
  /** In which it was tried before it was parked first: what came later has a later one. */
  turn(ulid: string): DecisionOrder | undefined
}

interface Entry {
  until: number
  receivedAt: string
  turn: DecisionOrder
  waitsFor?: string
}

const REST_MS = 600_000
/** Of those that were parked before turns were counted. */
const BEFORE_COUNTING: DecisionOrder = { term: 0, n: 0 }

export function openRetryLater(store: Store, now: () => Date): RetryLater {
  const all = new Map<string, Entry>()
  const idOf = (ulid: string) => `parked:${ulid}`

  return {
    async load() {
      const before = [...all.keys()]
      const entries = await store.range<{ receivedAt: string; turn?: DecisionOrder }>('parked:', 'parked:\uffff')
      for (const id of before) all.delete(id)
      for (const { _id, receivedAt, turn = BEFORE_COUNTING } of entries)
        all.set(_id.slice('parked:'.length), { until: 0, receivedAt, turn })
    },

    async add({ id, mailbox, account, receivedAt }, lastTurn, error) {
      const before = all.get(id)
      const turn = before?.turn ?? lastTurn
      const until = now().getTime() + REST_MS
      all.set(id, { until, receivedAt, turn, ...(error instanceof NotDecidedYet && { waitsFor: error.intent }) })
      const at = now().toISOString()
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      try {
        await store.update(idOf(id), () => ({
          _id: idOf(id),
          type: 'parked',
          ...{ mailbox, account, receivedAt, turn, parkedAt: at },
          error: message.slice(0, 2_000),
        }))
      } catch (failure) {
        if (before) all.set(id, before)
        else all.delete(id)
        throw failure
      }
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
    turn: (ulid) => all.get(ulid)?.turn,
  }
}
