import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseSlowUpload } from './client-error-handler.ts'
import { problem } from './problem.ts'

/** A limit on concurrent requests of one holder, such as an account or an address. */
export interface Quota {
  name: string
  /** The limit at any time. */
  most: number
}

/**
 * Limits bodies and answers that take memory while they are transferred, and waiting polls: how many a holder has at
 * once, and how slow they may be.
 */
export interface ThroughputLimits {
  /** Counts the request until its answer is over, once for each holder; throws 429 if one of them has too many. */
  begin(reply: FastifyReply, holders: readonly Quota[]): void
  /** From now on the body must arrive in time; otherwise it is refused, or cut off if it is answered already. */
  receive(request: FastifyRequest, reply: FastifyReply): void
  /** From now on the reader must keep pace or is cut off; it is cut off immediately when `right` is aborted. */
  watch(reply: FastifyReply, right?: AbortSignal): void
  close(): void
}

interface Pace {
  graceMs: number
  bytesASecond: number
}

/** A phone that paused for a moment gets time to continue; a bad mobile network reaches twice this pace. */
const READING: Pace = { graceMs: 30_000, bytesASecond: 2_048 }
/**
 * A small body has arrived by then; a slower client only wants to hold the connection. At 16 KB/s, 1 MB takes a minute.
 */
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
      // The client has gone, and 'close' will not be emitted again.
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
        // A body that nobody reads may be complete all the same.
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

/** The number of bytes that the operating system has accepted. */
const sentBy = ({ socket }: FastifyReply['raw']) => (socket ? socket.bytesWritten - socket.writableLength : 0)

/** Resets the connection, which also discards data that the operating system has not sent yet. */
function endNow(raw: FastifyReply['raw']) {
  raw.socket?.resetAndDestroy?.()
  raw.destroy()
}
