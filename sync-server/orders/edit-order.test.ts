import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChangeOrder, editableUntil, type Notice, type Order, type PlaceOrder, ulidOf } from '#model'
import { openDecider } from '../decider/decider.ts'
import { askedIntentOf, intentOf, orderOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { orderFact } from './order-fact.ts'
import type { OrderRecord } from './order-record.ts'

let service: TestService
let me: SignedIn
let deciders: KillableDeciders
let clock = () => new Date()

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => clock() })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  deciders = killableDeciders(service)
})
beforeEach(() => {
  clock = () => new Date()
})
afterAll(() => service.close())

async function place(payload: PlaceOrder = orderOf()): Promise<string> {
  const ulid = await deciders.push(intentOf(payload), me)
  await deciders.decideAll()
  return ulid
}
const pushCancel = (order: string, who = me) => deciders.push(askedIntentOf('cancel-order', { order }), who)
const pushChange = (payload: ChangeOrder, who = me) => deciders.push(askedIntentOf('change-order', payload), who)

async function reasonOf(ulid: string, who = me) {
  const receipt = await deciders.outcomeOf(ulid, who)
  return receipt?.reason ?? receipt?.outcome
}
async function decided(pushed: Promise<string>, who = me) {
  const ulid = await pushed
  await deciders.decideAll()
  return reasonOf(ulid, who)
}
async function inCore(ulid: string): Promise<OrderRecord> {
  const order = await service.services.couch.db('orders').get<OrderRecord>(`order:${ulid}`)
  if (!order) throw new Error(`there is no order ${ulid}`)
  return order
}
const inMailbox = (ulid: string) => service.services.mailboxes.get<Order>(me.mailbox.name, `order:${ulid}`)
const noticesOf = (ulid: string) => service.services.mailboxes.get<Notice>(me.mailbox.name, `notice:${ulid}`)

const address = { name: 'Ravi', phone: '+919829011421', address: '2, Tonk Road', pincode: '302018' }

test('a cancelled order is cancelled in the core and on the phones, and its customer is notified', async () => {
  const ulid = await place()
  const cancelling = await pushCancel(ulid)
  await deciders.decideAll()
  expect(await deciders.outcomeOf(cancelling, me)).toMatchObject({ outcome: 'done', result: { version: 2 } })
  const order = await inCore(ulid)
  expect(order).toMatchObject({ status: 'cancelled', version: 2 })
  expect(order.timeline.map(({ status }) => status)).toEqual(['confirmed', 'cancelled'])
  expect(await inMailbox(ulid)).toMatchObject({ status: 'cancelled', version: 2 })
  expect(await inMailbox(ulid)).not.toHaveProperty('edits')
  expect(await noticesOf(cancelling)).toMatchObject({ kind: 'order-cancelled', subject: `order:${ulid}` })
  expect(await decided(pushChange({ order: ulid, address }))).toBe('order_ended')
})

test('a second phone that cancels a cancelled order hears that it is done, and nothing happens twice', async () => {
  const ulid = await place()
  const first = await pushCancel(ulid)
  const second = await pushCancel(ulid)
  await deciders.decideAll()
  clock = () => new Date(Date.now() + 86_400_000)
  const late = await pushCancel(ulid)
  await deciders.decideAll()
  for (const one of [first, second, late])
    expect(await deciders.outcomeOf(one, me)).toMatchObject({ outcome: 'done', result: { version: 2 } })
  expect((await inCore(ulid)).timeline.map(({ status }) => status)).toEqual(['confirmed', 'cancelled'])
  expect(await noticesOf(first)).toMatchObject({ kind: 'order-cancelled' })
  expect([await noticesOf(second), await noticesOf(late)]).toEqual([undefined, undefined])
})

