import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressGroup } from '../accounts/address-limits.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { Session } from '../accounts/sessions.ts'
import { MAILBOX_NAME } from '../mailboxes/mailboxes.ts'
import { problem, unavailable } from '../problem.ts'
import type { Services } from '../services.ts'
import { answerFailures } from './answer-failures.ts'
import { BODY_BYTES, BulkGetBody, ChangesBody, PushBody, parseJson, RevsDiffBody, readBody } from './bodies.ts'
import { type Holder, openPacedAnswers } from './paced-answers.ts'
import { parameters, readParameters } from './parameters.ts'
import { openHeldPolls, readChanges } from './polls/held-polls.ts'
import { openPushes } from './push.ts'
import { openQuotas } from './quotas.ts'
import { type Identity, openUpstream, READER, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

const CATALOGUE = 'catalogue'
const HELD_AT_MOST = 20_000
const LONGPOLL_ROWS = '1000'
/** A browser holds one poll for all of its tabs, and for a moment those it has just given up. */
const POLLS_OF = { account: 100, visitor: 20, nobody: 100, address: 2_000 }
/** Answers that stream; a device reads one or two at a time. */
const READS_OF = { account: 16, address: 32 }

/** A database that this request may reach, and as whom. */
interface Target {
  db: string
  as: Identity
  /** Absent for the catalogue, which anybody may read. */
  session: Session | undefined
}

export interface GateLimits {
  /** Pushed by one mailbox; 300 where absent. */
  documentsPerMinute?: number
  /** Held for one address; 2,000 where absent: carriers put a neighbourhood behind one. */
  pollsOfAddress?: number
}

/** `/db`: CouchDB's replication protocol, cut down to what our devices speak (gate/ARCHITECTURE.md). */
export function gateRoutes(app: FastifyInstance, services: Services, limits: GateLimits = {}): void {
  const { couch, keys, sessions, hub, openRequests, dueMarks, decider, rotation, settings, now } = services
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const upstream = openUpstream({ origin: couch.origin, jwt: keys.jwt })
  const answers = openPacedAnswers()
  const polls = openHeldPolls(hub, answers)
  const quotas = openQuotas({ now, count: countOf, ...limits })
  const push = openPushes({ couch, upstream, hub, dueMarks, decider, quotas, rotation })
  const targets = new WeakMap<FastifyRequest, Target>()

  app.addHook('preClose', async () => {
    hub.close()
    await polls.close()
  })
  app.addHook('onClose', () => {
    answers.close()
    return upstream.close()
  })

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'mogra-gate': '1', 'cache-control': 'no-store' })
  })
  answerFailures(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : parseJson(body)),
  )

  // PouchDB asks for the server's id, and takes the address where there is none.
  app.get('/', { exposeHeadRoute: false }, async () => {
    throw problem(404, 'not_found')
  })

  const anybody = { exposeHeadRoute: false, onRequest: admit(true) }
  // A body may take minutes to come, and the session may have ended meanwhile.
  const anybodyWithBody = { ...anybody, preHandler: admit(true) }
  const ownerWithBody = { exposeHeadRoute: false, onRequest: admit(false), preHandler: admit(false) }

  app.get('/:name', anybody, info)
  // So PouchDB writes it.
  app.get('/:name/', anybody, info)

  async function info(request: FastifyRequest, reply: FastifyReply) {
    readParameters(parameters.none, request.url)
    const { db, as } = targetOf(request)
    const { body } = await ask(as, { method: 'GET', path: `/${db}`, signal: signalOf(request, reply) })
    const info = (await body.json()) as Record<string, unknown>
    const { db_name, doc_count, doc_del_count, update_seq, instance_start_time } = info
    return { db_name, doc_count, doc_del_count, update_seq, instance_start_time }
  }

  app.get('/:name/_changes', anybody, changes)
  app.post('/:name/_changes', anybodyWithBody, async (request, reply) => {
    if (request.body !== undefined) readBody(ChangesBody, request.body)
    return changes(request, reply)
  })

  app.post('/:name/_bulk_get', anybodyWithBody, async (request, reply) => {
    const query = readParameters(parameters.bulkGet, request.url)
    const body = JSON.stringify(readBody(BulkGetBody, request.body))
    return passOn(request, reply, { method: 'POST', path: '/_bulk_get', query: defined(query), body })
  })

  app.post('/:name/_revs_diff', ownerWithBody, async (request, reply) => {
    readParameters(parameters.none, request.url)
    const body = JSON.stringify(readBody(RevsDiffBody, request.body))
    return passOn(request, reply, { method: 'POST', path: '/_revs_diff', body })
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
    const { db, as } = targetOf(request)
    const signal = signalOf(request, reply)
    if (feed !== 'longpoll') {
      beginReading(request, reply)
      const asked = { method: 'GET', path: `/${db}/_changes`, query: defined(query), signal, isStreamed: true } as const
      const { body } = await askChanges(as, asked)
      answers.watch(reply)
      return reply.type('application/json').send(body)
    }
    await polls.hold(reply, {
      db,
      holders: pollHolders(request),
      since: query.since ?? '0',
      async ask(since) {
        const asked = { limit: LONGPOLL_ROWS, ...defined(query), since }
        const { body } = await askChanges(as, { method: 'GET', path: `/${db}/_changes`, query: asked, signal })
        return readChanges(await body.text())
      },
      signal,
      timeoutMs: heartbeat === undefined && timeout !== undefined ? Number(timeout) : undefined,
    })
    return reply
  }

  async function passOn(request: FastifyRequest, reply: FastifyReply, { path, ...rest }: UpstreamRequest) {
    const { db, as } = targetOf(request)
    beginReading(request, reply)
    const signal = signalOf(request, reply)
    const { body } = await ask(as, { ...rest, path: `/${db}${path}`, signal, isStreamed: true })
    answers.watch(reply)
    return reply.type('application/json').send(body)
  }

  function beginReading(request: FastifyRequest, reply: FastifyReply) {
    const { session } = targetOf(request)
    const holder = session
      ? { name: `reads of ${session.account.id}`, most: READS_OF.account }
      : { name: `reads from ${addressGroup(request.ip)}`, most: READS_OF.address }
    answers.begin(reply, [holder])
  }

  function pollHolders(request: FastifyRequest): Holder[] {
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

  /** A sequence from before a migration means nothing to the new CouchDB (400): it is told everything again. */
  async function askChanges(as: Identity, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const answer = await upstream.send(as, request)
    if (answer.status !== 400) return expectOk(answer)
    await answer.body.dump()
    return ask(as, { ...request, query: { ...request.query, since: '0' } })
  }

  /** For reading: what is not a 200 is no answer. */
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

  async function countOf(mailbox: string) {
    return couch.db(mailbox).size()
  }

  /** Whether one may know of this database at all is decided before a body is read, and once more after it. */
  function admit(isForAnybody: boolean) {
    return async (request: FastifyRequest) => {
      const { name } = request.params as { name: string }
      if (name === CATALOGUE && isForAnybody) {
        targets.set(request, { db: CATALOGUE, as: READER, session: undefined })
        return
      }
      if (!MAILBOX_NAME.test(name)) throw problem(404, 'not_found')
      const session = await sessions.find(request.cookies[cookieName])
      if (!session) throw problem(401, 'unauthorized')
      const { id, mailbox } = session.account
      if (mailbox.name !== name) throw problem(404, 'not_found')
      targets.set(request, { db: mailbox.name, as: { name: id, roles: [] }, session })
    }
  }

  function targetOf(request: FastifyRequest): Target {
    const target = targets.get(request)
    if (!target) throw problem(404, 'not_found')
    return target
  }

  /** Aborted when the client is gone or its session has ended. */
  function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const controller = new AbortController()
    const { session } = targetOf(request)
    const over = session ? openRequests.add(session, () => controller.abort(problem(401, 'unauthorized'))) : () => {}
    const { raw } = reply
    const ended = () => {
      over()
      if (!raw.writableFinished) controller.abort()
    }
    // Gone while its session was looked up: 'close' has been said already.
    if (raw.destroyed) ended()
    else raw.once('close', ended)
    return controller.signal
  }
}

/** Without the members that are absent. */
const defined = (query: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
