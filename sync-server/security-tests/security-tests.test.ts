import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SECURITY_HEADERS } from '../http/security-headers.ts'
import { request } from './harness/attack.ts'
import type { Dump } from './harness/database-diff.ts'
import { answered, refused } from './harness/expect-response.ts'
import { exchange } from './harness/raw-request.ts'
import { runGroup } from './harness/run-group.ts'

/** A service with one vulnerability of each kind, which the attack must detect. */
const stored = new Map<string, string>()
let printed = ''
let megabytes = 50
/** Called when the service is asked to finish its work. */
let late: (() => void) | undefined

const json = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string | string[]> = {},
) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...SECURITY_HEADERS, ...headers })
    .end(JSON.stringify(body))
const no = { error: 'not_found' }

const PLACES: Record<string, (response: ServerResponse) => void> = {
  '/closed': (response) => json(response, 404, no),
  '/open': (response) => json(response, 200, { everything: 1 }),
  '/broken': (response) => json(response, 500, { error: 'internal' }),
  '/hanging': () => {},
  '/half': (response) => void response.writeHead(200, { 'content-length': '9', ...SECURITY_HEADERS }).write('x'),
  '/cut': (response) => void response.destroy(),
  '/talkative': (response) => json(response, 404, { ...no, owner: 'the secret' }),
  '/untyped': (response) => json(response, 404, { why: 'not' }),
  '/bare': (response) =>
    void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}'),
  '/framed': (response) => json(response, 404, no, { 'content-security-policy': "default-src 'self'" }),
  '/shared': (response) => json(response, 404, no, { 'access-control-allow-origin': '*' }),
  '/generous': (response) => json(response, 404, no, { 'set-cookie': ['sid=abc', 'a=b'] }),
  '/writing': (response) => {
    stored.set('orders order:1', `1-${stored.size}`)
    json(response, 404, no)
  },
  '/writing-late': (response) => {
    late = () => {
      late = undefined
      stored.set('orders order:1', `1-${stored.size}`)
    }
    json(response, 404, no)
  },
  '/complaining': (response) => {
    printed += 'TypeError'
    json(response, 404, no)
  },
  '/leaking': (response) => {
    megabytes += 100
    json(response, 404, no)
  },
}

const server = createServer(({ url = '' }, response) => PLACES[url]?.(response))
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => stored.set('orders order:1', '1-a'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const probes = {
  dump: async (): Promise<Dump> => new Map(stored),
  rest: async () => late?.(),
  memoryMegabytes: async () => megabytes,
  complaints() {
    const said = printed
    printed = ''
    return said
  },
}

async function complaintsAbout(target: string, expected = refused): Promise<string[]> {
  const attack = request({ url, secrets: ['the secret'] }, target, { method: 'GET', target }, expected, { ms: 200 })
  const group = { name: 'fake', atOnce: 1, prepare: async () => [attack] }
  const { failures } = await runGroup(group, probes, { calmMegabytes: megabytes })
  return failures.map(({ name, complaint }) => `${name}: ${complaint}`)
}

test('a refusal with a code passes', async () => {
  expect(await complaintsAbout('/closed')).toEqual([])
})

test.each([
  ['an open endpoint', '/open', '/open: answered 200; expected a refusal'],
  ['a failure of the service', '/broken', '/broken: answered 500; expected a refusal'],
  ['no answer', '/hanging', '/hanging: hangs; expected a refusal'],
  ['no answer at all', '/cut', '/cut: was cut off without an answer; expected a refusal'],
  ['another person’s data', '/talkative', '/talkative: answered 404 and gave away "the secret"'],
  ['a refusal without a code', '/untyped', '/untyped: refused with 404 without saying why: "{\\"why\\":\\"not\\"}"'],
  ['an answer without security headers', '/bare', '/bare: answered 404 without content-security-policy'],
  ['a weaker policy', '/framed', '/framed: answered 404 without content-security-policy'],
  ['an answer for other sites', '/shared', '/shared: answered 404 and let other sites read it'],
  ['a session for nobody', '/generous', '/generous: refused with 404 and gave a session all the same'],
  ['a write behind a refusal', '/writing', 'the databases: orders/order:1 changed from 1-a to 1-1'],
  ['a write long after a refusal', '/writing-late', 'the databases: orders/order:1 changed from 1-a to 1-1'],
  ['an error that only the log shows', '/complaining', 'the service: printed TypeError'],
  ['memory that grows', '/leaking', 'the memory: grew from 50 to 150 MB'],
])('%s is reported', async (_name, target, complaint) => {
  expect(await complaintsAbout(target)).toEqual([complaint])
})

test('an incomplete answer is reported if a complete one is expected', async () => {
  expect(await complaintsAbout('/half', answered(200))).toEqual(['/half: answered 200 and then hangs'])
  expect(await complaintsAbout('/half', { statuses: [200], held: true })).toEqual([])
})

test('a write that an attacker is allowed to make is not reported', async () => {
  const attack = request({ url, secrets: [] }, 'a write', { method: 'GET', target: '/writing' }, refused)
  const group = { name: 'fake', atOnce: 1, prepare: async () => [attack] }
  const mayChange = ({ database }: { database: string }) => database === 'orders'
  expect((await runGroup({ ...group, mayChange }, probes)).failures).toEqual([])
})

test('an attack that cannot continue is reported, and the others run', async () => {
  const goOn = () => Promise.reject(new Error('the session goes on'))
  const stuck = async () => String(await exchange(url, Buffer.from('GET /closed HTTP/1.1'), { ms: 200, goOn }))
  const whole = request({ url, secrets: [] }, 'a whole one', { method: 'GET', target: '/open' }, refused)
  const group = { name: 'fake', atOnce: 1, prepare: async () => [{ name: 'a stuck one', run: stuck }, whole] }
  expect((await runGroup(group, probes)).failures.map(({ complaint }) => complaint)).toEqual([
    'could not be played: Error: the session goes on',
    'answered 200; expected a refusal',
  ])
})

test('an attack that does not exist does not count as passed', async () => {
  const group = { name: 'fake', atOnce: 1, prepare: async () => [] }
  await expect(runGroup(group, probes, { only: 9 })).rejects.toThrow('there is no attack fake:9')
})
