import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { Report } from '../../couch/outage-log.ts'
import type { Quota, ThroughputLimits } from '../../http/throughput-limits.ts'
import type { ChangeNotifier } from '../../mailboxes/change-notifier.ts'

/** A complete answer of `_changes`. */
export interface Changes {
  text: string
  isEmpty: boolean
  lastSeq: string
}

interface Poll {
  db: string
  /** The quotas that this poll counts towards: the account, if someone is signed in, and the address. */
  holders: readonly Quota[]
  since: string
  /** Asks CouchDB once, with `feed=normal`. */
  ask(since: string): Promise<Changes>
  /** Aborted when the client has gone or its session has ended. */
  signal: AbortSignal
  /** Set only if the client wants no heartbeat. */
  timeoutMs: number | undefined
  /**
   * Resolves with false once the poll's holder may no longer read the database; asked at every wake, and every minute.
   * Absent where the right ends with the session.
   */
  mayGoOn?: () => Promise<boolean>
}

/** Long polls that the gate holds itself, so that an idle device costs CouchDB nothing. */
export interface LongPolls {
  /**
   * Settles when the poll is answered or given up. Throws only before anything was sent: 429 if the holder has too many
   * polls.
   */
  hold(reply: FastifyReply, poll: Poll): Promise<void>
  count(): number
  /** Answers all held polls. */
  close(): Promise<void>
}

const HEARTBEAT_MS = 10_000
/** On a cluster, a read may be behind the write that was announced. */
const ASKED_AGAIN_AFTER_MS = [20, 80, 300, 1_000]
/** How long a poll is held without a new look at its right. */
const JUDGED_EVERY_MS = 60_000
/** A hint is late already and mostly reports our own writes, so only the longest pause is used. */
const FROM = { touched: 0, hinted: ASKED_AGAIN_AFTER_MS.length - 1 }

export function openLongPolls(
  notifier: ChangeNotifier,
  throughput: Pick<ThroughputLimits, 'begin' | 'watch'>,
  report: Report = console.error,
): LongPolls {
  const held = new Map<FastifyReply, Promise<void>>()
  const heart = setInterval(() => {
    for (const { raw } of held.keys()) if (!raw.writableNeedDrain && !raw.writableEnded) raw.write('\n')
  }, HEARTBEAT_MS)
  heart.unref()

  return {
    async hold(reply, poll) {
      throughput.begin(reply, poll.holders)
      // Register before asking, so that a write in between wakes the poll.
      const watch = notifier.watch(poll.db)
      const end = () => watch.end()
      poll.signal.addEventListener('abort', end)
      const timer = poll.timeoutMs === undefined ? undefined : setTimeout(end, poll.timeoutMs)
      try {
        const found = await poll.ask(poll.since)
        if (!found.isEmpty || reply.raw.destroyed) {
          throughput.watch(reply, poll.signal)
          reply.type('application/json').send(found.text)
          return
        }
        const { raw } = reply
        reply.hijack()
        raw.on('error', end)
        raw.writeHead(200, { ...reply.getHeaders(), 'content-type': 'application/json' } as Record<string, string>)
        raw.flushHeaders()
        const answered = waitForMore(found.lastSeq)
        held.set(reply, answered)
        await answered
      } finally {
        clearTimeout(timer)
        held.delete(reply)
        poll.signal.removeEventListener('abort', end)
        watch.end()
      }

      async function waitForMore(from: string) {
        let since = from
        // The first request may have missed a write made just before, whose notification nobody received.
        let again: number = FROM.hinted
        try {
          for (;;) {
            const untilAsked = ASKED_AGAIN_AFTER_MS[again]
            const woken = await watch.next(untilAsked ?? (poll.mayGoOn && JUDGED_EVERY_MS))
            if (woken === 'over') return finish(emptyAt(since))
            const found = woken === 'late' && untilAsked === undefined ? undefined : await poll.ask(since)
            // Judged last: what was read may have been written after the right had ended.
            if (poll.mayGoOn && !(await poll.mayGoOn())) return finish(emptyAt(since))
            if (!found) continue
            again = woken === 'late' ? again + 1 : FROM[woken]
            if (!found.isEmpty) return finish(found.text, poll.signal)
            since = found.lastSeq
          }
        } catch (error) {
          // The poll ended during a request: answer it like one that ends while it waits.
          if (poll.signal.aborted) return finish(emptyAt(since))
          report(`A held poll of ${poll.db} was broken off`, error)
          // The headers are sent already, so break the connection off: the device sees a failure.
          reply.raw.destroy()
        }
      }

      /** An answer with documents is cut off when the session's right to them ends. */
      function finish(text: string, right?: AbortSignal): Promise<void> {
        const { raw } = reply
        if (raw.destroyed || raw.writableEnded) return Promise.resolve()
        throughput.watch(reply, right)
        return new Promise((resolve) => {
          raw.once('close', resolve)
          raw.end(text, resolve)
        })
      }
    },

    count: () => held.size,

    async close() {
      clearInterval(heart)
      await Promise.all(held.values())
    },
  }
}

const emptyAt = (since: string) => `{"results":[],"last_seq":${JSON.stringify(since)},"pending":0}\n`

const Answer = v.object({ results: v.array(v.unknown()), last_seq: v.union([v.string(), v.number()]) })

/** Throws if CouchDB broke off or put an error into its answer. */
export function readChanges(text: string): Changes {
  const { results, last_seq } = v.parse(Answer, JSON.parse(text))
  return { text, isEmpty: results.length === 0, lastSeq: String(last_seq) }
}
