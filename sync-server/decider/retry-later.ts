import type { Store } from '../couch/store.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'
import type { Job } from './decide.ts'
import { NotDecidedYet } from './define-workflow.ts'

/**
 * Parked intents: they could not be decided for a technical reason. They are kept in `work` for the operator and tried
 * again from time to time.
 */
export interface RetryLater {
  /** Reads the parked intents of the last holder; each may be tried again immediately. */
  load(): Promise<void>
  /**
   * `turn` is the turn of the last attempt. Throws if the entry could not be written; the intent is then not parked.
   */
  add(job: Job, turn: DecisionOrder, error: unknown): Promise<void>
  /** Removes the entry, if there is one; intents that waited for this one may be tried again. */
  decided(ulid: string): Promise<void>
  /** The parked intents as every process sees them, for the admins. */
  list(): Promise<ParkedIntent[]>
  /** Counts them without reading them. */
  count(): Promise<number>
  /** Notes that an admin wants this one to be tried now; returns false if it is not parked. */
  requestRetry(ulid: string): Promise<boolean>
  /** Ends the rest of the intents for which a retry was requested; the holder of the lease calls it. */
  applyRetryRequests(): Promise<void>
  /** True while the intent must not be tried. */
  isResting(ulid: string): boolean
  /** The time of arrival, which counts however often the intent is tried. */
  receivedAt(ulid: string): string | undefined
  /** The turn in which it was first tried; every later intent has a later turn. */
  turn(ulid: string): DecisionOrder | undefined
}

export interface ParkedIntent {
  ulid: string
  account: string
  parkedAt: string
  /** The first line of the error. */
  error: string
}

interface Entry {
  until: number
  receivedAt: string
  turn: DecisionOrder
  waitsFor?: string
}

const REST_MS = 600_000
const LISTED_AT_MOST = 200
/** The turn of entries that were written before turns existed. */
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

    async list() {
      type Parked = { account: string; parkedAt: string; error: string }
      const all = await store.range<Parked>('parked:', 'parked:\uffff', LISTED_AT_MOST)
      return all.map(({ _id, account, parkedAt, error }) => ({
        ...{ ulid: _id.slice('parked:'.length), account, parkedAt },
        error: error.split('\n')[0] ?? '',
      }))
    },

    async count() {
      return (await store.ids('parked:', 'parked:\uffff', LISTED_AT_MOST)).length
    },

    async requestRetry(ulid) {
      let isParked = false
      await store.update<{ _id: string; retryRequested?: true }>(idOf(ulid), (doc) => {
        isParked = doc !== undefined
        return doc && { ...doc, retryRequested: true }
      })
      return isParked
    },

    async applyRetryRequests() {
      if (all.size === 0) return
      const entries = await store.range<{ retryRequested?: true }>('parked:', 'parked:\uffff')
      for (const { _id, retryRequested } of entries) {
        const entry = all.get(_id.slice('parked:'.length))
        if (entry && retryRequested) entry.until = 0
      }
    },

    isResting: (ulid) => (all.get(ulid)?.until ?? 0) > now().getTime(),
    receivedAt: (ulid) => all.get(ulid)?.receivedAt,
    turn: (ulid) => all.get(ulid)?.turn,
  }
}
