import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlaceOrder, type Receipt, ulidOf } from '#model'
import { asPushed, intentOf, orderOf, post } from '../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let me: SignedIn
let clock = () => new Date()

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => clock() })
  me = await service.signIn('customer@mogra.example')
})
afterAll(() => service.close())

async function push(intents: { _id: string }[], who = me) {
  const body = { docs: intents.map((intent) => asPushed(intent)), new_edits: false }
  const answer = await post(`${service.url}/db/${who.mailbox.name}/_bulk_docs`, body, { cookie: who.cookie })
  expect([answer.status, await answer.json()]).toEqual([201, []])
}

const receiptOf = (id: string, who = me) =>
  service.services.mailboxes.get<Receipt>(who.mailbox.name, id.replace('intent:', 'receipt:'))

async function decide(payload: PlaceOrder) {
  const intent = intentOf(payload)
  await push([intent])
  await service.services.decider.idle()
  return { receipt: await receiptOf(intent._id), ulid: ulidOf(intent._id) }
}

test('an order is priced from the catalogue, written, mailed and delivered', async () => {
  const lines = [
    { flower: 'red-roses', quantity: 2, consumes: {}, message: 'Happy birthday' },
    { flower: 'orchids', quantity: 1, consumes: {} },
  ]
  const payload: PlaceOrder = { ...orderOf(lines), substitution: 'same_value' }
  const { receipt, ulid } = await decide(payload)
  expect(receipt).toMatchObject({ outcome: 'done', result: { order: `order:${ulid}` } })
  const order = await service.services.couch.db('orders').get(`order:${ulid}`)
  expect(order).toMatchObject({
    account: me.account.id,
    term: expect.any(Number),
    number: expect.stringMatching(/^FLR\d{13}[0-9A-Z]{3}$/),
    subtotalRupees: 3397,
    deliveryFeeRupees: 50,
    taxRupees: 170,
    totalRupees: 3617,
    substitution: 'same_value',
    timeline: [{ status: 'confirmed' }],
    lines: [{ flower: 'red-roses', priceRupees: 899, message: 'Happy birthday' }, { flower: 'orchids' }],
  })
  expect(await service.services.couch.db('audit').get(`audit:${ulid}`)).toMatchObject({
    ...{ account: me.account.id, kind: 'place-order', outcome: 'done' },
  })
  const { number } = Object(order)
  expect(await service.services.mailboxes.get(me.mailbox.name, `order:${ulid}`)).toMatchObject({ number })
  expect(await service.services.mailboxes.get(me.mailbox.name, `notice:${ulid}`)).toMatchObject({
    ...{ kind: 'order-confirmed', subject: `order:${ulid}` },
  })
  expect((await service.mailTo(me.account.email, ({ text }) => text.includes(number))).text).toContain('₹3,617')
})

test('an order with a sold-out or unknown flower is refused, and the refusal names the flower', async () => {
  const { receipt } = await decide(
    orderOf([
      { flower: 'red-roses', quantity: 1, consumes: {} },
      { flower: 'gerberas', quantity: 1, consumes: {} },
      { flower: 'no-such-flower', quantity: 1, consumes: {} },
    ]),
  )
  expect(receipt).toMatchObject({
    outcome: 'refused',
    reason: 'out_of_stock',
    result: { lines: [{ flower: 'gerberas' }, { flower: 'no-such-flower' }] },
  })
})

test('two lines of one order cannot take the same units', async () => {
  const line = { flower: 'red-roses', quantity: 1, consumes: { watch: 1 } }
  expect((await decide(orderOf([line, line]))).receipt).toMatchObject({
    ...{ reason: 'already_ordered', result: { lines: [{ flower: 'red-roses' }] } },
  })
})

