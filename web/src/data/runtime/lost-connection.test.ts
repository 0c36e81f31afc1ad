import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { testDevice } from '../../testing/test-device.ts'
import { read, readList } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { ordersNewestFirst } from '../orders/orders.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
}, 120_000)
afterEach(async () => {
  vi.restoreAllMocks()
  await all.closeDevices()
})
afterAll(() => all.close())

/** Closes connections as a browser does that has run out of space or whose storage broke: PouchDB does not notice. */
function closeConnections(used: readonly unknown[]) {
  const connections = new Set(used.filter((one) => one instanceof IDBDatabase))
  expect(connections.size).toBeGreaterThan(0)
  for (const connection of connections) connection.close()
}

test('a page whose connection to the storage was closed opens another, shows changes and sends what is written', async () => {
  const device = all.device()
  device.supervisor.start()
  await all.signIn(device, anEmail())
  device.status.subscribe(() => undefined)
  const cart = device.live.entry(cartLines)
  const orders = device.live.entry(ordersNewestFirst)
  for (const entry of [cart, orders]) entry.subscribe(() => undefined)
  const used = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await cartOf(() => device).add('tulips', 1)
  await eventually(() => expect(cart.answer()).toMatchObject({ data: { count: 1 } }))
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  closeConnections(used.mock.contexts)

  device.wake('visible')
  await eventually(async () => expect(await device.databases.catalogue.isComplete()).toBe(true))
  await eventually(() => cartOf(() => device).add('tulips', 1))
  await eventually(() => expect(cart.answer()).toMatchObject({ data: { count: 2 } }))
  await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(orders.answer()).toMatchObject({ data: { items: [{ stage: 'confirmed' }] } }))
})

test('a write that finds its connection closed is stored, once', async () => {
  const device = all.device()
  const used = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const { add } = cartOf(() => device)
  await add('tulips', 1)
  closeConnections(used.mock.contexts)
  await add('tulips', 1)
  closeConnections(used.mock.contexts)
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  expect(await read(device, cartLines)).toMatchObject({ count: 2 })
  expect((await device.databases.mailbox().allOf('intent')).map(({ _id }) => _id)).toEqual([intentId])
})

test('the order of a person without an account is sent although the connection is lost while it is read', async () => {
  const device = all.device()
  const used = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await askOf(() => device)(placeOrder, aPlaceOrder())
  closeConnections(used.mock.contexts)
  device.supervisor.start()
  // Any other read of the mailbox would notice the loss first.
  await eventually(() => expect(device.line.requests).toContain('POST /api/visitors'))
  await eventually(async () =>
    expect(await readList(device, ordersNewestFirst)).toMatchObject([{ stage: 'confirmed' }]),
  )
})

test('a database that is being opened is kept when an earlier connection to it turns out to be closed', async () => {
  const device = testDevice()
  const used = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await cartOf(() => device).add('tulips', 1)
  const earlier = used.mock.contexts.find((one): one is IDBDatabase => one instanceof IDBDatabase)
  const page = await device.reload()
  const reading = read(page, cartLines)
  const { db } = page.databases.mailbox()
  expect(() => earlier?.transaction('meta-store')).toThrow('allowed')
  expect(await reading).toMatchObject({ count: 1 })
  expect(page.databases.mailbox().db).toBe(db)
  await page.close()
})
