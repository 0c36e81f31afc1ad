import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketRow } from '#model'
import { newUlid, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
const people: Record<string, SignedIn> = {}
let feed: string

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  for (const role of ['customer', 'partner', 'supplier', 'admin'])
    people[role] = await service.signIn(`${role}@mogra.example`)
  people.visitor = await aVisitor()
  feed = (await sessionOf('admin')).feeds[0]?.database ?? ''
})
afterAll(() => service.close())

async function aVisitor(): Promise<SignedIn> {
  const answer = await post(`${service.url}/api/visitors`, {})
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, ...((await answer.json()) as Omit<SignedIn, 'cookie'>) }
}

interface SessionAnswer {
  account: { version: number }
  feeds: { name: string; database: string }[]
}
interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
  last_seq: string
}
const cookieOf = (who: string) => people[who]?.cookie ?? ''
const get = (path: string, cookie: string) => fetch(`${service.url}${path}`, { headers: { cookie } })
const sessionOf = async (who: string) =>
  (await (await get('/api/sessions/current', cookieOf(who))).json()) as SessionAnswer
const poll = async (cookie: string, since: string) =>
  (await (await get(`/db/${feed}/_changes?feed=longpoll&heartbeat=10000&since=${since}`, cookie)).json()) as Changes
const lastSeq = async () =>
  ((await (await get(`/db/${feed}/_changes?since=now&limit=1`, cookieOf('admin'))).json()) as Changes).last_seq
const watched = (n: number) => expect.poll(() => service.services.notifier.watching()).toBe(n)

const aRow = (more: Partial<TicketRow> = {}): TicketRow => ({
  ...{ _id: `ticket:${newUlid()}`, type: 'ticket', version: 1, number: 'SUP1ABC', state: 'open' },
  ...{ at: '2026-11-21T10:00:00.000Z', name: 'Asha', category: 'delivery', subject: 'Late', message: 'Where?' },
  ...{ answers: [], ...more },
})

/** An admin of their own, who can lose the role. */
async function anAdmin(): Promise<SignedIn> {
  const email = `admin-${newUlid()}@mogra.example`.toLowerCase()
  await service.services.accounts.create({ email, name: 'Admin', role: 'ADMIN', verified: true })
  return service.signIn(email)
}

test('the session lists its feeds and the account’s version, and lists none to who has no such role', async () => {
  expect(await sessionOf('admin')).toMatchObject({
    account: { version: expect.any(Number) },
    feeds: [{ name: 'admin', database: expect.stringMatching(/^feed-admin-\d+$/) }],
  })
  for (const who of ['customer', 'visitor'])
    expect(await sessionOf(who)).toMatchObject({ account: { version: expect.any(Number) }, feeds: [] })
})

test.each(['customer', 'partner', 'supplier', 'visitor'])('a %s reads nothing of the admins’ feed', async (who) => {
  const db = `${service.url}/db/${feed}`
  const headers = { cookie: cookieOf(who) }
  const answers = await Promise.all([
    fetch(db, { headers }),
    fetch(`${db}/_changes`, { headers }),
    fetch(`${db}/_changes?feed=longpoll&timeout=1`, { headers }),
    post(`${db}/_bulk_get`, { docs: [] }, headers),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('without a session nothing is said about a feed', async () => {
  expect((await get(`/db/${feed}`, '')).status).toBe(401)
})

test.each([
  ...['feed-admin', 'feed-admin-', 'feed-admin-0', 'feed-admin-01', 'feed-admin-2', 'feed-admin-1 ', 'feed-admin-1x'],
  ...['feed-bulk-1-abcdef', 'feed-deliveries-jaipur-20261125', 'FEED-ADMIN-1', 'feed-%61dmin-2'],
])('an admin who guesses %s gets 404', async (name) => {
  expect((await get(`/db/${encodeURI(name)}`, cookieOf('admin'))).status).toBe(404)
  expect((await get(`/db/${encodeURI(name)}/_changes`, cookieOf('admin'))).status).toBe(404)
})

test('an admin reads the feed, and can write nothing into it', async () => {
  const row = aRow()
  await service.services.feeds.adminRows.put(row)
  const headers = { cookie: cookieOf('admin') }
  const found = (await (await get(`/db/${feed}/_changes?since=0`, cookieOf('admin'))).json()) as Changes
  expect(found.results.map(({ id }) => id)).toContain(row._id)
  const docs = [{ ...aRow(), _rev: '1-a', _revisions: { start: 1, ids: ['a'] } }]
  const refused = await Promise.all([
    post(`${service.url}/db/${feed}/_bulk_docs`, { docs, new_edits: false }, headers),
    post(`${service.url}/db/${feed}/_revs_diff`, {}, headers),
    fetch(`${service.url}/db/${feed}/${row._id}`, { headers }),
    fetch(`${service.url}/db/${feed}`, { method: 'DELETE', headers }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('what a row said before it was closed is given to nobody', async () => {
  const row = aRow({ message: 'My phone number is 98290 11420' })
  const { adminRows } = service.services.feeds
  await adminRows.put(row)
  const rev = (await service.services.couch.db(feed).get<TicketRow>(row._id))?._rev
  await adminRows.close({ id: row._id, type: 'ticket', version: 2 })
  for (const query of ['', '?latest=false', '?revs=true', '?revs=true&latest=true']) {
    const body = { docs: [{ id: row._id, rev }] }
    const answer = await post(`${service.url}/db/${feed}/_bulk_get${query}`, body, { cookie: cookieOf('admin') })
    const text = await answer.text()
    expect(text).not.toContain('98290')
    expect(text).toContain('closedAt')
  }
})

test('a row of the same version, or of an older one, is not written again', async () => {
  const row = aRow({ version: 3 })
  const { adminRows } = service.services.feeds
  await adminRows.put(row)
  await adminRows.put({ ...row, subject: 'Other' })
  await adminRows.close({ id: row._id, type: 'ticket', version: 2 })
  expect(await service.services.couch.db(feed).get(row._id)).toMatchObject({ version: 3, subject: 'Late' })
  await adminRows.close({ id: row._id, type: 'ticket', version: 4 })
  await adminRows.put({ ...row, version: 3 })
  const { closedAt, ...closed } = (await service.services.couch.db(feed).get<{ closedAt: string }>(row._id)) ?? {}
  expect(closed).toEqual({ _id: row._id, _rev: expect.any(String), type: 'ticket', version: 4 })
  expect(closedAt).toEqual(expect.any(String))
})

test('a held poll is answered when a row is written', async () => {
  const held = poll(cookieOf('admin'), await lastSeq())
  await watched(1)
  const row = aRow()
  await service.services.feeds.adminRows.put(row)
  expect((await held).results).toEqual([expect.objectContaining({ id: row._id })])
})

test('the poll that an admin holds ends empty when the role is taken away, whatever is written then', async () => {
  const demoted = await anAdmin()
  const held = poll(demoted.cookie, await lastSeq())
  await watched(1)
  const { accounts, feeds } = service.services
  await accounts.change(demoted.account.id, { role: 'CUSTOMER' })
  await feeds.adminRows.put(aRow())
  expect((await held).results).toEqual([])
  expect((await get(`/db/${feed}`, demoted.cookie)).status).toBe(401)
  const again = await service.signIn(demoted.account.email)
  expect((await get(`/db/${feed}`, again.cookie)).status).toBe(404)
})
