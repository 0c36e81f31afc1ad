import { LARGE_BYTES, largeDocuments, readSlowly } from '../../gate/testing/slow-reader.ts'
import { asPushed } from '../../testing/device.ts'
import { type Attack, type AttackContext, type Group, JSON_TYPE } from '../harness/attack.ts'
import { isEndOfSession } from '../harness/database-diff.ts'
import { bytesOf, exchange, type Outcome, send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'
import { activeSessions, endAccount, endSessions } from '../harness/test-users.ts'

/** The tests of `gate/polls` check that requests end within 5 s; here, on a busy machine, they must only end. */
const ENDED_WITHIN_MS = 20_000
const POLLS = 20
const TOO_MANY_POLLS = 200
const CART_LINE = {
  ...{ _id: 'cart:lilies:late', type: 'cart-line', device: 'late', flower: 'lilies', added: 1, taken: {} },
  updatedAt: '2026-11-21T10:00:00.000Z',
}
const LATE_PUSH = JSON.stringify({ docs: [asPushed(CART_LINE)], new_edits: false })

type End = (scene: AttackContext, person: Person) => Promise<unknown>

const ENDS: readonly { name: string; end: End; isAtOnce?: true }[] = [
  {
    name: 'signing out',
    end: (scene, { cookie }) => send(scene.url, asked('DELETE', '/api/sessions/current', cookie), { ms: 5_000 }),
    isAtOnce: true,
  },
  { name: 'its session ended elsewhere', end: ({ couch }, { id }) => endSessions(couch, id) },
  { name: 'its account ended', end: ({ couch }, { id }) => endAccount(couch, id) },
]

/** Requests that began with a valid session and continue after its end: they may read and write nothing any more. */
export function revokedSessions(scene: AttackContext): Group {
  const mailboxes = new Set<string>()
  const accounts = new Set<string>()
  let standing = new Set<string>()
  return {
    name: 'held',
    atOnce: 3,
    async prepare() {
      standing = await activeSessions(scene)
      const { nobody, supplier } = scene.users.as
      const attacks: Attack[] = []
      for (const { name, end, isAtOnce } of ENDS) {
        const [polling, pushing, reading, dawdling] = [
          await scene.users.newcomer(),
          await scene.users.newcomer(),
          await scene.users.newcomer(),
          await scene.users.newcomer(),
        ]
        await scene.couch.post(`/${dawdling.mailbox}/_bulk_docs`, { docs: largeDocuments() })
        for (const { id } of [polling, pushing, reading, dawdling]) accounts.add(`account:${id}`)
        const spare = isAtOnce && (await scene.target.session(polling.id))
        if (spare) mailboxes.add(polling.mailbox)
        attacks.push(
          { name: `${POLLS} polls across ${name}`, run: () => polls(scene, polling, end, spare) },
          { name: `a push across ${name}`, run: () => slowBody(scene, pushing, '_bulk_docs', LATE_PUSH, end) },
          {
            name: `a reading across ${name}`,
            run: () => slowBody(scene, reading, '_bulk_get', '{"docs":[{"id":"account"}]}', end),
          },
          { name: `answers that are read slowly across ${name}`, run: () => slowReading(scene, dawdling, end) },
        )
      }
      return [
        ...attacks,
        { name: 'one session that takes all polls', run: () => allPolls(scene, supplier.mailbox, supplier.cookie) },
        { name: 'nobody who takes all polls', run: () => allPolls(scene, 'catalogue', nobody.cookie) },
      ]
    },
    // Only the ends of sessions; the mailboxes of late pushes must stay unchanged.
    mayChange: (change) =>
      mailboxes.has(change.database) ||
      (change.database === 'audit' && change.id.startsWith('access:')) ||
      (change.database === 'accounts' && accounts.has(change.id)) ||
      (change.database === 'work' && change.id.startsWith('departure:')) ||
      isEndOfSession(change, standing),
  }
}

const asked = (method: string, target: string, cookie: string) =>
  ({ method, target, headers: [['cookie', cookie]] }) as const

/** `spare` is the cookie of another session, which writes as soon as the first has ended. */
async function polls(
  scene: AttackContext,
  person: Person,
  end: End,
  spare: string | undefined,
): Promise<string | undefined> {
  const target = `/db/${person.mailbox}/_changes?feed=longpoll&heartbeat=10000&since=now`
  const signal = AbortSignal.timeout(ENDED_WITHIN_MS * 2)
  // The headers arrive as soon as the poll is held.
  const open = await Promise.all(
    Array.from({ length: POLLS }, () => fetch(scene.url + target, { headers: { cookie: person.cookie }, signal })),
  )
  const wrong = open.find(({ status }) => status !== 200)
  if (wrong) return `a poll was answered ${wrong.status}`
  const endedAt = performance.now()
  await end(scene, person)
  if (spare) {
    const push = asked('POST', `/db/${person.mailbox}/_bulk_docs`, spare)
    const answer = await send(
      scene.url,
      { ...push, headers: [...push.headers, JSON_TYPE], body: LATE_PUSH },
      { ms: 5_000 },
    )
    const complaint = statusOf(answer, 201)
    if (complaint) return `the push by the other session was ${complaint}`
  }
  const texts = await Promise.all(open.map((response) => response.text().catch(() => '')))
  const tookMs = performance.now() - endedAt
  if (tookMs > ENDED_WITHIN_MS) return `went on for ${tookMs.toFixed()} ms`
  if (texts.some((text) => text.includes(CART_LINE._id))) return 'a poll was told what was written afterwards'
  await untilEnded(scene, person)
  return statusOf(await send(scene.url, asked('GET', target, person.cookie), { ms: ENDED_WITHIN_MS }), 401)
}

/** Sends the headers and half of the body with a valid session, and the rest after its end. */
async function slowBody(
  scene: AttackContext,
  person: Person,
  endpoint: string,
  body: string,
  end: End,
): Promise<string | undefined> {
  const path = `/db/${person.mailbox}/${endpoint}`
  const raw = { method: 'POST', target: path, headers: [['cookie', person.cookie], JSON_TYPE] as const, body }
  const bytes = bytesOf(scene.url, raw)
  const half = bytes.length - Math.floor(body.length / 2)
  const outcome = exchange(scene.url, bytes.subarray(0, half), {
    ms: ENDED_WITHIN_MS * 2,
    async goOn(write) {
      await end(scene, person)
      await untilEnded(scene, person)
      write(bytes.subarray(half))
      return undefined
    },
  })
  return statusOf(await outcome, 401)
}

/** Reads the beginning of the answers with a valid session; the rest must never arrive. */
async function slowReading(scene: AttackContext, person: Person, end: End): Promise<string | undefined> {
  const paths = [`/db/${person.mailbox}/_changes?include_docs=true`, '/api/accounts/current/export']
  const readers = await Promise.all(paths.map((path) => readSlowly(scene.url, path, person.cookie)))
  const wrong = readers.find(({ status }) => status !== 200)
  if (wrong) return `one was answered ${wrong.status}`
  await end(scene, person)
  await untilEnded(scene, person)
  const read = await Promise.all(readers.map((reader) => reader.readAll()))
  return read.some((bytes) => bytes > LARGE_BYTES) ? 'one was read to its end' : undefined
}

async function untilEnded(scene: AttackContext, { cookie }: Person): Promise<void> {
  const until = Date.now() + ENDED_WITHIN_MS
  for (;;) {
    const outcome = await send(scene.url, asked('GET', '/api/sessions/current', cookie), { ms: ENDED_WITHIN_MS })
    const complaint = outcome === 'closed' ? 'was cut off' : statusOf(outcome, 401)
    if (complaint === undefined) return
    if (Date.now() > until) throw new Error(`the session goes on: it ${complaint}`)
  }
}

/** A connection that is cut off counts as refused. */
function statusOf(outcome: Outcome, status: number): string | undefined {
  if (outcome === 'closed') return undefined
  if (outcome === 'silent') return `hangs; expected ${status}`
  return outcome.status === status
    ? undefined
    : `answered ${outcome.status}: ${outcome.body.slice(0, 100)}; expected ${status}`
}

/** All devices share the held polls, so a client that takes very many is refused the rest. */
async function allPolls({ url }: AttackContext, database: string, cookie = ''): Promise<string | undefined> {
  const controller = new AbortController()
  const target = `${url}/db/${database}/_changes?feed=longpoll&since=now`
  const answers = await Promise.all(
    Array.from({ length: TOO_MANY_POLLS }, () => fetch(target, { headers: { cookie }, signal: controller.signal })),
  )
  controller.abort()
  const statuses = Map.groupBy(answers, ({ status }) => status)
  const isRight = statuses.has(200) && statuses.has(429) && statuses.size === 2
  return isRight ? undefined : `answered ${[...statuses.keys()].join()}; expected 200 and then 429`
}