test('a change sets the fields it names and leaves the others, and the city stays', async () => {
  const ulid = await place(
    orderOf([
      { flower: 'red-roses', quantity: 1, consumes: {}, message: 'Happy birthday' },
      { flower: 'tulips', quantity: 1, consumes: {}, message: 'From all of us' },
    ]),
  )
  const before = await inCore(ulid)
  expect(await decided(pushChange({ order: ulid, address }))).toBe('done')
  expect(await decided(pushChange({ order: ulid, messages: [{ line: 1, message: '' }] }))).toBe('done')
  const changing = await pushChange({ order: ulid, deliveryWindow: 'evening' })
  await deciders.decideAll()
  const after = await inCore(ulid)
  expect(after).toMatchObject({ address: { ...address, city: 'jaipur' }, deliveryWindow: 'evening', version: 4 })
  expect(after.lines.map(({ message }) => message)).toEqual(['Happy birthday', undefined])
  expect(after.totalRupees).toBe(before.totalRupees)
  expect(await inMailbox(ulid)).toMatchObject({ address: { name: 'Ravi' }, version: 4 })
  expect(await noticesOf(changing)).toMatchObject({ kind: 'order-changed' })
  expect(await decided(pushChange({ order: ulid, messages: [{ line: 2, message: 'Hi' }] }))).toBe('not_understood')
})

test('half an hour after the confirmation, by the service’s clock, a change is too late', async () => {
  const ulid = await place()
  const until = editableUntil(await inCore(ulid)).getTime()
  clock = () => new Date(until - 1000)
  expect(await decided(pushChange({ order: ulid, address }))).toBe('done')
  clock = () => new Date(until)
  expect(await decided(pushChange({ order: ulid, deliveryWindow: 'evening' }))).toBe('too_late')
  expect(await decided(pushCancel(ulid))).toBe('too_late')
  expect(await inCore(ulid)).toMatchObject({ status: 'confirmed', version: 2, address: { name: 'Ravi' } })
})

test('an intent that arrived in time is accepted, even if a restart or parking delays its decision', async () => {
  const [late, parked] = [await place(), await place()]
  const until = editableUntil(await inCore(late)).getTime()
  clock = () => new Date(until - 5_000)
  const cancelling = await pushCancel(late)
  clock = () => new Date(until + 10_000)
  await deciders.decideAll()
  expect(await deciders.outcomeOf(cancelling, me)).toMatchObject({
    ...{ outcome: 'done', receivedAt: new Date(until - 5_000).toISOString() },
  })

  clock = () => new Date(until - 5_000)
  const changing = await pushChange({ order: parked, deliveryWindow: 'evening' })
  await service.services.couch.db('work').create({
    ...{ _id: `parked:${changing}`, type: 'parked', mailbox: me.mailbox.name, account: me.account.id },
    ...{ receivedAt: new Date(until - 5_000).toISOString(), error: 'a bug that is mended by now' },
  })
  clock = () => new Date(until + 10_000)
  // Another push gives the mailbox's due mark a later time.
  const other = await pushCancel(parked)
  await deciders.decideAll()
  expect(await Promise.all([changing, other].map((ulid) => reasonOf(ulid)))).toEqual(['done', 'too_late'])
  expect(await service.services.couch.db('work').get(`parked:${changing}`)).toBeUndefined()
})

test('an order that is on its way or delivered can be neither changed nor cancelled', async () => {
  for (const [status, reason] of [
    ['out_for_delivery', 'order_on_its_way'],
    ['delivered', 'order_ended'],
    ['failed', 'order_ended'],
  ] as const) {
    const ulid = await place()
    await service.services.couch
      .db('orders')
      .update<OrderRecord>(`order:${ulid}`, (order) => order && { ...order, status })
    expect(await decided(pushCancel(ulid))).toBe(reason)
    expect(await decided(pushChange({ order: ulid, address }))).toBe(reason)
    expect(await inCore(ulid)).toMatchObject({ status, version: 1 })
  }
})

test('a change asked before the order is decided follows the order, whether it is accepted or refused', async () => {
  const accepted = await deciders.push(intentOf(orderOf()), me)
  const moved = await pushChange({ order: accepted, address })
  const cancelled = await pushCancel(accepted)
  const refused = await deciders.push(intentOf({ ...orderOf(), quotedTotalRupees: 1 }), me)
  const edits = [await pushChange({ order: refused, address }), await pushCancel(refused)]
  await deciders.decideAll()
  expect(await inCore(accepted)).toMatchObject({ status: 'cancelled', version: 3, edits: [moved, cancelled] })
  expect(await reasonOf(refused)).toBe('price_changed')
  expect(await Promise.all(edits.map((one) => reasonOf(one)))).toEqual(['done', 'done'])
})

