import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
const people: Record<string, SignedIn> = {}
const ROLES = ['customer', 'partner', 'supplier', 'admin']

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  for (const role of ROLES) people[role] = await service.signIn(`${role}@mogra.example`)
})
afterAll(() => service.close())

const as = (who: string | undefined): Record<string, string> => (who ? { cookie: people[who]?.cookie ?? '' } : {})
const mailboxOf = (who: string) => people[who]?.mailbox.name ?? ''
const get = (path: string, who?: string, headers = {}) =>
  fetch(`${service.url}/db/${path}`, { headers: { ...as(who), ...headers } })
const send = (path: string, body: unknown, who?: string, headers = {}) =>
  post(`${service.url}/db/${path}`, body, { ...as(who), ...headers })

/** The closed table of endpoints: method, path, body, status for the owner, status for the catalogue. */
const ENDPOINTS: [method: string, path: string, body: unknown, own: number, catalogue: number][] = [
  ['GET', '', undefined, 200, 200],
  ['GET', '/', undefined, 200, 200],
  ['GET', '/_changes', undefined, 200, 200],
  ['POST', '/_changes', {}, 200, 200],
  ['POST', '/_bulk_get', { docs: [] }, 200, 200],
  ['POST', '/_revs_diff', {}, 200, 404],
  ['POST', '/_bulk_docs', { docs: [], new_edits: false }, 201, 404],
  ['PUT', '', {}, 404, 404],
  ['DELETE', '', undefined, 404, 404],
  ['HEAD', '', undefined, 404, 404],
  ['POST', '', {}, 404, 404],
  ['GET', '/_all_docs', undefined, 404, 404],
  ['GET', '/%5fall_docs', undefined, 404, 404],
  ['POST', '/_find', {}, 404, 404],
  ['POST', '/_index', {}, 404, 404],
  ['GET', '/_security', undefined, 404, 404],
  ['PUT', '/_security', {}, 404, 404],
  ['GET', '/_design_docs', undefined, 404, 404],
  ['GET', '/_local_docs', undefined, 404, 404],
  ['GET', '/_local/checkpoint', undefined, 404, 404],
  ['PUT', '/_local/checkpoint', {}, 404, 404],
  ['GET', '/account', undefined, 404, 404],
  ['PUT', '/account', {}, 404, 404],
  ['POST', '/_purge', {}, 404, 404],
  ['POST', '/_compact', {}, 404, 404],
  ['GET', '/_changes/..%2f..%2forders', undefined, 404, 404],
]

async function statusOf(method: string, path: string, body: unknown, who?: string) {
  const response = await fetch(`${service.url}/db/${path}`, {
    method,
    headers: { ...as(who), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await response.text()
  return response.status
}

describe.each(ENDPOINTS)('%s <database>%s', (method, path, body, own, catalogue) => {
  test.each(ROLES)('has the status of the table for a %s', async (role) => {
    const another = ROLES[(ROLES.indexOf(role) + 1) % ROLES.length] ?? ''
    expect(await statusOf(method, mailboxOf(role) + path, body, role)).toBe(own)
    expect(await statusOf(method, mailboxOf(another) + path, body, role), 'another one’s').toBe(404)
    expect(await statusOf(method, `catalogue${path}`, body, role), 'catalogue').toBe(catalogue)
    for (const name of ['orders', 'accounts', 'work', '_users', '_replicate', `mailbox-${'0'.repeat(32)}`])
      expect(await statusOf(method, name + path, body, role), name).toBe(404)
  })

  test('has the status of the table without a session', async () => {
    expect(await statusOf(method, mailboxOf('customer') + path, body)).toBe(own === 404 ? 404 : 401)
    expect(await statusOf(method, `catalogue${path}`, body), 'catalogue').toBe(catalogue)
    expect(await statusOf(method, `orders${path}`, body), 'orders').toBe(404)
  })
})

test('every answer is JSON of the gate and not cached, and errors have CouchDB’s form', async () => {
  const own = mailboxOf('customer')
  for (const [path, who, status] of [
    ['', undefined, 404],
    ['catalogue', undefined, 200],
    [own, undefined, 401],
    [own, 'partner', 404],
    [`${own}/_changes?x=1`, 'customer', 400],
    ['a/b/c', undefined, 404],
  ] as const) {
    const response = await get(path, who)
    expect([response.status, response.headers.get('mogra-gate'), response.headers.get('cache-control')]).toEqual([
      status,
      '1',
      'no-store',
    ])
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const body = await response.json()
    if (status >= 400) expect(body).toMatchObject({ error: expect.any(String), reason: expect.any(String) })
  }
})

test('the headers show nothing of CouchDB', async () => {
  const response = await get(`${mailboxOf('customer')}/_changes`, 'customer')
  for (const name of ['server', 'x-couch-request-id', 'x-couchdb-body-time', 'set-cookie', 'etag'])
    expect(response.headers.get(name), name).toBeNull()
})

test.each([
  'since=-1',
  'since=%22',
  'limit=0',
  'limit=-1',
  'limit=1001',
  'limit=1e2',
  'limit=1&limit=2',
  'feed=continuous',
  'feed=eventsource',
  'filter=_selector',
  'filter=_view',
  'view=a/b',
  'doc_ids=[]',
  'style=other',
  'include_docs=yes',
  'attachments=true',
  'heartbeat=0',
  '__proto__=1',
  'seq_interval=0',
  'feed=longpoll&include_docs=true',
  'feed=longpoll&conflicts=true',
  'feed=longpoll&descending=true',
])('_changes?%s is refused', async (query) => {
  const response = await get(`${mailboxOf('customer')}/_changes?${query}`, 'customer')
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error: 'bad_request' })])
})

