import { decodeTime, monotonicFactory } from 'ulid'
import type { KeyValue } from '../platform/key-value.ts'

const LAST_ULID = 'mogra_last_ulid'
const COUNTER = 'mogra_counter'

export interface Ids {
  /** Greater than every ULID that this browser made before, even if the clock went back. */
  nextUlid(): string
  /** This browser's own counter, from 1. */
  nextCount(): number
}

export function openIds(values: KeyValue, now: () => number): Ids {
  const monotonic = monotonicFactory()
  let mine: string | undefined
  return {
    nextUlid() {
      const last = values.get(LAST_ULID)
      // One factory can make several ULIDs in one millisecond; after another page's ULID the time must be later.
      const floor = timeOf(last) + (last === mine ? 0 : 1)
      mine = monotonic(Math.max(now(), floor))
      values.set(LAST_ULID, mine)
      return mine
    },
    nextCount() {
      const last = Number(values.get(COUNTER))
      const next = Number.isSafeInteger(last) ? last + 1 : 1
      values.set(COUNTER, String(next))
      return next
    },
  }
}

function timeOf(ulid: string | undefined): number {
  try {
    return ulid ? decodeTime(ulid) : 0
  } catch {
    return 0
  }
}