test('a cancellation waits as long as its order cannot be decided', async () => {
  const order = await deciders.push(intentOf(orderOf()), me)
  const cancelling = await pushCancel(order)
  const { services } = service
  const stuck = openDecider({
    ...services,
    settings: { ...services.settings, couchdbUrl: undefined },
    backOffMs: [],
    report: () => {},
    onStep(point) {
      if (point === 'before write order') throw new Error('the disk is full')
    },
  })
  await stuck.start()
  await stuck.idle()
  await stuck.stop()
  expect(await reasonOf(cancelling)).toBeUndefined()
  await deciders.decideAll()
  expect(await reasonOf(cancelling)).toBe('done')
  expect(await inCore(order)).toMatchObject({ status: 'cancelled' })
})

test('another account’s order and one that never existed are unknown', async () => {
  const ulid = await place()
  const email = 'stranger@mogra.example'
  await service.services.accounts.create({ email, name: 'Stranger', role: 'CUSTOMER', verified: true })
  const stranger = await service.signIn(email)
  expect(await decided(pushCancel(ulid, stranger), stranger)).toBe('order_unknown')
  expect(await decided(pushChange({ order: ulid, address }, stranger), stranger)).toBe('order_unknown')
  expect(await decided(pushCancel(ulidOf(intentOf(orderOf())._id)))).toBe('order_unknown')
  expect(await inCore(ulid)).toMatchObject({ status: 'confirmed', version: 1 })
})

test('when two phones change one order in any sequence, it shows every accepted change and nothing else', {
  timeout: 120_000,
}, async () => {
  const asks = fc.array(
    fc.oneof(
      fc.record({ deliveryWindow: fc.constantFrom('morning' as const, 'afternoon' as const, 'evening' as const) }),
      fc.record({ messages: fc.tuple(fc.record({ line: fc.constant(0), message: fc.string({ maxLength: 9 }) })) }),
      fc.record({
        address: fc.record({
          ...Object.fromEntries(Object.entries(address).map(([k, text]) => [k, fc.constant(text)])),
          name: fc.constantFrom('A', 'B'),
        }),
      }),
      fc.constant('cancel' as const),
    ),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(asks, async (wanted) => {
      const ulid = await place()
      const ulids: string[] = []
      for (const one of wanted)
        ulids.push(
          await (one === 'cancel'
            ? pushCancel(ulid)
            : pushChange({ order: ulid, ...(one as Omit<ChangeOrder, 'order'>) })),
        )
      await deciders.decideAll()
      const outcomes = await Promise.all(ulids.map((one) => reasonOf(one)))
      const cancelledAt = wanted.indexOf('cancel')
      expect(outcomes).toEqual(
        wanted.map((one, i) => (cancelledAt >= 0 && i > cancelledAt && one !== 'cancel' ? 'order_ended' : 'done')),
      )
      const order = await inCore(ulid)
      const accepted = cancelledAt >= 0 ? wanted.slice(0, cancelledAt) : wanted
      const last = <K extends keyof ChangeOrder>(key: K) =>
        accepted
          .flatMap((one) => (typeof one === 'object' && key in one ? [(one as unknown as ChangeOrder)[key]] : []))
          .at(-1)
      expect(order.status).toBe(cancelledAt >= 0 ? 'cancelled' : 'confirmed')
      expect(order.version).toBe(1 + accepted.length + (cancelledAt >= 0 ? 1 : 0))
      expect(order.deliveryWindow).toBe(last('deliveryWindow') ?? 'any')
      expect(order.lines[0]?.message ?? '').toBe(last('messages')?.[0]?.message ?? '')
      expect(order.address.name).toBe(last('address')?.name ?? 'Asha')
      const { _rev, ...copy } = (await inMailbox(ulid)) ?? { _rev: '' }
      expect(orderFact(order)).toEqual(copy)
    }),
    { numRuns: 6 },
  )
})
