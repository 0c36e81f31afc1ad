import type { FastifyReply } from 'fastify'
import { problem } from '../problem.ts'

/** For whom an answer counts, such as an account or an address. */
export interface Holder {
  name: string
  /** Answers at a time. */
  most: number
}

/** Answers that wait, or are as large as their readers ask for: nobody has many at a time, nor takes for ever to read one. */
export interface PacedAnswers {
  /** Counted until the answer is over; throws 429 when one of its holders has too many. */
  begin(reply: FastifyReply, holders: readonly Holder[]): void
  /** From now on its reader has to keep pace, or is cut off. */
  watch(reply: FastifyReply): void
  close(): void
}

interface Needs {
  nowMs?: () => number
  everyMs?: number
}

/** A phone that stood still for a moment is given time; a bad mobile network does twice that pace. */
const GRACE_MS = 30_000
const BYTES_A_SECOND = 2_048
const EVERY_MS = 5_000
const RETRY_AFTER_SECONDS = 10

export function openPacedAnswers({ nowMs = Date.now, everyMs = EVERY_MS }: Needs = {}): PacedAnswers {
  const byHolder = new Map<string, number>()
  const watched = new Map<FastifyReply['raw'], { sinceMs: number; sentBefore: number }>()
  const clock = setInterval(() => {
    for (const [raw, { sinceMs, sentBefore }] of watched) {
      const lateMs = nowMs() - sinceMs - GRACE_MS
      if (lateMs > 0 && sentBy(raw) - sentBefore < (lateMs / 1000) * BYTES_A_SECOND) raw.destroy()
    }
  }, everyMs)
  clock.unref()
  const count = (name: string, change: 1 | -1) => {
    const left = (byHolder.get(name) ?? 0) + change
    if (left > 0) byHolder.set(name, left)
    else byHolder.delete(name)
  }

  return {
    begin({ raw }, holders) {
      if (holders.some(({ name, most }) => (byHolder.get(name) ?? 0) >= most))
        throw problem(429, 'too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      // Gone already, its 'close' is not said again.
      if (raw.destroyed) return
      for (const { name } of holders) count(name, 1)
      raw.once('close', () => {
        for (const { name } of holders) count(name, -1)
      })
    },

    watch({ raw }) {
      if (raw.destroyed || watched.has(raw)) return
      watched.set(raw, { sinceMs: nowMs(), sentBefore: sentBy(raw) })
      raw.once('close', () => watched.delete(raw))
    },

    close: () => clearInterval(clock),
  }
}

/** Bytes that the operating system took. */
const sentBy = ({ socket }: FastifyReply['raw']) => (socket ? socket.bytesWritten - socket.writableLength : 0)
