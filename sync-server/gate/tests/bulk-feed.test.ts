import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkRow } from '#model'
import { narrowedName } from '../../feeds/feeds.ts'
import { someBulkRow } from '../../feeds/testing/some-bulk-row.ts'
import { newUlid, openDevice, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let ofHampi: SignedIn
let ofGokarna: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  ofHampi = await aSupplier('hampi')
  ofGokarna = await aSupplier('gokarna')
})
afterAll(() => service.close())

const REAL = 'feed-bulk-1'
// The cities in this file have no requests but those of this file: the demo has none there.
const nameFor = (...cities: string[]) => narrowedName(REAL, cities.toSorted())

async function aSupplier(...citiesServed: string[]): Promise<SignedIn> {
  const { accounts, sessions } = service.services
  const email = `supplier-${newUlid()}@mogra.example`.toLowerCase()
  const made = await accounts.create({ email, name: 'Meera Nair', role: 'SUPPLIER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  if (citiesServed.length > 0) await accounts.change(made.id, { citiesServed })
  const cookie = `sid=${await sessions.start(made, { provenBy: 'code', userAgent: '' })}`
  const { id, name, role, mailbox } = made
  return { cookie, account: { id, email, name, role }, mailbox }
}

interface Changes {
  results: { id: string; changes: { rev: string }[]; doc?: Record<string, unknown> }[]
  last_seq: string
}
const get = (path: string, { cookie }: SignedIn) => fetch(`${service.url}${path}`, { headers: { cookie } })
const listedFor = async (who: SignedIn) =>
  ((await (await get('/api/sessions/current', who)).json()) as { feeds: { name: string; database: string }[] }).feeds
const changes = async (who: SignedIn, name: string, query = '') => {
  const answer = await get(`/db/${name}/_changes?${query}`, who)
  return { status: answer.status, ...((await answer.json()) as Changes) }
}
const idsOf = ({ results }: Changes) => results.map(({ id }) => id)
const bulkGet = (who: SignedIn, name: string, docs: object[], query = '?revs=true&latest=true') =>
  post(`${service.url}/db/${name}/_bulk_get${query}`, { docs }, { cookie: who.cookie })
const textOf = async (answer: Promise<Response>) => (await answer).text()
const put = async (row: BulkRow) => {
  await service.services.feeds.bulkRows.put(row)
  return { row, rev: (await service.services.couch.db(REAL).get(row._id))?._rev ?? '' }
}
const watched = (n: number) => expect.poll(() => service.services.notifier.watching()).toBe(n)
const poll = (who: SignedIn, name: string, since: string) =>
  changes(who, name, `feed=longpoll&heartbeat=10000&style=all_docs&since=${encodeURIComponent(since)}`)
const lastSeq = async (who: SignedIn, name: string) => (await changes(who, name, 'since=now&limit=1')).last_seq

describe('the session', () => {
  test('lists one feed to suppliers of the same cities, and another to those of others', async () => {
    const [one, other, third] = [
      await aSupplier('gokarna', 'bundi'),
      await aSupplier('bundi', 'gokarna'),
      await aSupplier('bundi'),
    ]
    expect(await listedFor(one)).toEqual([{ name: 'bulk', database: nameFor('gokarna', 'bundi') }])
    expect(await listedFor(other)).toEqual(await listedFor(one))
    expect(await listedFor(third)).not.toEqual(await listedFor(one))
    expect(nameFor('bundi')).toMatch(/^feed-bulk-1-[0-9a-f]{16}$/)
  })

  test('lists none to a supplier without a city, nor to somebody who serves cities and is no supplier any more', async () => {
    expect(await listedFor(await aSupplier())).toEqual([])
    const former = await aSupplier('hampi')
    await service.services.accounts.change(former.account.id, { role: 'CUSTOMER' })
    const again = await service.signIn(former.account.email)
    expect(await listedFor(again)).toEqual([])
    expect((await get(`/db/${nameFor('hampi')}`, again)).status).toBe(404)
  })
})

describe('a supplier', () => {
  test('reads the requests of the cities served, closed ones too, and no others', async () => {
    const [here, there] = [someBulkRow('hampi'), someBulkRow('gokarna')]
    const [closed, closedThere] = [someBulkRow('hampi'), someBulkRow('gokarna')]
    for (const row of [here, there, closed, closedThere]) await put(row)
    for (const { _id: id, city } of [closed, closedThere])
      await service.services.feeds.bulkRows.close({ id, type: 'bulk', version: 2, city })
    const found = await changes(ofHampi, nameFor('hampi'), 'include_docs=true&style=all_docs')
    expect(idsOf(found)).toEqual([here._id, closed._id])
    expect(found.results[0]?.doc).toEqual({ ...here, _rev: expect.any(String) })
    expect(found.results[1]?.doc).toEqual({
      ...{ _id: closed._id, _rev: expect.any(String), type: 'bulk', version: 2, city: 'hampi' },
      closedAt: expect.any(String),
    })
    const both = await aSupplier('hampi', 'gokarna')
    expect(idsOf(await changes(both, nameFor('hampi', 'gokarna')))).toHaveLength(4)
  })

  test.each([
    ['a selector', '', { selector: {} }],
    ['a list of ids', '?filter=_doc_ids', { doc_ids: ['bulk:x'] }],
    ['a filter', '?filter=_selector', { selector: { city: 'gokarna' } }],
    ['a view', '?filter=_view&view=a/b', undefined],
    ['fields', '', { fields: ['number'] }],
  ])('who sends %s of their own is refused', async (_what, query, body) => {
    const { cookie } = ofHampi
    const answer = await post(`${service.url}/db/${nameFor('hampi')}/_changes${query}`, body ?? {}, { cookie })
    expect(answer.status).toBe(400)
  })

  test('gets for a hidden request what one gets for a request that does not exist', async () => {
    const { row: hidden, rev } = await put(someBulkRow('gokarna'))
    const missing = someBulkRow('gokarna')._id
    const name = nameFor('hampi')
    const revs = [rev, `1-${'a'.repeat(32)}`]
    for (const [known, unknown] of [
      [[{ id: hidden._id }], [{ id: missing }]],
      [[{ id: hidden._id, rev }], [{ id: missing, rev }]],
      [revs.map((one) => ({ id: hidden._id, rev: one })), revs.map((one) => ({ id: missing, rev: one }))],
      // Two revisions that are no leaves: of a document that one may read, CouchDB would be asked what they led to.
      [
        ['b', 'c'].map((one) => ({ id: hidden._id, rev: `1-${one.repeat(32)}` })),
        ['b', 'c'].map((one) => ({ id: missing, rev: `1-${one.repeat(32)}` })),
      ],
    ] as const)
      for (const query of ['', '?latest=false', '?revs=true&latest=true']) {
        const [one, other] = await Promise.all([
          bulkGet(ofHampi, name, [...known], query),
          bulkGet(ofHampi, name, [...unknown], query),
        ])
        expect([one.status, await one.text()]).toEqual([other.status, await other.text()])
        expect(one.status).toBe(200)
      }
    const { row: own } = await put(someBulkRow('hampi'))
    const answer = await bulkGet(ofHampi, name, [{ id: hidden._id }, { id: own._id }, { id: missing }])
    const { results } = (await answer.json()) as { results: { id: string; docs: { ok: BulkRow }[] }[] }
    expect(results).toEqual([{ id: own._id, docs: [{ ok: expect.objectContaining(own) }] }])
  })

  test('reads of a closed request nothing that it held before', async () => {
    const { row, rev } = await put(someBulkRow('hampi', { additionalNotes: 'Ring 98290 11420' }))
    await service.services.feeds.bulkRows.close({ id: row._id, type: 'bulk', version: 2, city: 'hampi' })
    const text = await textOf(bulkGet(ofHampi, nameFor('hampi'), [{ id: row._id, rev }], ''))
    expect(text).toContain('closedAt')
    expect(text).not.toContain('98290')
  })

  test('gets both leaves that two copies of the database wrote, and no third answer for what led to them', async () => {
    const row = someBulkRow('hampi')
    const [parent, ...leaves] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`, `2-${'c'.repeat(32)}`]
    const written = leaves.map((rev) => ({
      ...{ ...row, _rev: rev },
      _revisions: { start: 2, ids: [rev, parent].map((one = '') => one.slice(2)) },
    }))
    await service.services.couch.db(REAL).replicate(written)
    const revsIn = async (revs: (string | undefined)[]) => {
      const docs = revs.map((rev) => ({ id: row._id, rev }))
      const answer = await bulkGet(ofHampi, nameFor('hampi'), docs)
      const { results } = (await answer.json()) as { results: { docs: { ok: { _rev: string } }[] }[] }
      return results.flatMap(({ docs }) => docs.map(({ ok }) => ok._rev)).toSorted()
    }
    expect(await revsIn(leaves)).toEqual(leaves)
    expect(await revsIn([...leaves, parent])).toEqual(leaves)
    expect(await revsIn([parent])).toEqual(leaves)
  })

  test('who asks for more than an answer may hold is told to ask for less', async () => {
    const rows = Array.from({ length: 900 }, () => someBulkRow('hampi', { additionalNotes: 'n'.repeat(5_000) }))
    await service.services.couch.db(REAL).putAll(rows)
    const asked = rows.map(({ _id: id }) => ({ id }))
    expect((await bulkGet(ofHampi, nameFor('hampi'), asked)).status).toBe(413)
    const half = await bulkGet(ofHampi, nameFor('hampi'), asked.slice(450))
    expect(((await half.json()) as { results: object[] }).results).toHaveLength(450)
  })

  test('reads by the listed name alone, which the answer repeats', async () => {
    expect(await (await get(`/db/${nameFor('hampi')}/`, ofHampi)).json()).toMatchObject({
      db_name: nameFor('hampi'),
    })
    const others = [
      ...[REAL, `${REAL}-`, `${REAL}-0`, nameFor('gokarna'), nameFor('hampi', 'gokarna'), nameFor()],
      ...[nameFor('hampi').toUpperCase(), `${nameFor('hampi')}0`, nameFor('hampi').slice(0, -1)],
      ...[narrowedName('feed-bulk-2', ['hampi']), narrowedName('feed-bulk-0', ['hampi']), 'feed-bulk', 'feed-admin-1'],
    ]
    for (const name of others) {
      const answers = [get(`/db/${name}`, ofHampi), get(`/db/${name}/_changes`, ofHampi), bulkGet(ofHampi, name, [])]
      expect([name, ...(await Promise.all(answers)).map(({ status }) => status)]).toEqual([name, 404, 404, 404])
    }
  })

  test('writes nothing into the feed', async () => {
    const docs = [{ ...someBulkRow('hampi'), _rev: '1-a', _revisions: { start: 1, ids: ['a'] } }]
    const db = `${service.url}/db/${nameFor('hampi')}`
    const { cookie } = ofHampi
    expect((await post(`${db}/_bulk_docs`, { docs, new_edits: false }, { cookie })).status).toBe(404)
    expect((await post(`${db}/_revs_diff`, {}, { cookie })).status).toBe(404)
  })
})

test.each(['customer', 'partner', 'admin'])('a %s reads nothing of the suppliers’ feed', async (who) => {
  const person = await service.signIn(`${who}@mogra.example`)
  for (const name of [REAL, nameFor('hampi'), nameFor()]) {
    expect((await get(`/db/${name}`, person)).status).toBe(404)
    expect((await get(`/db/${name}/_changes`, person)).status).toBe(404)
    expect((await bulkGet(person, name, [])).status).toBe(404)
  }
})

describe('a held poll', () => {
  test('is answered by a request of the supplier’s city, and goes on waiting at one of another city', async () => {
    const [mine, theirs] = [nameFor('hampi'), nameFor('gokarna')]
    const held = poll(ofHampi, mine, await lastSeq(ofHampi, mine))
    const other = poll(ofGokarna, theirs, await lastSeq(ofGokarna, theirs))
    await watched(2)
    const { row: there } = await put(someBulkRow('gokarna'))
    expect(idsOf(await other)).toEqual([there._id])
    const { row: here } = await put(someBulkRow('hampi'))
    expect(idsOf(await held)).toEqual([here._id])
  })

  test('ends empty when the supplier has dropped a city, whatever is written then', async () => {
    const moving = await aSupplier('hampi', 'gokarna')
    const before = nameFor('hampi', 'gokarna')
    for (const city of ['hampi', 'gokarna']) {
      await service.services.accounts.change(moving.account.id, { citiesServed: ['hampi', 'gokarna'] })
      const held = poll(moving, before, await lastSeq(moving, before))
      await watched(1)
      await service.services.accounts.change(moving.account.id, { citiesServed: ['hampi'] })
      await put(someBulkRow(city))
      expect((await held).results).toEqual([])
    }
    expect((await changes(moving, before)).status).toBe(404)
    expect(await listedFor(moving)).toEqual([{ name: 'bulk', database: nameFor('hampi') }])
  })
})

describe('a device', () => {
  const deviceOf = async (who: SignedIn) => {
    const [feed] = await listedFor(who)
    return openDevice(service.url, { cookie: who.cookie, mailbox: { name: feed?.database ?? '', generation: 1 } })
  }

  test('gets five requests behind 1,200 of another city, and those of a city that is added later', async () => {
    const { couch, accounts } = service.services
    const supplier = await aSupplier('orchha')
    const hidden = Array.from({ length: 1_200 }, () => someBulkRow('udupi'))
    await couch.db(REAL).putAll(hidden)
    const own = Array.from({ length: 5 }, () => someBulkRow('orchha'))
    for (const row of own) await put(row)

    const first = await deviceOf(supplier)
    expect(await first.pull()).toMatchObject({ status: 'complete', docs_written: 5 })
    expect((await first.ids()).toSorted()).toEqual(own.map(({ _id }) => _id).toSorted())
    const { row: later } = await put(someBulkRow('orchha'))
    expect(await first.pull()).toMatchObject({ docs_written: 1 })
    await first.close()

    await accounts.change(supplier.account.id, { citiesServed: ['orchha', 'udupi'] })
    const second = await deviceOf(supplier)
    expect(await second.pull()).toMatchObject({ status: 'complete', docs_written: 1_206 })
    expect(await second.ids()).toContain(later._id)
    await second.close()
  })

  test('that asked while 1,200 requests of another city came, gets the next one of its own', async () => {
    const device = await deviceOf(await aSupplier('ooty'))
    device.goOnline()
    await watched(1)
    await service.services.couch.db(REAL).putAll(Array.from({ length: 1_200 }, () => someBulkRow('udupi')))
    service.services.notifier.notify(REAL)
    const { row } = await put(someBulkRow('ooty'))
    expect(await device.arrival(row._id)).toMatchObject({ city: 'ooty' })
    expect(await device.ids()).toEqual([row._id])
    await device.close()
  })
})
