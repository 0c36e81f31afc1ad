import { afterEach, expect, test, vi } from 'vitest'
import { placeOrder, ulidOf } from '#model'
import { anOrder, aPlaceOrder, aReceipt } from '../testing/documents.ts'
import { type TestDevice, testDevice } from '../testing/test-device.ts'
import { read, readList } from '../testing/two-devices.ts'
import { askOf, DocumentTooLarge } from './ask.ts'
import { orderById, ordersNewestFirst } from './orders/orders.ts'

const opened: TestDevice[] = []
const device = (options: Parameters<typeof testDevice>[0] = {}) => {
  const one = testDevice(options)
  opened.push(one)
  return one
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

test('an order placed offline is stored at once, shown as saved, and still there after a restart', async () => {
  const phone = device()
  const { intentId } = await askOf(() => phone)(placeOrder, aPlaceOrder())
  expect(await readList(phone, ordersNewestFirst)).toMatchObject([{ stage: 'saved', asked: aPlaceOrder() }])

  const again = await phone.reload()
  opened.splice(0, 1, again)
  expect(await read(again, orderById(intentId))).toMatchObject({ stage: 'saved' })
  expect(await read(again, orderById(ulidOf(intentId)))).toMatchObject({ id: `order:${ulidOf(intentId)}` })
})

test('an order that was stored just before the database connection was lost is placed only once', async () => {
  const phone = device()
  const { db } = phone.databases.mailbox()
  const put = db.put.bind(db)
  vi.spyOn(db, 'put').mockImplementationOnce(async (doc: object) => {
    await put(doc)
    phone.databases.dropLost(db.name)
    throw new DOMException('The connection was closed.', 'AbortError')
  })
  await askOf(() => phone)(placeOrder, aPlaceOrder())
  expect(phone.databases.mailbox().db).not.toBe(db)
  expect(await readList(phone, ordersNewestFirst)).toMatchObject([{ stage: 'saved' }])
})

test('a payload that does not fit the model is rejected and not stored', async () => {
  const phone = device()
  await expect(askOf(() => phone)(placeOrder, aPlaceOrder({ lines: [] }))).rejects.toThrow()
  expect(await readList(phone, ordersNewestFirst)).toEqual([])
})

test('a second tap while the first order is being stored makes no second order; a later tap does', async () => {
  const phone = device()
  const ask = askOf(() => phone)
  const [first, second] = await Promise.all([ask(placeOrder, aPlaceOrder()), ask(placeOrder, aPlaceOrder())])
  expect(second).toEqual(first)
  const third = await ask(placeOrder, aPlaceOrder())
  expect(third.intentId > first.intentId).toBe(true)
  expect(await readList(phone, ordersNewestFirst)).toHaveLength(2)
})

test('later intents have greater ids and counts although the clock was set back', async () => {
  let now = new Date('2026-11-21T10:00:00Z')
  const phone = device({ now: () => now })
  const ask = askOf(() => phone)
  const { intentId: first } = await ask(placeOrder, aPlaceOrder())
  now = new Date('2025-01-01T00:00:00Z')
  const { intentId: second } = await ask(placeOrder, aPlaceOrder())
  expect(second > first).toBe(true)
  expect((await phone.databases.mailbox().allOf('intent')).map(({ n }) => n)).toEqual([1, 2])
})

test('an order is shown as sent once its receipt arrives, and as confirmed once the order arrives', async () => {
  const phone = device()
  const { db } = phone.databases.mailbox()
  const { intentId } = await askOf(() => phone)(placeOrder, aPlaceOrder())
  const ulid = ulidOf(intentId)
  await db.bulkDocs([aReceipt(ulid)])
  expect(await read(phone, orderById(ulid))).toMatchObject({ stage: 'sent' })
  await db.bulkDocs([anOrder(ulid)])
  expect(await read(phone, orderById(ulid))).toMatchObject({
    stage: 'confirmed',
    order: { number: 'FLR1763719200000ABC' },
  })
  expect(await readList(phone, ordersNewestFirst)).toHaveLength(1)
})

test('an intent that the gate would refuse as too large is not stored, and the caller gets the reason', async () => {
  const phone = device()
  const message = 'जन्मदिन मुबारक '.repeat(33)
  const lines = Array.from({ length: 55 }, (_, i) => ({ flower: `kind-${i}`, quantity: 1, consumes: {}, message }))
  await expect(askOf(() => phone)(placeOrder, { ...aPlaceOrder(), lines })).rejects.toThrow(DocumentTooLarge)
  expect(await readList(phone, ordersNewestFirst)).toEqual([])
})
