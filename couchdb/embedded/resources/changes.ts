import type { FastifyInstance } from 'fastify'
import { memberDatabase } from '../access/open-database.ts'
import { type PageRequest, readPage } from '../documents/changes-reader.ts'
import type { ChangeFilter } from '../documents/filters.ts'
import { formatSequence, parseSequence } from '../documents/sequence.ts'
import { badRequest } from '../http/failure.ts'
import { Feed } from '../http/feed.ts'
import { asObject } from '../http/json.ts'
import { type Call, jsonBody, rawBody, resource } from '../http/resource.ts'
import { project } from '../mango/field-path.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import type { ChangeRow } from '../store/pouch.ts'
import { changesFields, changesFilter } from './changes-filter.ts'

const PAGE_ROWS = 500
const DEFAULT_WAIT_MS = 60_000

interface ChangesRequest {
  page: Omit<PageRequest, 'since' | 'limit'>
  feed: 'normal' | 'longpoll' | 'continuous'
  limit: number
  narrow: ChangeFilter | undefined
  /** The fields of the included documents; undefined for all. */
  fields: string[] | undefined
  heartbeat: number | undefined
  timeout: number
}

/** `_changes` with the feeds normal, longpoll and continuous, and all filters of CouchDB. */
export function changesResource(app: FastifyInstance, databases: Databases, openFeeds: Set<Feed>): void {
  const handler = async (call: Call) => {
    const database = memberDatabase(call, databases)
    const request = await readRequest(call, database)
    const now = await database.use((pouch) => pouch.info()).then((info) => info.update_seq)
    const lastEventId = call.request.headers['last-event-id']
    const given = call.parameters.text('since') ?? (typeof lastEventId === 'string' ? lastEventId : undefined)
    const since = parseSequence(given, database.meta.id, now)
    const feed = new Feed(call, openFeeds)
    void answer(feed, database, request, since).catch(() => feed.end())
    return call.reply
  }
  resource(app, '/:db/_changes', { get: handler, post: handler })
}

async function answer(feed: Feed, database: Database, request: ChangesRequest, start: number): Promise<void> {
  const unsubscribe = database.onChange(() => feed.wake())
  const sequence = (number: number) => formatSequence(number, database.meta.id)
  const continuous = request.feed === 'continuous'
  try {
    if (!continuous) await feed.write('{"results":[\n')
    if (request.feed !== 'normal') feed.keepAlive(request)
    let since = start
    let sent = 0
    for (;;) {
      const { lastSeq, atEnd } = await sendPages(feed, database, request, since, sent, (row) => {
        const doc = row.doc && request.fields ? { doc: project(row.doc, request.fields) } : {}
        const line = JSON.stringify({ ...row, ...doc, seq: sequence(row.seq) })
        const text = continuous ? `${line}\n` : `${sent > 0 ? ',\n' : ''}${line}`
        sent += 1
        return feed.write(text)
      }).catch((error: unknown) => {
        // If the database was deleted meanwhile, the feed ends normally: what was already sent was correct.
        if (database.removed) return { lastSeq: since, atEnd: true }
        throw error
      })
      since = lastSeq
      const done =
        database.removed ||
        request.feed === 'normal' ||
        sent >= request.limit ||
        (request.feed === 'longpoll' && sent > 0)
      if (done || !(await feed.waitForChange())) {
        // After the last row nothing is left, even if the limit ended the feed there.
        const least = request.page.descending ? 1 : 0
        const pending = atEnd ? 0 : Math.max(least, (await lastSequence(database)) - since)
        const last = `"last_seq":${JSON.stringify(sequence(since))},"pending":${pending}}`
        return feed.finish(continuous ? `{${last}\n` : `\n],\n${last}\n`)
      }
    }
  } finally {
    unsubscribe()
    feed.end()
  }
}

/** Sends the changes after `since`, up to the limit. */
async function sendPages(
  feed: Feed,
  database: Database,
  request: ChangesRequest,
  since: number,
  sentBefore: number,
  send: (row: ChangeRow) => Promise<void>,
): Promise<{ lastSeq: number; atEnd: boolean }> {
  let lastSeq = since
  let sent = sentBefore
  for (;;) {
    const room = request.limit - sent
    // A filter may drop most of a page, so full pages are read; a descending read cannot be continued, so it reads all.
    const { narrow } = request
    const limit = request.page.descending && !narrow ? room : narrow ? PAGE_ROWS : Math.min(PAGE_ROWS, room)
    const whole = request.page.descending && narrow !== undefined
    const page = await readPage(database, { ...request.page, since: lastSeq, limit: whole ? 1e9 : limit })
    const kept = new Map((narrow ? await narrow(page.rows) : page.rows).map((row) => [row.seq, row]))
    for (const row of page.rows) {
      if (feed.ended) return { lastSeq, atEnd: true }
      const left = kept.get(row.seq)
      if (left) {
        await send(left)
        sent += 1
      }
      lastSeq = request.page.descending ? Math.max(lastSeq, row.seq) : row.seq
      if (sent >= request.limit) return { lastSeq, atEnd: page.atEnd && row === page.rows.at(-1) }
    }
    lastSeq = Math.max(lastSeq, page.lastSeq)
    if (page.atEnd || request.page.descending) return { lastSeq, atEnd: true }
  }
}

const lastSequence = (database: Database) =>
  database
    .use((pouch) => pouch.info())
    .then(
      (info) => info.update_seq,
      () => 0,
    )

async function readRequest(call: Call, database: Database): Promise<ChangesRequest> {
  const { parameters } = call
  const asked = parameters.text('feed') ?? 'normal'
  const feed = asked === 'live' ? 'continuous' : asked
  if (feed !== 'normal' && feed !== 'longpoll' && feed !== 'continuous')
    throw badRequest('Supported `feed` types: normal, continuous, live, longpoll')
  const style = parameters.text('style') ?? 'main_only'
  if (style !== 'main_only' && style !== 'all_docs') throw badRequest('Unsupported `style`')
  const body = rawBody(call).length > 0 ? asObject(jsonBody(call)) : {}
  const isBySelector = parameters.text('filter') === '_selector'
  const isWithDocs = parameters.flag('include_docs')
  return {
    page: {
      descending: parameters.flag('descending'),
      allLeaves: style === 'all_docs',
      includeDocs: isWithDocs || isBySelector,
      conflicts: isWithDocs && parameters.flag('conflicts'),
      attachments: isWithDocs && parameters.flag('attachments'),
    },
    feed,
    // As in CouchDB, 0 means 1.
    limit: Math.max(1, parameters.whole('limit') ?? Number.MAX_SAFE_INTEGER),
    narrow: await changesFilter(call, database, body),
    fields: isBySelector ? changesFields(body.fields) : undefined,
    heartbeat:
      parameters.text('heartbeat') === 'true'
        ? DEFAULT_WAIT_MS
        : parameters.whole('heartbeat', { min: 1, max: 2 ** 31 - 1 }),
    timeout: parameters.whole('timeout', { max: DEFAULT_WAIT_MS }) ?? DEFAULT_WAIT_MS,
  }
}
