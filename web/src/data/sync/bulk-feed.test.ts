import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BulkRow, bulkId } from '#model'
import { aUlid } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, type OnlineDevice, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import { setInOrder } from '../runtime/start.ts'

let all: ServiceDevices

beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

const REAL = 'feed-bulk-1'
// The cities in this file have no requests but those of this file: the demo has none there.

/** The device of a supplier of these cities, once its feed has come to rest. */
async function aSupplier(...citiesServed: string[]): Promise<OnlineDevice> {
  const device = all.device()
  const email = anEmail()
  const { accounts } = all.service.services
  const made = await accounts.create({ email, name: 'Meera Nair', role: 'SUPPLIER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  await accounts.change(made.id, { citiesServed })
  await all.signIn(device, email)
  device.supervisor.start()
  await hasCome(device)
  return device
}

let rows = 0
function someBulkRow(city: string): BulkRow {
  rows += 1
  return {
    ...{ _id: bulkId(aUlid(rows)), type: 'bulk', version: 1, number: 'BLK1764150000000ABC', city },
    ...{ buyerName: 'Farah Qureshi', flowerTypes: ['Roses'], quantity: 400, quantityUnit: 'stems' },
    ...{ deliveryDate: '2099-12-01', postedAt: '2026-11-26T10:00:00.000Z' },
  }
}

const listedOn = ({ sessionState }: TestDevice) => sessionState.get().signedIn?.feeds ?? []
/** The databases of feeds in this browser, as the service calls them. */
const feedsOf = async ({ environment: { name } }: TestDevice) =>
  (await indexedDB.databases())
    .flatMap((one) => one.name?.match(new RegExp(`^_pouch_${name}-(feed-.*)`))?.[1] ?? [])
    .sort()
const shownOn = async (device: TestDevice) =>
  ((await device.databases.feed('bulk')?.openRows('bulk')) ?? []).map(({ _id }) => _id).sort()
/** The feed that is listed now is read, and there is no other one in this browser. */
const hasCome = (device: TestDevice) =>
  eventually(async () => {
    const [feed] = listedOn(device)
    expect(device.sessionState.get().shownFeeds).toMatchObject({ bulk: feed?.database })
    expect(await feedsOf(device)).toEqual([feed?.database])
  })
const serve = (device: TestDevice, ...citiesServed: string[]) =>
  all.service.services.accounts.change(device.sessionState.get().signedIn?.account.id ?? '', { citiesServed })
const post = async (...cities: string[]) => {
  const rows = cities.map((city) => someBulkRow(city))
  for (const row of rows) await all.service.services.feeds.bulkRows.put(row)
  return rows.map(({ _id }) => _id).sort()
}

test('five requests of one’s own city arrive behind 1,200 of another, which come when that city is added', async () => {
  const { couch } = all.service.services
  const hidden = Array.from({ length: 1_200 }, () => someBulkRow('udupi'))
  await couch.db(REAL).putAll(hidden)
  const own = await post('orchha', 'orchha', 'orchha', 'orchha', 'orchha')
  const device = await aSupplier('orchha')
  expect(await shownOn(device)).toEqual(own)

  await serve(device, 'orchha', 'udupi')
  await eventually(async () => expect(await shownOn(device)).toHaveLength(1_205))
  await hasCome(device)
  const [next = ''] = await post('udupi')
  await eventually(async () => expect(await shownOn(device)).toContain(next))
})

test('the requests of before are read until those of the new cities have come, and those of a dropped city go', async () => {
  const device = await aSupplier('hampi', 'gokarna')
  const [ofHampi = '', ofGokarna = ''] = [...(await post('hampi')), ...(await post('gokarna'))]
  await eventually(async () => expect(await shownOn(device)).toEqual([ofHampi, ofGokarna].toSorted()))
  const [before] = await feedsOf(device)

  const released = Promise.withResolvers<void>()
  device.line.tamper(async (request, pass) => {
    if (request.url.includes('/db/feed-') && !request.url.includes(before ?? '')) await released.promise
    return pass()
  })
  await serve(device, 'hampi')
  await eventually(() => expect(listedOn(device).map(({ database }) => database)).not.toEqual([before]))
  expect(await shownOn(device)).toEqual([ofHampi, ofGokarna].toSorted())
  released.resolve()
  await eventually(async () => expect(await shownOn(device)).toEqual([ofHampi]))
  await hasCome(device)
  expect(await feedsOf(device)).not.toContain(before)
})

test('a request that ends disappears, and its text is gone from the device', async () => {
  const device = await aSupplier('ooty')
  const [id = ''] = await post('ooty')
  await eventually(async () => expect(await shownOn(device)).toEqual([id]))
  await all.service.services.feeds.bulkRows.close({ id, type: 'bulk', version: 2, city: 'ooty' })
  await eventually(async () => expect(await shownOn(device)).toEqual([]))
  expect(await device.databases.feed('bulk')?.db.get(id)).not.toHaveProperty('buyerName')
})

test('the requests are there offline after a reload', async () => {
  const device = await aSupplier('bundi')
  const [id = ''] = await post('bundi')
  await eventually(async () => expect(await shownOn(device)).toEqual([id]))
  device.line.cut()
  const later = await device.reload()
  later.supervisor.start()
  await setInOrder(later)
  expect(await shownOn(later)).toEqual([id])
  expect(await later.databases.feed('bulk')?.isComplete()).toBe(true)
  await later.close()
})

test('a supplier without a city has no feed, and gets it with the first city', async () => {
  const [id = ''] = await post('kollam')
  const device = all.device()
  await all.signIn(device, anEmail(), 'SUPPLIER')
  device.supervisor.start()
  await eventually(async () => expect(await device.databases.mailbox().isComplete()).toBe(true))
  expect(listedOn(device)).toEqual([])
  await serve(device, 'kollam')
  await eventually(async () => expect(await shownOn(device)).toEqual([id]))
})

test('a supplier who loses the role keeps nothing of the feed', async () => {
  const device = await aSupplier('bidar')
  const { accounts } = all.service.services
  await accounts.change(device.sessionState.get().signedIn?.account.id ?? '', { role: 'CUSTOMER' })
  await eventually(async () => expect(await feedsOf(device)).toEqual([]))
})
