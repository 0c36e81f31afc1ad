import { largeDocuments, readSlowly } from '../../gate/testing/slow-reader.ts'
import type { Attack, AttackContext, Group } from '../harness/attack.ts'
import { exchange, type Outcome, send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'

const CONNECTIONS = 50
const TRICKLE_MS = 1_000
/** 20 s, plus the interval of the checks and time for a busy machine. */
const CUT_WITHIN_MS = 32_000
/** Less than those 20 s: others who must wait until the slow ones are cut off are noticed, also on a busy machine. */
const OTHERS_WITHIN_MS = 15_000

const LARGE_BODIES = 100
/** The service's limit for one address. */
const LARGE_BODIES_HELD = 32
const READERS = 3
const READINGS_OF_ONE = 20
/** The service's limits for one address and for one account. */
const READINGS_HELD = { changes: 24, export: 2 }
const HELD_MS = 10_000

const head = (path: string, length = 1_000) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/**
 * The bytes that each connection sends before it continues with one byte a second; one with an empty beginning stays
 * silent.
 */
const BEGINNINGS: Record<string, string> = {
  'no word': '',
  'half a request line': 'GET /heal',
  'half a head': 'GET /health HTTP/1.1\r\nhost: x\r\nx-a: ',
  'a slow body of /api/login-codes': `${head('/api/login-codes')}{`,
  'a slow body of /api/sessions': `${head('/api/sessions')}{`,
  'a slow body by another name of /api': `${head('/%61pi/login-codes')}{`,
  'a slow body by an address written out': `${head('http://x/api/login-codes')}{`,
  'a slow body for the catalogue': `${head('/db/catalogue/_changes')}{`,
  'a slow and large body for the catalogue': `${head('/db/catalogue/_bulk_get', 1024 * 1024)}{`,
  'a slow body by nobody': `${head(`/db/mailbox-${'0'.repeat(32)}/_bulk_docs`)}{`,
}

/** Connections that send or read very little: they must be cut off in time, and others must be served meanwhile. */
export const slowClients = (scene: AttackContext): Group => ({
  name: 'slow',
  atOnce: 100,
  async prepare() {
    const readers = await Promise.all(Array.from({ length: READERS }, () => rich(scene)))
    return [
      ...Object.entries(BEGINNINGS).map(
        ([name, beginning]): Attack => ({
          name: `${CONNECTIONS} connections with ${name}`,
          async run() {
            const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => trickle(scene, beginning)))
            const held = all.filter((one) => one === 'silent').length
            return held > 0 ? `${held} were still held after ${CUT_WITHIN_MS} ms` : undefined
          },
        }),
      ),
      { name: `${LARGE_BODIES} large bodies that do not end`, run: () => largeBodies(scene) },
      {
        name: 'large readings that nobody reads',
        run: () => unread(scene, readers, ({ mailbox }) => `/db/${mailbox}/_changes?include_docs=true`, 'changes'),
      },
      {
        name: 'exports that nobody reads',
        run: () => unread(scene, readers.slice(0, 1), () => '/api/accounts/current/export', 'export'),
      },
      { name: 'everybody else meanwhile', run: () => meanwhile(scene) },
    ]
  },
  mayChange: ({ database, id }) => database === 'audit' && id.startsWith('access:'),
})

async function rich({ users, couch }: AttackContext): Promise<Person> {
  const person = await users.newcomer()
  await couch.post(`/${person.mailbox}/_bulk_docs`, { docs: largeDocuments() })
  return person
}

/** The service accepts a few of them; the others must be refused with the time to wait. */
async function largeBodies({ url }: AttackContext): Promise<string | undefined> {
  const bytes = Buffer.from(head('/db/catalogue/_bulk_get', 1024 * 1024) + ' '.repeat(512 * 1024))
  const all = await Promise.all(Array.from({ length: LARGE_BODIES }, () => exchange(url, bytes, { ms: HELD_MS })))
  const held = all.filter((one) => one === 'silent').length
  if (held > LARGE_BODIES_HELD) return `${held} are held`
  return all.find((one) => one !== 'silent' && !isTurnedAway(one)) === undefined
    ? undefined
    : 'one of those that are not held was not told to come later'
}

const isTurnedAway = (outcome: Outcome) =>
  typeof outcome === 'object' && outcome.status === 429 && Number(outcome.headers.get('retry-after')) > 0

/** Opens as many answers as each person can, and reads none of them. */
async function unread(
  { url }: AttackContext,
  people: Person[],
  pathOf: (person: Person) => string,
  kind: keyof typeof READINGS_HELD,
): Promise<string | undefined> {
  const asked = people.flatMap((person) => Array<Person>(READINGS_OF_ONE).fill(person))
  const all = await Promise.all(asked.map((person) => readSlowly(url, pathOf(person), person.cookie)))
  await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  for (const { socket } of all) socket.destroy()
  const statuses = Map.groupBy(all, ({ status }) => status)
  const held = statuses.get(200)?.length ?? 0
  const isRight = held > 0 && held <= READINGS_HELD[kind] && statuses.has(429) && statuses.size === 2
  return isRight ? undefined : `${held} are held, and answered was ${[...statuses.keys()].join()}`
}

const trickle = ({ url }: AttackContext, beginning: string) =>
  exchange(url, Buffer.from(beginning), {
    ms: CUT_WITHIN_MS,
    goOn: async (write) => {
      const timer = setInterval(() => beginning && write(Buffer.from(' ')), TRICKLE_MS)
      return () => clearInterval(timer)
    },
  })

async function meanwhile({ url, users }: AttackContext): Promise<string | undefined> {
  const until = Date.now() + CUT_WITHIN_MS / 2
  const { cookie = '', mailbox } = users.as.customer
  for (let i = 0; Date.now() < until; i += 1) {
    const target = i % 2 === 0 ? '/health' : `/db/${mailbox}/_changes`
    const outcome = await send(url, { method: 'GET', target, headers: [['cookie', cookie]] }, { ms: OTHERS_WITHIN_MS })
    if (typeof outcome !== 'object' || outcome.status !== 200)
      return `${target} was not served: ${JSON.stringify(outcome).slice(0, 200)}`
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return undefined
}
