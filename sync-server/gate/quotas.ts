import { isWorn } from '../mailboxes/rotation.ts'
import { problem } from '../problem.ts'

const DOCUMENTS_A_MINUTE = 300
const DOCUMENTS = 20_000
const BYTES = 20 * 1024 * 1024
const REMEMBERED = 20_000
const COUNTED_ANEW_MS = 60_000

/** How much one mailbox may take. In memory: a restart forgives. */
export interface Quotas {
  /** Throws 429 when this mailbox was given too much lately. A batch is taken whole, so one may be larger than a minute's share. */
  take(mailbox: string, documents: number): void
  /** For what was taken but never stored. */
  giveBack(mailbox: string, documents: number): void
  /** How many more revisions the mailbox may be given, until it is counted anew. */
  room(mailbox: string): Promise<number>
  stored(mailbox: string, documents: number): void
  /** As it was last counted. */
  isWorn(mailbox: string): boolean
}

interface Needs {
  now: () => Date
  /** What the mailbox holds, as CouchDB counts it. */
  count: (mailbox: string) => Promise<{ documents: number; deleted: number; bytes: number }>
  documentsPerMinute?: number | undefined
}

export function openQuotas({ now, count, documentsPerMinute = DOCUMENTS_A_MINUTE }: Needs): Quotas {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const sizes = new Map<string, { documents: number; deleted: number; bytes: number; atMs: number }>()

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

    async room(mailbox) {
      const nowMs = now().getTime()
      let size = sizes.get(mailbox)
      if (!size || Math.abs(nowMs - size.atMs) > COUNTED_ANEW_MS || size.documents >= DOCUMENTS) {
        size = { ...(await count(mailbox)), atMs: nowMs }
        if (sizes.size >= REMEMBERED) sizes.clear()
        sizes.set(mailbox, size)
      }
      return size.bytes > BYTES ? 0 : Math.max(0, DOCUMENTS - size.documents)
    },

    stored(mailbox, documents) {
      const size = sizes.get(mailbox)
      if (size) size.documents += documents
    },

    isWorn(mailbox) {
      const size = sizes.get(mailbox)
      return size !== undefined && isWorn(size)
    },
  }
}
