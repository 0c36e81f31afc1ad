import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { isFeed } from '../../design-docs/databases.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { Session, Sessions } from '../accounts/sessions.ts'
import type { Couch } from '../couch/couch.ts'
import type { OutageLog } from '../couch/outage-log.ts'
import type { Decider } from '../decider/decider.ts'
import type { Feeds } from '../feeds/feeds.ts'
import { addressGroup } from '../http/address-limits.ts'
import { problem, unavailable } from '../http/problem.ts'
import type { Maintenance } from '../http/refuse-in-maintenance.ts'
import type { Quota, ThroughputLimits } from '../http/throughput-limits.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { MAILBOX_NAME } from '../mailboxes/mailboxes.ts'
import type { PendingMailboxes } from '../mailboxes/pending-mailboxes.ts'
import type { Rotation } from '../mailboxes/rotation.ts'
import type { Keys } from '../settings/keys.ts'
import type { Settings } from '../settings/settings.ts'
import { BODY_BYTES, BulkGetBody, ChangesBody, PushBody, parseJson, RevsDiffBody, readBody } from './bodies.ts'
import { bufferSmallResponse } from './buffer-small-response.ts'
import { handleGateErrors } from './error-handler.ts'
import { parameters, readParameters } from './parameters.ts'
import { type Changes, openLongPolls, readChanges } from './polls/long-polls.ts'
import type { SessionRequests } from './polls/session-requests.ts'
import { openPushHandler } from './push.ts'
import { openQuotas, type Size } from './quotas.ts'
import { requestSignal } from './request-signal.ts'
import { asksForAncestors, withoutAncestors } from './revision-limits.ts'
import { rowsOfCities } from './rows-of-cities.ts'
import { openSemaphore } from './semaphore.ts'
import { openSharedAnswers } from './shared-answers.ts'
import { type Identity, openUpstream, READER, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

const CATALOGUE = 'catalogue'
const HELD_AT_MOST = 20_000
const LONGPOLL_ROWS = '1000'
/** A browser holds one poll for all its tabs, plus, for a moment, polls that it has just given up. */
const POLLS_OF = { account: 100, visitor: 20, nobody: 100, address: 2_000 }
/**
 * Concurrent reads; a device makes one or two. Large answers share one pool of connections, so one address may read only
 * a few of them at a time.
 */
const READS_OF = { account: 16, address: 2_000, largeOfAddress: 24 }
/** Concurrent requests of one address to CouchDB; each counts until CouchDB has begun its answer. */
const ASKED_OF_ADDRESS = 8

/** A larger answer of a feed is streamed to each of its readers. */
const SHARED_BYTES = 4 * 1024 * 1024

/** The database that this request may reach, and the identity that it uses there. */
interface Target {
  /** The name that the client uses. */
  name: string
  /** The database in CouchDB. */
  db: string
  as: Identity
  /** Absent for the catalogue, which anyone may read. */
  session: Session | undefined
  /** Set if everybody with a role reads this database: then requests that ask the same share one answer. */
  isFeed?: true
  /** Set if only the rows of these cities are for this reader. */
  cities?: readonly string[] | undefined
}

interface Needs {
  couch: Couch
  keys: Keys
  sessions: Sessions
  notifier: ChangeNotifier
  sessionRequests: SessionRequests
  pendingMailboxes: PendingMailboxes
  decider: Decider
  rotation: Rotation
  settings: Settings
  deskSettings: Maintenance
  feeds: Feeds
  now: () => Date
  outages: OutageLog
}

export interface GateLimits {
  /** Documents pushed to one mailbox; default 300. */
  documentsPerMinute?: number
  /** Polls held for one address; default 2,000, because mobile carriers put a whole neighbourhood behind one. */
  pollsOfAddress?: number
}

/** `/db`: CouchDB's replication protocol, reduced to what our devices use (gate/ARCHITECTURE.md). */
export function gateRoutes(
  app: FastifyInstance,
  needs: Needs,
  throughput: ThroughputLimits,
  limits: GateLimits = {},
): void {
  const { couch, keys, sessions, notifier, sessionRequests, pendingMailboxes, decider, rotation } = needs
  const { settings, deskSettings, feeds, now, outages } = needs
  const { report } = outages
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const upstream = openUpstream({ origin: couch.origin, jwt: keys.jwt, report })
  const acquire = openSemaphore(ASKED_OF_ADDRESS)
  const polls = openLongPolls(notifier, throughput, report)
  const shared = openSharedAnswers(notifier)
  const quotas = openQuotas({ now, count: countOf, ...limits })
  const push = openPushHandler({ couch, upstream, notifier, pendingMailboxes, decider, quotas, rotation, deskSettings })
  const targets = new WeakMap<FastifyRequest, Target>()

  app.addHook('preClose', async () => {
    notifier.close()
    await polls.close()
  })
  app.addHook('onClose', () => upstream.close())

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'mogra-gate': '1', 'cache-control': 'no-store' })
  })
  handleGateErrors(app, outages)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : parseJson(body)),
  )

  // PouchDB asks for the server's id, and uses the address if there is none.
  app.get('/', { exposeHeadRoute: false }, async () => {
    throw problem(404, 'not_found')
  })

  const anybody = { exposeHeadRoute: false, onRequest: admit(true) }
  // A body may take minutes to arrive, and the session may end in the meantime.
  const anybodyWithBody = { ...anybody, preHandler: admit(true) }
  const ownerWithBody = { exposeHeadRoute: false, onRequest: admit(false), preHandler: admit(false) }

  app.get('/:name', anybody, info)
  // PouchDB asks with a trailing slash.
  app.get('/:name/', anybody, info)

  async function info(request: FastifyRequest, reply: FastifyReply) {
    readParameters(parameters.none, request.url)
    const { name, db, as } = targetOf(request)
    const { body } = await ask(as, { method: 'GET', path: `/${db}`, signal: signalOf(request, reply) })
    const info = (await body.json()) as Record<string, unknown>
    const { doc_count, doc_del_count, update_seq, instance_start_time } = info
    return { db_name: name, doc_count, doc_del_count, update_seq, instance_start_time }
  }

  app.get('/:name/_changes', anybody, changes)
  app.post('/:name/_changes', anybodyWithBody, async (request, reply) => {
    if (request.body !== undefined) readBody(ChangesBody, request.body)
    return changes(request, reply)
  })

  app.post('/:name/_bulk_get', anybodyWithBody, async (request, reply) => {
    const query = readParameters(parameters.bulkGet, request.url)
    const asked = readBody(BulkGetBody, request.body)
    const { db, as, isFeed, cities } = targetOf(request)
    // With `latest`, an earlier revision is answered by what became of it: what a feed no longer shows stays unread.
    const how = isFeed ? { ...query, latest: 'true' } : query
    const askFor = async (signal?: AbortSignal) => {
      // A refusal would tell what is a leaf of a hidden row, so that nothing is refused here.
      const docs = cities ? await withoutAncestors(asked.docs, couch.db(db)) : asked.docs
      if (!cities && how.latest === 'true' && (await asksForAncestors(docs, couch.db(db))))
        throw problem(413, 'too_large')
      return ask(as, { ...posted(`/${db}/_bulk_get`, { docs }), query: defined(how), ...(signal && { signal }) })
    }
    return read(request, reply, askFor, cities && ((answer) => rowsOfCities(answer, cities)))
  })

  app.post('/:name/_revs_diff', ownerWithBody, async (request, reply) => {
    readParameters(parameters.none, request.url)
    const asked = readBody(RevsDiffBody, request.body)
    const { db, as } = targetOf(request)
    return read(request, reply, (signal) =>
      ask(as, { ...posted(`/${db}/_revs_diff`, asked), ...(signal && { signal }) }),
    )
  })

  app.post('/:name/_bulk_docs', ownerWithBody, async (request, reply) => {
    readParameters(parameters.none, request.url)
    const { docs } = readBody(PushBody, request.body)
    const { db, session } = targetOf(request)
    if (!session) throw problem(404, 'not_found')
    return reply.code(201).send(await push({ docs, mailbox: db, account: session.account }))
  })

  async function changes(request: FastifyRequest, reply: FastifyReply) {
    const { feed, heartbeat, timeout, ...query } = readParameters(parameters.changes, request.url)
    if (feed === 'longpoll' && polls.count() >= HELD_AT_MOST) throw unavailable()
    const target = targetOf(request)
    const { db, as, isFeed, cities } = target
    if (feed !== 'longpoll') {
      const asked = { ...changesOf(target, defined(query)), isStreamed: true } as const
      return read(request, reply, (signal) => askChanges(as, { ...asked, ...(signal && { signal }) }))
    }
    const signal = signalOf(request, reply)
    const askFor = async (since: string, signal?: AbortSignal) => {
      const asked = { limit: LONGPOLL_ROWS, ...defined(query), since }
      const { body } = await askChanges(as, { ...changesOf(target, asked), ...(signal && { signal }) })
      return readChanges(await body.text())
    }
    const question = (since: string) => `poll ${JSON.stringify([since, cities, Object.entries(query).sort()])}`
    await polls.hold(reply, {
      db,
      holders: pollHolders(request),
      since: query.since ?? '0',
      ask: (since) =>
        isFeed
          ? shared.ask(db, question(since), () => askFor(since), isNews).then(unless(signal))
          : askFor(since, signal),
      signal,
      timeoutMs: heartbeat === undefined && timeout !== undefined ? Number(timeout) : undefined,
      ...(isFeed && { mayGoOn: () => mayStillRead(request, target.name) }),
    })
    return reply
  }

  async function mayStillRead(request: FastifyRequest, name: string): Promise<boolean> {
    const session = await sessions.find(request.cookies[cookieName])
    return session !== undefined && (await feeds.readable(session.account, name)) !== undefined
  }

  /**
   * Sends an answer of CouchDB. A short one is buffered, so its reader keeps nobody waiting. Large ones are limited per
   * address, so that an address can only delay itself. With `narrow`, the reader of a feed gets only what it returns, and
   * a large answer is refused.
   */
  async function read(
    request: FastifyRequest,
    reply: FastifyReply,
    askFor: (signal?: AbortSignal) => Promise<UpstreamAnswer>,
    narrow?: (answer: Buffer) => Buffer,
  ) {
    const { session } = targetOf(request)
    const address = addressGroup(request.ip)
    const holders = [{ name: `reads from ${address}`, most: READS_OF.address }]
    if (session) holders.push({ name: `reads of ${session.account.id}`, most: READS_OF.account })
    throughput.begin(reply, holders)
    const signal = signalOf(request, reply)
    const leave = await acquire(address, signal)
    try {
      const found = (await sharedAnswer(request, askFor, narrow)) ?? (await ownAnswer())
      signal.throwIfAborted()
      throughput.watch(reply, signal)
      return reply.type('application/json').send(found)
    } finally {
      leave()
    }

    async function ownAnswer() {
      const { body } = await askFor(signal)
      const found = await bufferSmallResponse(body)
      if (!Buffer.isBuffer(found)) beginLarge(reply, address, body)
      return found
    }
  }

  /** Undefined where the answer is for this reader alone, or too large to be kept in memory. */
  async function sharedAnswer(
    request: FastifyRequest,
    askFor: (signal?: AbortSignal) => Promise<UpstreamAnswer>,
    narrow?: (answer: Buffer) => Buffer,
  ): Promise<Buffer | undefined> {
    const { db, isFeed, cities } = targetOf(request)
    if (!isFeed) return undefined
    const question = `${request.method} ${request.url} ${JSON.stringify([cities, request.body])}`
    const ask = async () => {
      const { body } = await askFor()
      const found = await bufferSmallResponse(body, SHARED_BYTES)
      if (Buffer.isBuffer(found)) return narrow ? narrow(found) : found
      body.on('error', () => {}).destroy()
      // The device asks for fewer rows at a time.
      if (narrow) throw problem(413, 'too_large')
      return undefined
    }
    return shared.ask(db, question, ask, (answer) => answer !== undefined)
  }

  function beginLarge(reply: FastifyReply, address: string, body: UpstreamAnswer['body']) {
    try {
      throughput.begin(reply, [{ name: `large reads from ${address}`, most: READS_OF.largeOfAddress }])
    } catch (error) {
      body.on('error', () => {}).destroy()
      throw error
    }
  }

  function pollHolders(request: FastifyRequest): Quota[] {
    const { session } = targetOf(request)
    const address = addressGroup(request.ip)
    const { account, visitor, nobody } = POLLS_OF
    return [
      session
        ? { name: `polls of ${session.account.id}`, most: session.account.role === 'VISITOR' ? visitor : account }
        : { name: `polls of nobody at ${address}`, most: nobody },
      { name: `polls from ${address}`, most: limits.pollsOfAddress ?? POLLS_OF.address },
    ]
  }

  /** After a migration, CouchDB does not know the device's old sequence and returns 400: ask again from the start. */
  async function askChanges(as: Identity, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const answer = await upstream.send(as, request)
    if (answer.status !== 400) return expectOk(answer)
    await answer.body.dump()
    return ask(as, { ...request, query: { ...request.query, since: '0' } })
  }

  /** Asks CouchDB for a read; throws for every status but 200. */
  async function ask(as: Identity, request: UpstreamRequest): Promise<UpstreamAnswer> {
    return expectOk(await upstream.send(as, request))
  }

  async function expectOk(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
    if (answer.status === 200) return answer
    await answer.body.dump()
    if (answer.status === 404) throw problem(404, 'not_found')
    if (answer.status === 400) throw problem(400, 'bad_request')
    throw unavailable()
  }

  async function countOf(mailbox: string, account: string): Promise<Size> {
    const { body } = await ask({ name: account, roles: [] }, { method: 'GET', path: `/${mailbox}` })
    const { doc_count, doc_del_count, sizes } = v.parse(MailboxInfo, await body.json())
    const { active, external } = sizes
    // `active` may be smaller, because the data on disk is compressed or not written yet.
    return { documents: doc_count, deleted: doc_del_count, bytes: external, space: Math.max(active, external) }
  }

  /** Checks access to the database before the body is read, and again when it is complete. */
  function admit(isForAnybody: boolean) {
    return async (request: FastifyRequest) => {
      const { name } = request.params as { name: string }
      if (name === CATALOGUE && isForAnybody) {
        targets.set(request, { name, db: CATALOGUE, as: READER, session: undefined })
        return
      }
      const isForRole = isForAnybody && isFeed(name)
      if (!isForRole && !MAILBOX_NAME.test(name)) throw problem(404, 'not_found')
      const session = await sessions.find(request.cookies[cookieName])
      if (!session) throw problem(401, 'unauthorized')
      const { id, role, mailbox } = session.account
      if (isForRole) {
        const feed = await feeds.readable(session.account, name)
        if (!feed) throw problem(404, 'not_found')
        const { database: db, cities } = feed
        targets.set(request, { name, db, as: { name: id, roles: [role] }, session, isFeed: true, cities })
        return
      }
      if (mailbox.name !== name) throw problem(404, 'not_found')
      targets.set(request, { name, db: mailbox.name, as: { name: id, roles: [] }, session })
    }
  }

  function targetOf(request: FastifyRequest): Target {
    const target = targets.get(request)
    if (!target) throw problem(404, 'not_found')
    return target
  }

  const signalOf = (request: FastifyRequest, reply: FastifyReply) =>
    requestSignal(reply, targetOf(request).session, sessionRequests)
}

const posted = (path: string, body: object) =>
  ({ method: 'POST', path, body: JSON.stringify(body), isStreamed: true }) as const

/** Asks for changes: with `cities`, only for those of the rows that name one of them, closed ones too. */
const changesOf = ({ db, cities }: Target, query: Record<string, string>): UpstreamRequest => {
  const path = `/${db}/_changes`
  if (!cities) return { method: 'GET', path, query }
  const body = JSON.stringify({ selector: { city: { $in: cities } } })
  return { method: 'POST', path, query: { ...query, filter: '_selector' }, body }
}

const MailboxInfo = v.object({
  doc_count: v.number(),
  doc_del_count: v.number(),
  sizes: v.object({ active: v.number(), external: v.number() }),
})

const isNews = ({ isEmpty }: Changes) => !isEmpty

/** Throws if the request has ended while it waited for an answer that others share. */
const unless =
  (signal: AbortSignal) =>
  <T>(answer: T): T => {
    signal.throwIfAborted()
    return answer
  }

/** Drops absent members. */
const defined = (query: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
