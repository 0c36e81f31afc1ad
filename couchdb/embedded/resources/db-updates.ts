import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { formatSequence, parseSequence } from '../documents/sequence.ts'
import { badRequest, noDatabase } from '../http/failure.ts'
import { Feed } from '../http/feed.ts'
import { resource } from '../http/resource.ts'
import { requireServerAdmin } from '../http/user.ts'
import type { DatabaseEvent, Databases } from '../store/databases.ts'

const DEFAULT_WAIT_MS = 60_000

/** `_db_updates`: the newest event of each database since the start, in memory; only a hint, as in CouchDB. */
export function dbUpdatesResource(app: FastifyInstance, databases: Databases, openFeeds: Set<Feed>): void {
  // A sequence from before a restart means "from the start": all events since the restart are sent again.
  const life = randomBytes(8).toString('hex')
  const newest = new Map<string, DatabaseEvent & { seq: number }>()
  let last = 0
  databases.onEvent((event) => {
    last += 1
    // Deleting the entry first keeps the map in the order of the events.
    newest.delete(event.name)
    newest.set(event.name, { ...event, seq: last })
  })

  resource(app, '/_db_updates', {
    get: (call) => {
      requireServerAdmin(call.user)
      if (!databases.has('_global_changes')) throw noDatabase()
      const { parameters } = call
      const kind = parameters.text('feed') ?? 'normal'
      if (kind !== 'normal' && kind !== 'longpoll' && kind !== 'continuous') throw badRequest('Unsupported `feed`')
      const since = parseSequence(parameters.text('since'), life, last)
      const limit = Math.max(1, parameters.whole('limit') ?? Number.MAX_SAFE_INTEGER)
      const keep = {
        heartbeat:
          parameters.text('heartbeat') === 'true'
            ? DEFAULT_WAIT_MS
            : parameters.whole('heartbeat', { min: 1, max: 2 ** 31 - 1 }),
        timeout: parameters.whole('timeout', { max: DEFAULT_WAIT_MS }) ?? DEFAULT_WAIT_MS,
      }
      const feed = new Feed(call, openFeeds)
      void follow(feed, kind, since, limit, keep).catch(() => feed.end())
      return call.reply
    },
  })

  async function follow(
    feed: Feed,
    kind: string,
    start: number,
    limit: number,
    keep: { heartbeat: number | undefined; timeout: number },
  ): Promise<void> {
    const unsubscribe = databases.onEvent(() => feed.wake())
    const continuous = kind === 'continuous'
    let since = start
    let sent = 0
    try {
      if (!continuous) await feed.write('{"results":[\n')
      if (kind !== 'normal') feed.keepAlive(keep)
      for (;;) {
        const events = [...newest.values()].filter((event) => event.seq > since).slice(0, limit - sent)
        for (const { name, type, seq } of events) {
          const line = JSON.stringify({ db_name: name, type, seq: formatSequence(seq, life) })
          await feed.write(continuous ? `${line}\n` : `${sent > 0 ? ',\n' : ''}${line}`)
          since = seq
          sent += 1
        }
        const done = kind === 'normal' || sent >= limit || (kind === 'longpoll' && sent > 0)
        if (done || !(await feed.waitForChange())) {
          const end = `"last_seq":${JSON.stringify(formatSequence(since, life))}}\n`
          return feed.finish(continuous ? `{${end}` : `\n],\n${end}`)
        }
      }
    } finally {
      unsubscribe()
      feed.end()
    }
  }
}