test('_changes accepts the parameters that PouchDB sends', async () => {
  const query = 'style=all_docs&feed=normal&since=0&limit=1000&heartbeat=10000&seq_interval=100&include_docs=true'
  const response = await get(`${mailboxOf('customer')}/_changes?${query}`, 'customer')
  expect(await response.json()).toMatchObject({ results: [{ id: 'account' }] })
})

test.each([
  ['_changes', { doc_ids: [] }, 400],
  ['_changes', { selector: {} }, 400],
  ['_bulk_get', { docs: [{ id: '_local/x' }] }, 400],
  ['_bulk_get', { docs: [{ id: 'a', rev: '1-../..' }] }, 400],
  ['_bulk_get', { docs: [{ id: 'a', other: 1 }] }, 400],
  ['_bulk_get', { docs: [{ id: 'a' }, { id: 'a' }] }, 400],
  ['_bulk_get', { docs: Array.from({ length: 1001 }, () => ({ id: 'a' })) }, 413],
  ['_revs_diff', { a: 'b' }, 400],
  ['_revs_diff', { _local: ['1-a'] }, 400],
  ['_revs_diff', Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`id-${n}`, []])), 413],
  ['_bulk_docs', { docs: [] }, 400],
  ['_bulk_docs', { docs: [], new_edits: true }, 400],
  ['_bulk_docs', { docs: {}, new_edits: false }, 400],
  ['_bulk_docs', { docs: [], new_edits: false, all_or_nothing: true }, 400],
  ['_bulk_docs', { docs: Array.from({ length: 501 }, () => ({})), new_edits: false }, 413],
  ['_bulk_docs', { docs: ['x'.repeat(1_100_000)], new_edits: false }, 413],
  ['_bulk_docs', '[1', 400],
  ['_bulk_docs', '', 400],
  ['_bulk_docs', '['.repeat(100_000) + ']'.repeat(100_000), 400],
  ['_bulk_docs', '{"__proto__":{"new_edits":false},"docs":[]}', 400],
] as const)('%s with an invalid body is refused (%#)', async (path, body, status) => {
  const response = await send(`${mailboxOf('customer')}/${path}`, body, 'customer')
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: expect.any(String) })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/related', 'application/jsonp'])(
  'a body of type %s is refused',
  async (type) => {
    const path = `${mailboxOf('customer')}/_revs_diff`
    expect((await send(path, '{}', 'customer', { 'content-type': type })).status).toBe(415)
  },
)

test('an array is refused as a body by every endpoint', async () => {
  for (const endpoint of ['_changes', '_bulk_get', '_revs_diff', '_bulk_docs'])
    expect((await send(`${mailboxOf('customer')}/${endpoint}`, [], 'customer')).status).toBe(400)
})

test('only the app’s own page may push', async () => {
  const path = `${mailboxOf('customer')}/_bulk_docs`
  const body = { docs: [], new_edits: false }
  const status = async (headers: Record<string, string>) => (await send(path, body, 'customer', headers)).status
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(201)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({})).toBe(201)
  const refused = await send(path, body, 'customer', { 'sec-fetch-site': 'cross-site' })
  expect(refused.headers.get('mogra-gate')).toBe('1')
})

test('after a person signs out, their mailbox is closed to that session', async () => {
  const leaver = await service.signIn('customer@mogra.example')
  const ask = () => fetch(`${service.url}/db/${leaver.mailbox.name}`, { headers: { cookie: leaver.cookie } })
  expect((await ask()).status).toBe(200)
  await fetch(`${service.url}/api/sessions/current`, { method: 'DELETE', headers: { cookie: leaver.cookie } })
  expect((await ask()).status).toBe(401)
})

test.each(['partner', 'supplier', 'admin'])('a %s places orders as customers do', async (role) => {
  const doc = asPushed(intentOf(orderOf()))
  const response = await send(`${mailboxOf(role)}/_bulk_docs`, { docs: [doc], new_edits: false }, role)
  expect([response.status, await response.json()]).toEqual([201, []])
})
