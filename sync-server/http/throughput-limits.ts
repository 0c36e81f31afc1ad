import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseSlowUpload } from './client-error-handler.ts'
import { problem } from './problem.ts'

/** For whom a request counts, such as an account or an address. */
export interface Quota {
  name: string
  /** At a time. */
  most: number
}

/**
 * Bodies and answers that take memory while they go over the wire, and polls that wait: nobody has many at a time, nor
 * takes for ever with one.
 */
export interface ThroughputLimits {
  /** Counted until the answer is over, once for each holder; throws 429 when one of them has too many. */
  begin(reply: FastifyReply, holders: readonly Quota[]): void
  /** From now on its body has to come in time, or is refused; if it is answered already, cut off. */
  receive(request: FastifyRequest, reply: FastifyReply): void
  /** From now on its reader has to keep pace, or is cut off; at once when the right to it ends. */
  watch(reply: FastifyReply, right?: AbortSignal): void
  close(): void
}

interface Pace {
  graceMs: number
  bytesASecond: number
}

/** A phone that stood still for a moment is given time; a bad mobile network does twice that pace. */
const READING: Pace = { graceMs: 30_000, bytesASecond: 2_048 }
/** A small body is here by then; who takes longer over one only means to hold it. 1 MB at 16 KB/s takes a minute. */
const SENDING: Pace = { graceMs: 20_000, bytesASecond: 4_096 }
const EVERY_MS = 5_000
const RETRY_AFTER_SECONDS = 10

interface Watched extends Pace {
  sinceMs: number
  before: number
  bytes(): number
  cut(): void
}

export const tooMany = () => problem(429, 'too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })

export function openThroughputLimits(): ThroughputLimits {
  const byHolder = new Map<string, Set<FastifyReply['raw']>>()
  const watched = new Map<object, Watched>()
  const clock = setInterval(() => {
    for (const { sinceMs, before, bytes, cut, graceMs, bytesASecond } of watched.values()) {
      const lateMs = Date.now() - sinceMs - graceMs
      if (lateMs > 0 && bytes() - before < (lateMs / 1000) * bytesASecond) cut()
    }
  }, EVERY_MS)
  clock.unref()

  function leave(name: string, raw: FastifyReply['raw']) {
    const open = byHolder.get(name)
    open?.delete(raw)
    if (open?.size === 0) byHolder.delete(name)
  }

  return {
    begin({ raw }, holders) {
      const more = holders.filter(({ name }) => !byHolder.get(name)?.has(raw))
      if (more.some(({ name, most }) => (byHolder.get(name)?.size ?? 0) >= most)) throw tooMany()
      // Gone already, its 'close' is not said again.
      if (raw.destroyed) return
      for (const { name } of more) byHolder.set(name, (byHolder.get(name) ?? new Set()).add(raw))
      raw.once('close', () => {
        for (const { name } of more) leave(name, raw)
      })
    },

    receive({ raw }, reply) {
      if (raw.destroyed) return
      const { socket } = raw
      const bytes = () => socket.bytesRead
      function cut() {
        // One that nobody asked for lies there unread, but whole.
        if (raw.complete) return
        if (reply.raw.headersSent) socket.destroy()
        else refuseSlowUpload(socket)
      }
      watched.set(raw, { ...SENDING, sinceMs: Date.now(), before: bytes(), bytes, cut })
      const forget = () => watched.delete(raw)
      raw.once('end', forget)
      raw.once('close', forget)
    },

    watch({ raw }, right) {
      if (raw.destroyed || watched.has(raw)) return
      const bytes = () => sentBy(raw)
      watched.set(raw, { ...READING, sinceMs: Date.now(), before: bytes(), bytes, cut: () => void raw.destroy() })
      const end = () => endNow(raw)
      if (right?.aborted) end()
      right?.addEventListener('abort', end)
      raw.once('close', () => {
        watched.delete(raw)
        right?.removeEventListener('abort', end)
      })
    },

    close: () => clearInterval(clock),
  }
}

/** Bytes that the operating system took. */
const sentBy = ({ socket }: FastifyReply['raw']) => (socket ? socket.bytesWritten - socket.writableLength : 0)

/** What the operating system took and did not send yet is taken back, too. */
function endNow(raw: FastifyReply['raw']) {
  raw.socket?.resetAndDestroy?.()
  raw.destroy()
}