test('the delivery day and window are checked by the clock in India', async () => {
  const at = (time: string, payload: Partial<PlaceOrder>) => {
    clock = () => new Date(time)
    return decide(orderOf(undefined, payload)).finally(() => {
      clock = () => new Date()
    })
  }
  const reasonAt = async (time: string, payload: Partial<PlaceOrder>) => {
    const { receipt } = await at(time, payload)
    return receipt?.reason ?? receipt?.outcome
  }
  const today = new Date().toISOString().slice(0, 10)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  // 00:30 in India is still the day before in UTC.
  expect(await reasonAt(`${today}T19:00:00.000Z`, { deliveryOn: today })).toBe('delivery_date_passed')
  expect(await reasonAt(`${today}T19:00:00.000Z`, { deliveryOn: tomorrow })).toBe('done')
  expect(await reasonAt(`${tomorrow}T06:30:00.000Z`, { deliveryOn: tomorrow, deliveryWindow: 'morning' })).toBe(
    'delivery_window_passed',
  )
  expect(await reasonAt(`${tomorrow}T06:29:00.000Z`, { deliveryOn: tomorrow, deliveryWindow: 'morning' })).toBe('done')
})

test('an order for a day more than sixty days ahead is refused', async () => {
  const reasonFor = async (deliveryOn: string) => {
    const { receipt } = await decide(orderOf(undefined, { deliveryOn }))
    return receipt?.reason ?? receipt?.outcome
  }
  clock = () => new Date('2026-12-01T06:00:00.000Z')
  expect(await reasonFor('2027-01-30')).toBe('done')
  expect(await reasonFor('2027-01-31')).toBe('delivery_date_too_far')
  expect(await reasonFor('9999-12-31')).toBe('delivery_date_too_far')
  clock = () => new Date()
})

test('an order of another account under the same id is left unchanged', async () => {
  const other = await service.signIn('admin@mogra.example')
  const intent = intentOf(orderOf())
  const orders = service.services.couch.db('orders')
  const theirs = {
    ...{
      _id: intent._id.replace('intent:', 'order:'),
      type: 'order',
      version: 1,
      account: other.account.id,
      lines: [],
    },
    ...{ entries: [], told: 1, delivery: { state: 'delivered', rounds: [], steps: [] }, items: [] },
  }
  await orders.create(theirs)
  await push([intent])
  await service.services.decider.idle()
  expect(await receiptOf(intent._id)).toMatchObject({ outcome: 'refused', reason: 'id_taken' })
  expect(await orders.get(theirs._id)).toMatchObject({ account: other.account.id })
})

test('if several orders take the same units of the cart, exactly one is accepted, however they arrive', {
  timeout: 120_000,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }), async (batches) => {
      run += 1
      const line = { flower: 'red-roses', quantity: 2, consumes: { [`run-${run}`]: 2 } }
      const pushes = batches.map((n) => Array.from({ length: n }, () => intentOf(orderOf([line]))))
      // Up to four phones push at once, each with its offline orders.
      await Promise.all(pushes.map((intents) => push(intents)))
      await service.services.decider.idle()
      const receipts = await Promise.all(pushes.flat().map(({ _id }) => receiptOf(_id)))
      expect(receipts.filter((receipt) => receipt?.outcome === 'done')).toHaveLength(1)
      expect(receipts.filter((receipt) => receipt?.reason === 'already_ordered')).toHaveLength(receipts.length - 1)
    }),
    { numRuns: 25 },
  )
})

test('a visitor may place 50 orders a day, and more on the next day', { timeout: 300_000 }, async () => {
  const answer = await post(`${service.url}/api/visitors`, {})
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const visitor = { cookie, ...((await answer.json()) as Omit<SignedIn, 'cookie'>) }
  const place = async () => {
    const intent = intentOf(orderOf())
    await push([intent], visitor)
    await service.services.decider.idle()
    const receipt = await receiptOf(intent._id, visitor)
    return receipt?.reason ?? receipt?.outcome
  }
  await push(
    Array.from({ length: 49 }, () => intentOf(orderOf())),
    visitor,
  )
  expect(await place()).toBe('done')
  expect(await place()).toBe('ordered_too_often')
  clock = () => new Date(Date.now() + 86_400_000)
  expect(await place()).toBe('done')
  clock = () => new Date()
})
