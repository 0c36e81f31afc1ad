import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkRow, ClosedRow, TicketRow } from '#model'
import type { CoreDocument, OpenRow, Step } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { newUlid } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Feeds, narrowedName, openFeeds } from './feeds.ts'
import { FEEDS_ID } from './generations.ts'
import { someBulkRow } from './testing/some-bulk-row.ts'

/** A generation with this many closed rows is replaced. */
const CLOSED_AT_MOST = 3
const READER = { role: 'SUPPLIER', citiesServed: ['hampi'] } as const

let service: TestService
/** What the core holds: the open rows of each document. */
let core: Map<string, OpenRow[]>

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.decider.stop()
})
beforeEach(() => {
  core = new Map()
})
afterAll(() => service.close())

const step: Step = (_name, write) => write()

/** A kind of documents that have nothing but open rows. */
function kinds(): Kept<CoreDocument>[] {
  const kind = { openRows: ({ _id }: CoreDocument) => core.get(_id) ?? [] }
  const store = { listed: async () => [...core.keys()], read: async (_id: string) => ({ _id }) }
  return [{ kind, store }] as unknown as Kept<CoreDocument>[]
}

async function aTerm(): Promise<Feeds> {
  const { couch, notifier, now } = service.services
  const feeds = openFeeds({ couch, notifier, now, closedAtMost: CLOSED_AT_MOST })
  await feeds.beginTerm(kinds(), step)
  return feeds
}

const open = (row: BulkRow, ...more: OpenRow[]) => core.set(row._id, [{ feed: 'bulk', row }, ...more])
const current = async (name: 'admin' | 'bulk') => {
  const record = await service.services.couch.db('work').get<{ feeds: Record<string, { current: number }> }>(FEEDS_ID)
  return `feed-${name}-${record?.feeds[name]?.current}`
}
const idsIn = async (database: string) => {
  const rows = await service.services.couch.db(database).range<(BulkRow | ClosedRow) & { _id: string }>('', '\uffff')
  return rows.map(({ _id }) => _id).toSorted()
}

test('a new generation holds only the open rows of its own feed', async () => {
  const row = someBulkRow('hampi')
  const ticket: TicketRow = {
    ...{ _id: `ticket:${newUlid()}`, type: 'ticket', version: 1, number: 'SUP1ABC', state: 'open' },
    ...{ at: '2026-11-21T10:00:00.000Z', name: 'Asha', category: 'general', subject: 'A', message: 'B', answers: [] },
  }
  open(row, { feed: 'admin', row: ticket })
  const before = await aTerm()
  const [old, admins] = [await current('bulk'), await current('admin')]
  await before.bulkRows.put(row)
  for (let n = 0; n < CLOSED_AT_MOST; n += 1)
    await before.bulkRows.close({ id: someBulkRow('hampi')._id, type: 'bulk', version: 2, city: 'hampi' })

  const feeds = await aTerm()
  expect(await current('bulk')).not.toBe(old)
  expect(await idsIn(await current('bulk'))).toEqual([row._id])
  // The admins' feed holds no closed row, so it is not replaced.
  expect(await current('admin')).toBe(admins)
  expect(await idsIn(admins)).not.toContain(row._id)

  const [listed] = await feeds.listedFor(READER)
  expect(listed?.database).toMatch(new RegExp(`^${await current('bulk')}-`))
  expect(await feeds.readable(READER, listed?.database ?? '')).toEqual({
    database: await current('bulk'),
    cities: ['hampi'],
  })
  expect(await feeds.readable(READER, narrowedName(old, ['hampi']))).toBeUndefined()
  await feeds.bulkRows.put(someBulkRow('hampi'))
  expect(await idsIn(await current('bulk'))).toHaveLength(2)
})

test('open requests never cause a new generation, however many there are', async () => {
  for (let n = 0; n < 2 * CLOSED_AT_MOST; n += 1) open(someBulkRow('hampi'))
  const first = await aTerm()
  const before = await current('bulk')
  for (const rows of core.values()) for (const { feed, row } of rows) if (feed === 'bulk') await first.bulkRows.put(row)
  await aTerm()
  expect(await current('bulk')).toBe(before)
})

test('open rows of another feed do not keep a generation with too many closed rows', async () => {
  const feeds = await aTerm()
  const before = await current('bulk')
  for (let n = 0; n < 2 * CLOSED_AT_MOST; n += 1)
    await feeds.bulkRows.close({ id: someBulkRow('hampi')._id, type: 'bulk', version: 2, city: 'hampi' })
  for (let n = 0; n < 4 * CLOSED_AT_MOST; n += 1) {
    const ticket = { _id: `ticket:${newUlid()}`, version: 1 } as TicketRow
    core.set(ticket._id, [{ feed: 'admin', row: ticket }])
  }
  await aTerm()
  expect(await current('bulk')).not.toBe(before)
})

test('a closed row keeps the city, so that the suppliers of the city receive it', async () => {
  const feeds = await aTerm()
  const row = someBulkRow('hampi')
  await feeds.bulkRows.put(row)
  await feeds.bulkRows.close({ id: row._id, type: 'bulk', version: 2, city: row.city })
  const { _rev, ...closed } = (await service.services.couch.db(await current('bulk')).get<ClosedRow>(row._id)) ?? {}
  expect(closed).toEqual({
    ...{ _id: row._id, type: 'bulk', version: 2, city: 'hampi', closedAt: expect.any(String) },
  })
})

test('sessions that ask at the same moment share one read of the current generation', async () => {
  const { couch, notifier, now } = service.services
  let reads = 0
  const counted: Couch = {
    ...couch,
    db(name) {
      const store = couch.db(name)
      const get: typeof store.get = (id) => {
        if (id === FEEDS_ID) reads += 1
        return store.get(id)
      }
      return { ...store, get }
    },
  }
  const feeds = openFeeds({ couch: counted, notifier, now })
  const listed = await Promise.all(Array.from({ length: 50 }, () => feeds.listedFor(READER)))
  expect(new Set(listed.map(([feed]) => feed?.database)).size).toBe(1)
  expect(reads).toBe(1)
})
