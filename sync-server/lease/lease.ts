import { randomUUID } from 'node:crypto'
import type { Store } from '../couch/store.ts'

interface LeaseRecord {
  _id: string
  type: 'lease'
  holder: string
  term: number
  /** For operators to read; the clock of another machine is never trusted. */
  renewedAt: string
  /** True if it was released and can be taken immediately. */
  released: boolean
}

/** Thrown where something was going to be written without the lease; the work itself is not at fault. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The right to decide; one process holds it at a time. */
export interface Lease {
  /** Returns false as soon as another process might hold it. */
  isHeld(): boolean
  /** Grows with each new holder. */
  term(): number
  /** Takes or renews the lease. Returns false if another process holds it. */
  keep(): Promise<boolean>
  release(): Promise<void>
}

export const RENEW_MS = 5_000
/** The lease must be unchanged for this long before another process may take it. */
const EXPIRE_MS = 45_000
/**
 * The end of the term, in which the holder begins nothing: a request may run for 30 s (`couch/connect.ts`), and clocks
 * differ.
 */
const MARGIN_MS = 35_000

/**
 * The longest time until a holder renews the lease, or a waiting process finds it free, including the time for the
 * request.
 */
const WATCHED_MS = 3 * RENEW_MS
const LOOK_MS = 1_000

interface Needs {
  store: Store
  name: string
  /** True if no other process can be alive: the embedded database's folder lock proves it. */
  isAlone: boolean
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

const idOf = (name: string) => `lease:${name}`

/**
 * Watches, without trying to take the lease, whether any process holds it or waits for it: such a process would renew
 * it, or take it if it is free. Releases the lease of a killed holder after a minute. Returns false if the lease is in
 * use.
 */
export async function freeUnusedLease(
  { store, name }: Pick<Needs, 'store' | 'name'>,
  pause: (ms: number) => Promise<unknown>,
): Promise<boolean> {
  const look = () => store.get<LeaseRecord>(idOf(name))
  let first = await look()
  for (let waitedMs = 0; waitedMs < (isHeldBySomebody(first) ? EXPIRE_MS : 0) + WATCHED_MS; waitedMs += LOOK_MS) {
    await pause(LOOK_MS)
    const now = await look()
    if (now?._rev === first?._rev) continue
    if (isHeldBySomebody(now)) return false
    // It was released just now, and another process may be waiting for it.
    first = now
    waitedMs = 0
  }
  return !first || first.released || (await store.put({ ...first, released: true })) !== 'conflict'
}

const isHeldBySomebody = (record: LeaseRecord | undefined) => record?.released === false

/**
 * The lease is taken only by a write that has a quorum (201), after its record was unchanged for the whole term by this
 * process's clock: clocks of different machines are never compared.
 */
export function openLease({ store, name, isAlone, clock = () => performance.now() }: Needs): Lease {
  const id = idOf(name)
  const holder = randomUUID()
  let mine: { rev: string; term: number; confirmedMs: number } | undefined
  let seen: { rev: string; sinceMs: number } | undefined

  async function write(before: { rev: string; term: number } | undefined, term: number, released = false) {
    const askedMs = clock()
    const record: LeaseRecord = {
      _id: id,
      type: 'lease',
      holder,
      term,
      renewedAt: new Date().toISOString(),
      released,
    }
    const answer = await store.put(before ? { ...record, _rev: before.rev } : record)
    mine = answer === 'conflict' ? undefined : { rev: answer.rev, term, confirmedMs: askedMs }
    return mine !== undefined
  }

  return {
    isHeld: () => mine !== undefined && clock() - mine.confirmedMs < EXPIRE_MS - MARGIN_MS,
    term: () => mine?.term ?? 0,

    async keep() {
      if (mine) {
        if (await write(mine, mine.term)) return true
        // Our own write may have succeeded although its answer was lost: the record then names us as the holder.
        const there = await store.get<LeaseRecord>(id)
        if (there?.holder !== holder) return false
        return write({ rev: there._rev, term: there.term }, there.term)
      }
      const there = await store.get<LeaseRecord>(id)
      if (!there) return write(undefined, 1)
      const isFree = there.released || isAlone || there.holder === holder
      if (!isFree) {
        if (seen?.rev !== there._rev) seen = { rev: there._rev, sinceMs: clock() }
        if (clock() - seen.sinceMs < EXPIRE_MS) return false
      }
      return write({ rev: there._rev, term: there.term }, there.term + 1)
    },

    async release() {
      if (!mine) return
      const { rev, term } = mine
      await write({ rev, term }, term, true)
      mine = undefined
    },
  }
}
