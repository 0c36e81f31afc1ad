import { problem } from '../http/problem.ts'
import { needsNewGeneration } from '../mailboxes/rotation.ts'

const DOCUMENTS_A_MINUTE = 300
const DOCUMENTS = 20_000
const BYTES = 20 * 1024 * 1024
/** With all that it keeps of deleted ones and of histories: as much again for taking things back. */
const SPACE_BYTES = 2 * BYTES
const REMEMBERED = 20_000
const COUNTED_ANEW_MS = 60_000
/** Of a mailbox that seems full: something may have been taken back. */
const FULL_COUNTED_ANEW_MS = 1_000

/** How much one mailbox may take. In memory: a restart forgives. */
export interface Quotas {
  /** Throws 429 when this mailbox was given too much lately. A batch is taken whole, so one may be larger than a minute's share. */
  take(mailbox: string, documents: number): void
  /** For what was taken but never stored. */
  giveBack(mailbox: string, documents: number): void
  /** How many more revisions the mailbox may be given, until it is counted anew, as seen by its account. */
  room(mailbox: string, account: string): Promise<Room>
  stored(mailbox: string, what: { documents: number; bytes: number }): void
  /** As it was last counted. */
  needsNewGeneration(mailbox: string): boolean
}

interface Room {
  living: number
  /** Those a full mailbox takes, as long as they are not what fills it. */
  tombstones: number
}

/** What a mailbox holds, as CouchDB counts it. */
export interface Size {
  documents: number
  deleted: number
  /** Of documents. */
  bytes: number
  /** On disk, without what a compaction would take away. */
  space: number
}

interface Needs {
  now: () => Date
  count: (mailbox: string, account: string) => Promise<Size>
  documentsPerMinute?: number | undefined
}

export function openQuotas({ now, count, documentsPerMinute = DOCUMENTS_A_MINUTE }: Needs): Quotas {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const sizes = new Map<string, Size & { atMs: number }>()

  return {
    take(mailbox, documents) {
      const nowMs = now().getTime()
      const bucket = buckets.get(mailbox) ?? { left: documentsPerMinute, atMs: nowMs }
      // A clock that was set back takes nothing away.
      const passedMs = Math.max(0, nowMs - bucket.atMs)
      const left = Math.min(documentsPerMinute, bucket.left + (passedMs * documentsPerMinute) / 60_000)
      if (left <= 0)
        throw problem(429, 'too_many_requests', {
          retryAfterSeconds: Math.ceil(((1 - left) * 60) / documentsPerMinute),
        })
      if (buckets.size >= REMEMBERED) buckets.clear()
      buckets.set(mailbox, { left: left - documents, atMs: nowMs })
    },

    giveBack(mailbox, documents) {
      const bucket = buckets.get(mailbox)
      if (bucket) bucket.left = Math.min(documentsPerMinute, bucket.left + documents)
    },

    async room(mailbox, account) {
      const nowMs = now().getTime()
      let size = sizes.get(mailbox)
      const keptMs = size && (isFull(size) || isSpent(size)) ? FULL_COUNTED_ANEW_MS : COUNTED_ANEW_MS
      if (!size || Math.abs(nowMs - size.atMs) > keptMs) {
        size = { ...(await count(mailbox, account)), atMs: nowMs }
        if (sizes.size >= REMEMBERED) sizes.clear()
        sizes.set(mailbox, size)
      }
      if (isSpent(size)) return { living: 0, tombstones: 0 }
      return { living: isFull(size) ? 0 : DOCUMENTS - size.documents, tombstones: Number.POSITIVE_INFINITY }
    },

    stored(mailbox, { documents, bytes }) {
      const size = sizes.get(mailbox)
      if (!size) return
      size.documents += documents
      size.bytes += bytes
      size.space += bytes
      // Before anything is refused for what was told and not counted, it is counted.
      if (isFull(size) || isSpent(size)) sizes.delete(mailbox)
    },

    needsNewGeneration(mailbox) {
      const size = sizes.get(mailbox)
      return size !== undefined && needsNewGeneration(size)
    },
  }
}

const isFull = ({ documents, bytes }: Size) => documents >= DOCUMENTS || bytes > BYTES
const isSpent = ({ space }: Size) => space > SPACE_BYTES
