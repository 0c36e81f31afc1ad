import { afterEach, expect, test, vi } from 'vitest'
import { placeOrder, ulidOf } from '#model'
import { aFlower, anOrder, aReceipt } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { exchange, orderOfLine, read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { favouriteIds, favouritesOf } from '../people/favourites.ts'
import { cartLines, cartOf } from './cart.ts'

const opened: TestDevice[] = []
const device = (now?: () => Date) => {
  const one = testDevice(now ? { now } : {})
  opened.push(one)
  return one
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const cartOn = (on: TestDevice) => cartOf(() => on)
const quantities = async (on: TestDevice) =>
  Object.fromEntries((await read(on, cartLines)).lines.map((line) => [line.flowerId, line.quantity]))

test('the cart shows what was put in, with prices from the catalogue', async () => {
  const phone = device()
  await phone.databases.catalogue.db.bulkDocs([aFlower({ priceRupees: 899 })])
  await cartOn(phone).add('red-roses', 2, 'Happy birthday')
  await cartOn(phone).add('flower:gone', 1)
  const view = await read(phone, cartLines)
  expect(view.count).toBe(3)
  expect(view.lines).toMatchObject([
    { flowerId: 'gone', flower: undefined, lineTotalRupees: 0 },
    { flowerId: 'red-roses', quantity: 2, message: 'Happy birthday', lineTotalRupees: 1798 },
  ])
  expect(view.prices.subtotalRupees).toBe(1798)
})

test.each([
  ['before the write', false],
  ['after the write, but before its answer', true],
])('pieces are added once although the connection is lost %s', async (_when, isStored) => {
  const phone = device()
  await cartOn(phone).add('red-roses', 1)
  const { db } = phone.databases.mailbox()
  const put = db.put.bind(db)
  vi.spyOn(db, 'put').mockImplementationOnce(async (doc: object) => {
    if (isStored) await put(doc)
    phone.databases.dropLost(db.name)
    throw new DOMException('The connection was closed.', 'AbortError')
  })
  await cartOn(phone).add('red-roses', 2)
  expect(phone.databases.mailbox().db).not.toBe(db)
  expect(await quantities(phone)).toEqual({ 'red-roses': 3 })
})

test('taps that come faster than the database are all counted', async () => {
  const phone = device()
  await Promise.all(Array.from({ length: 8 }, () => cartOn(phone).add('red-roses', 1)))
  expect(await quantities(phone)).toEqual({ 'red-roses': 8 })
})

test('quantities can be set, lowered below one, removed and cleared', async () => {
  const phone = device()
  const cart = cartOn(phone)
  await cart.add('red-roses', 3)
  await cart.setQuantity('red-roses', 1)
  await cart.add('tulips', 2)
  expect(await quantities(phone)).toEqual({ 'red-roses': 1, tulips: 2 })
  await cart.setQuantity('tulips', -1)
  expect(await quantities(phone)).toEqual({ 'red-roses': 1 })
  await cart.add('orchids', 1)
  await cart.clear()
  expect(await quantities(phone)).toEqual({})
  await cart.add('orchids', 1)
  expect(await quantities(phone)).toEqual({ orchids: 1 })
})

test('two devices that both worked offline agree afterwards, and nothing added is lost', async () => {
  const phone = device()
  const laptop = device()
  await cartOn(phone).add('red-roses', 2)
  await exchange(phone, laptop)
  await cartOn(phone).remove('red-roses')
  await cartOn(laptop).remove('red-roses')
  await cartOn(laptop).add('red-roses', 1)
  await exchange(phone, laptop)
  expect(await quantities(phone)).toEqual({ 'red-roses': 1 })
  expect(await quantities(laptop)).toEqual({ 'red-roses': 1 })
})

test('a phone that was rolled back conflicts with itself, and the larger count is kept', async () => {
  const phone = device()
  const { db, device: id } = phone.databases.mailbox()
  const part = {
    _id: `cart:tulips:${id}`,
    type: 'cart-line',
    device: id,
    flower: 'tulips',
    taken: {},
    updatedAt: '2026-11-21T10:00:00.000Z',
  }
  await db.bulkDocs(
    [
      { ...part, added: 3, _rev: '2-aaaa' },
      { ...part, added: 1, _rev: '2-bbbb' },
    ],
    { new_edits: false },
  )
  expect(await quantities(phone)).toEqual({ tulips: 3 })
  await cartOn(phone).add('tulips', 1)
  expect(await quantities(phone)).toEqual({ tulips: 4 })
})

test('a slow clock does not make a new message or favourite older than the one it replaces', async () => {
  const phone = device(() => new Date('2026-11-21T12:00:00Z'))
  const slow = device(() => new Date('2026-11-21T09:00:00Z'))
  await cartOn(phone).add('red-roses', 1, 'from the phone')
  await favouritesOf(() => phone).set('red-roses', true)
  await exchange(phone, slow)
  await cartOn(slow).setMessage('red-roses', 'from the slow one')
  await favouritesOf(() => slow).set('red-roses', false)
  await exchange(phone, slow)
  expect((await read(phone, cartLines)).lines[0]?.message).toBe('from the slow one')
  expect(await read(phone, favouriteIds)).toEqual(new Set())
})

test('an order empties the cart at once, and its refusal puts the lines back', async () => {
  const phone = device()
  await cartOn(phone).add('red-roses', 2, 'For you')
  const [line] = (await read(phone, cartLines)).lines
  const { intentId } = await askOf(() => phone)(placeOrder, orderOfLine(line))
  expect(await quantities(phone)).toEqual({})

  await phone.databases
    .mailbox()
    .db.bulkDocs([{ ...aReceipt(ulidOf(intentId)), outcome: 'refused', reason: 'out_of_stock' }])
  expect(await quantities(phone)).toEqual({ 'red-roses': 2 })
})

test('a flower that is added again after an order is a new line without the old message', async () => {
  const phone = device()
  await cartOn(phone).add('red-roses', 2, 'For you')
  const [line] = (await read(phone, cartLines)).lines
  const { intentId } = await askOf(() => phone)(placeOrder, orderOfLine(line))
  const ulid = ulidOf(intentId)
  const order = anOrder(ulid)
  const lines = order.lines.map((one) => ({ ...one, quantity: 2, consumes: line?.consumes ?? {} }))
  await phone.databases.mailbox().db.bulkDocs([aReceipt(ulid), { ...order, lines }])
  await cartOn(phone).add('red-roses', 1)
  expect((await read(phone, cartLines)).lines).toMatchObject([{ quantity: 1, message: '' }])
})
