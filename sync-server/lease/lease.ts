import { randomUUID } from 'node:crypto'
import type { Store } from '../couch/store.ts'

interface LeaseRecord {
  _id: string
  type: 'lease'
  holder: string
  term: number
  /** For people; no clock of another machine is ever believed. */
  renewedAt: string
  /** True: given back, and free at once. */
  released: boolean
}

/** The right to decide, held by one process at a time. */
export interface Lease {
  /** False as soon as another process might hold it. */
  isHeld(): boolean
  /** Grows with every holder. */
  term(): number
  /** Takes it, or prolongs it. False: another process holds it. */
  keep(): Promise<boolean>
  release(): Promise<void>
}

export const RENEW_MS = 5_000
/** So long it must have stood unchanged before anybody else takes it. */
const EXPIRE_MS = 45_000
/** At its end, in which the holder begins nothing: a request may be under way for 30 s (`couch/connect.ts`), and clocks differ. */
const MARGIN_MS = 35_000

/** As long as a holder may take to renew it, and who waits for it to find it free; with the time that a request takes. */
const WATCHED_MS = 3 * RENEW_MS
const LOOK_MS = 1_000

interface Needs {
  store: Store
  name: string
  /** True where no other process can be alive: the embedded database's folder lock has proved it. */
  isAlone: boolean
  /** Milliseconds that never go back. */
  clock?: () => number
}

const idOf = (name: string) => `lease:${name}`

/**
 * Watches, without asking for it, whether any process holds the lease or waits for it: one would renew it, or take it
 * where it is free. What a killed holder left is given back, after a minute. False: the lease is in use.
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
    // Given back just now: somebody else may be waiting for it.
    first = now
    waitedMs = 0
  }
  return !first || first.released || (await store.put({ ...first, released: true })) !== 'conflict'
}

const isHeldBySomebody = (record: LeaseRecord | undefined) => record?.released === false

/**
 * Taken only by a write that a quorum has (201), after its record stood unchanged for the whole term as seen from here:
 * clocks of different machines are never compared.
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
        // Our own write may have come through though its answer was lost: then the record names us still.
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
