import { problem } from '../http/problem.ts'
import { needsNewGeneration } from '../mailboxes/rotation.ts'

const DOCUMENTS_A_MINUTE = 300
const MEGABYTE = 1024 * 1024
/** The size up to which a mailbox takes own documents, and intents: one that is full of carts still takes orders. */
const LIMITS = {
  own: { documents: 20_000, bytes: 20 * MEGABYTE },
  intents: { documents: 40_000, bytes: 40 * MEGABYTE },
} as const
/** On disk, with tombstones and revision histories: as much again, so that a full mailbox can still take deletions. */
const SPACE_BYTES = 2 * LIMITS.intents.bytes
/** A mailbox that takes so much on disk takes no more own documents: few of them with long histories can fill it. */
const OWN_SPACE_BYTES = 2 * LIMITS.own.bytes
const REMEMBERED = 20_000
const COUNTED_ANEW_MS = 60_000
/** For a mailbox that seems full: its owner may have deleted something. */
const FULL_COUNTED_ANEW_MS = 1_000

/** Limits how much is stored in one mailbox. The counts are in memory, so a restart clears them. */
export interface Quotas {
  /**
   * Throws 429 if too many documents were pushed to this mailbox recently. A batch is taken whole, so one may exceed a
   * minute's share.
   */
  take(mailbox: string, documents: number): void
  /** Gives back the share of documents that were not stored. */
  giveBack(mailbox: string, documents: number): void
  /**
   * Returns how many more revisions the mailbox may be given before it is counted again; it is counted with the
   * account's rights.
   */
  room(mailbox: string, account: string): Promise<Room>
  stored(mailbox: string, what: { documents: number; bytes: number }): void
  /** Returns whether the mailbox needed a new generation when it was last counted. */
  needsNewGeneration(mailbox: string): boolean
}

interface Room {
  /** Documents that a device writes by itself. */
  own: number
  intents: number
  /** A full mailbox still accepts tombstones, unless tombstones are what fills it. */
  tombstones: boolean
}

/** The size of a mailbox, as CouchDB counts it. */
export interface Size {
  documents: number
  deleted: number
  /** The size of the living documents. */
  bytes: number
  /** The size on disk after a compaction (`sizes.active`). */
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
      // A clock that was set back does not reduce the share.
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
      const keptMs = size && isFull(size) ? FULL_COUNTED_ANEW_MS : COUNTED_ANEW_MS
      if (!size || Math.abs(nowMs - size.atMs) > keptMs) {
        size = { ...(await count(mailbox, account)), atMs: nowMs }
        if (sizes.size >= REMEMBERED) sizes.clear()
        sizes.set(mailbox, size)
      }
      return roomIn(size)
    },

    stored(mailbox, { documents, bytes }) {
      const size = sizes.get(mailbox)
      if (!size) return
      size.documents += documents
      size.bytes += bytes
      size.space += bytes
      // The sizes now include claims of the device, so the mailbox is counted again before anything is refused.
      if (isFull(size)) sizes.delete(mailbox)
    },

    needsNewGeneration(mailbox) {
      const size = sizes.get(mailbox)
      return size !== undefined && needsNewGeneration(size)
    },
  }
}

function roomIn(size: Size): Room {
  const isSpent = size.space > SPACE_BYTES
  const roomFor = ({ documents, bytes }: { documents: number; bytes: number }, isClosed: boolean) =>
    isClosed || size.bytes > bytes ? 0 : Math.max(0, documents - size.documents)
  return {
    own: roomFor(LIMITS.own, size.space > OWN_SPACE_BYTES),
    intents: roomFor(LIMITS.intents, isSpent),
    tombstones: !isSpent,
  }
}

/** True if the mailbox refuses some kind of document. */
const isFull = (size: Size) => roomIn(size).own === 0
