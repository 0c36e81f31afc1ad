import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#model'
import { deliveryWorld } from '../deliveries/testing/delivery-world.ts'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { HAPPENED } from '../orders/order-record.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')
let partner: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  partner = await person('PARTNER')
})
afterAll(() => service.close())

const { person, ask } = deliveryWorld(() => service)

const get = (path: string, { cookie }: SignedIn) => fetch(`${service.url}${path}`, { headers: { cookie } })
const listedFor = async (who: SignedIn) =>
  ((await (await get('/api/sessions/current', who)).json()) as { feeds: { name: string; database: string }[] }).feeds
const statusOf = async (database: string, who: SignedIn) => (await get(`/db/${database}/_changes?since=0`, who)).status
const feedOf = (city: string, days = 0) =>
  `feed-deliveries-${city}-${dayOf(new Date(clock + days * DAY_MS)).replaceAll('-', '')}`

test('a partner finds today’s feed of the city listed, and before six in the morning also yesterday’s', async () => {
  expect(await listedFor(partner)).toEqual([{ name: 'deliveries', database: feedOf('jaipur') }])
  const noon = clock
  // A quarter past five in India, of the next day.
  clock = Date.parse('2026-11-26T23:45:00.000Z')
  expect(await listedFor(partner)).toEqual([
    { name: 'deliveries', database: 'feed-deliveries-jaipur-20261127' },
    { name: 'deliveries-before', database: 'feed-deliveries-jaipur-20261126' },
  ])
  clock = noon
})

test('a feed that is listed can be read at once, although no delivery is in it yet', async () => {
  const other = await person('PARTNER', { city: 'kota' })
  const [feed] = await listedFor(other)
  expect(await statusOf(feed?.database ?? '', other)).toBe(200)
})

test.each(['jaipur', 'pune'])(
  'a partner of another city, a customer, an admin and a supplier read nothing of %s',
  async (city) => {
    const elsewhere = await person('PARTNER', { city: 'kota' })
    for (const who of [elsewhere, await person('CUSTOMER'), await person('ADMIN'), await person('SUPPLIER')])
      expect(await statusOf(feedOf(city), who)).toBe(404)
  },
)

test('a partner reads neither tomorrow’s feed, nor yesterday’s after six in the morning, nor one without a city', async () => {
  for (const database of [feedOf('jaipur', 1), feedOf('jaipur', -1), 'feed-deliveries-jaipur', 'feed-deliveries-'])
    expect([database, await statusOf(database, partner)]).toEqual([database, 404])
  const nowhere = await person('PARTNER', { city: 'atlantis' })
  expect(await listedFor(nowhere)).toEqual([])
  expect(await statusOf('feed-deliveries-atlantis-20261126', nowhere)).toBe(404)
})

test('a held poll ends when the partner has moved to another city', async () => {
  const moving = await person('PARTNER')
  const [feed] = await listedFor(moving)
  const { last_seq } = (await (await get(`/db/${feed?.database}/_changes?since=now&limit=1`, moving)).json()) as {
    last_seq: string
  }
  const poll = get(`/db/${feed?.database}/_changes?feed=longpoll&heartbeat=10000&since=${last_seq}`, moving)
  await expect.poll(() => service.services.notifier.watching()).toBeGreaterThan(0)
  await ask(moving, 'update-profile', { city: 'pune' })
  const order = await someOrder(service.services, { account: 'nobody', state: 'open', untold: HAPPENED.opened })
  const row = await service.services.orderRecords.store.read(`order:${order}`)
  if (row) await service.services.sweep.tell(service.services.orderRecords, row, (_name, write) => write())
  expect(((await (await poll).json()) as { results: unknown[] }).results).toEqual([])
  expect(await statusOf(feed?.database ?? '', moving)).toBe(404)
})

test('feeds are dropped two days later, and a late step of an old order does not bring one back', async () => {
  const { feeds, couch, workOnFeeds } = service.services
  const day = dayOf(new Date(clock)).replaceAll('-', '')
  await listedFor(partner)
  const exists = async (name: string) => (await couch.databases(name)).includes(name)
  const old = feedOf('jaipur')
  clock += DAY_MS
  await workOnFeeds()
  expect(await exists(old)).toBe(true)
  clock += DAY_MS
  await workOnFeeds()
  expect(await exists(old)).toBe(false)
  await feeds.deliveryRows.close({ id: 'delivery:x', version: 9, city: 'jaipur' }, day)
  expect(await exists(old)).toBe(false)
})
