import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DeliveryFact, dayOf, type Order, orderConversation, type PayloadOf } from '#model'
import type { AskedIntent, WorkflowContext } from '../decider/define-workflow.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { askedIntentOf, orderOf } from '../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { releaseDeliveryWorkflow } from './release-delivery.ts'
import { deliveryWorld } from './testing/delivery-world.ts'
import { someOrder } from './testing/some-order.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Half past eleven in India: the window of "any time" has begun. */
const TIME_OF_DAY_MS = 6 * HOUR_MS

let service: TestService
let clock = Date.parse('2026-11-25T00:00:00.000Z')
let customer: SignedIn
let partner: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
})
beforeEach(async () => {
  clock = Math.ceil((clock + 1) / DAY_MS) * DAY_MS + TIME_OF_DAY_MS
  // Nothing is taken from anybody in the first minutes of a term.
  await service.services.sweep.sweepNow()
  customer = await person('CUSTOMER', { name: 'Asha Rao' })
  partner = await person('PARTNER', { name: 'Ravi Shinde' })
})
afterAll(() => service.close())

const { person, ask, outcomeOf, openRows, factOf, noticesOf } = deliveryWorld(() => service)

const order = (state: Parameters<typeof someOrder>[1]['state'], more: Partial<OrderRecord> = {}) =>
  someOrder(service.services, {
    ...{ account: customer.account.id, state, more },
    ...(state === 'awarded' || state === 'on_the_way' ? { partner: partner.account.id } : {}),
  })
const today = () => dayOf(new Date(clock)).replaceAll('-', '')
const inCore = async (ulid: string) => {
  const found = await service.services.orderRecords.store.read(`order:${ulid}`)
  if (!found) throw new Error(`there is no order ${ulid}`)
  return found
}
const seenByCustomer = (ulid: string) => factOf<Order>(customer, `order:${ulid}`)
const seenBy = (who: SignedIn, ulid: string) => factOf<DeliveryFact>(who, `delivery:${ulid}`)
const accept = async (who: SignedIn, ulid: string, madeAt?: Date) =>
  outcomeOf(await ask(who, 'accept-delivery', { order: ulid }, madeAt))
type Step = PayloadOf<'advance-delivery'>['step']
async function advance(who: SignedIn, ulid: string, step: Step, at = new Date(clock)) {
  const seen = { order: ulid, version: (await seenBy(who, ulid))?.version ?? 1, at: at.toISOString() }
  const payload =
    step === 'delivered'
      ? ({ ...seen, step, handedTo: 'guard' } as const)
      : step === 'failed'
        ? ({ ...seen, step, reason: 'no_answer' } as const)
        : ({ ...seen, step } as const)
  return outcomeOf(await ask(who, 'advance-delivery', payload))
}
async function later(ms: number) {
  clock += ms
  await service.services.sweep.sweepNow()
}

test('an order waits until two hours before its window; then the partners of the city are offered it, without a word about the customer', async () => {
  const tomorrow = dayOf(new Date(clock + DAY_MS))
  const ulid = await order('waiting', { deliveryOn: tomorrow, deliveryWindow: 'afternoon' })
  clock = Date.parse(`${tomorrow}T04:29:00.000Z`)
  await later(0)
  expect((await inCore(ulid)).delivery.state).toBe('waiting')
  await later(2 * MINUTE_MS)
  expect((await inCore(ulid)).delivery).toMatchObject({ state: 'open', openedAt: new Date(clock).toISOString() })
  const rows = await openRows('jaipur', tomorrow.replaceAll('-', ''))
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ _id: `delivery:${ulid}`, dropPincode: '302015', earningRupees: 50, items: 1, distanceKm: 0 },
      pickup: { florist: expect.anything(), area: 'Bapu Nagar', pincode: '302015' },
    }),
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Asha|9829011420|14, Bapu|birthday/)
  expect(await seenByCustomer(ulid)).toMatchObject({ status: 'confirmed', openedAt: new Date(clock).toISOString() })
})

test('the partner who accepts first gets the address, the row closes, and the customer reads the first name', async () => {
  const ulid = await order('open')
  expect(await accept(partner, ulid)).toBe('done')
  expect(await seenBy(partner, ulid)).toMatchObject({
    ...{ state: 'awarded', drop: { name: 'Asha Rao', phone: '+919829011420', address: '14, Bapu Nagar' } },
    pickup: { address: '4, Tonk Road, Bapu Nagar', phone: '+911412701140' },
    items: [{ quantity: 1, message: 'Happy birthday' }],
    pickUpBy: new Date(clock + 45 * MINUTE_MS).toISOString(),
  })
  expect(await openRows('jaipur', today())).toEqual([])
  const seen = await seenByCustomer(ulid)
  expect(seen).toMatchObject({ status: 'preparing', partner: { name: 'Ravi' } })
  expect(seen?.partner).toEqual({ name: 'Ravi', conversation: orderConversation(ulid, partner.account.id) })
  expect(await noticesOf(customer)).toEqual(['order-preparing'])
})

test('a partner can write to a customer who has an account, and to no visitor', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  expect(await seenBy(partner, ulid)).toMatchObject({ conversation: orderConversation(ulid, partner.account.id) })

  const visitor = await service.services.accounts.createVisitor('en')
  const theirs = await someOrder(service.services, { account: visitor.id, state: 'open' })
  expect(await accept(partner, theirs)).toBe('done')
  const copy = await seenBy(partner, theirs)
  expect(copy).toMatchObject({ state: 'awarded', drop: { name: 'Asha Rao' } })
  expect(copy).not.toHaveProperty('conversation')
})

test('a second partner reads that it is taken and when, but not by whom; the first may repeat the accept', async () => {
  const ulid = await order('open')
  const other = await person('PARTNER')
  expect(await accept(partner, ulid)).toBe('done')
  const receipt = await ask(other, 'accept-delivery', { order: ulid })
  expect([outcomeOf(receipt), receipt.result]).toEqual(['already_awarded', { at: new Date(clock).toISOString() }])
  expect(await accept(partner, ulid)).toBe('done')
  expect((await inCore(ulid)).delivery.rounds).toHaveLength(1)
  expect(await seenBy(other, ulid)).toBeUndefined()
})

test('a partner cannot accept an order of another city, their own, a closed one, a fourth one, or any after ten minutes', async () => {
  const ulid = await order('open')
  expect(await accept(await person('PARTNER', { city: 'pune' }), ulid)).toBe('not_your_city')
  const own = await someOrder(service.services, { account: partner.account.id, state: 'open' })
  expect(await accept(partner, own)).toBe('own_order')
  expect(await accept(partner, ulid, new Date(clock - 11 * MINUTE_MS))).toBe('too_late')
  expect(await accept(partner, ulid, new Date(clock + MINUTE_MS))).toBe('too_late')
  const deliveryOn = dayOf(new Date(clock + 2 * DAY_MS))
  for (const state of ['waiting', 'delivered', 'failed', 'cancelled', 'simulated'] as const)
    expect([state, await accept(partner, await order(state, { deliveryOn }))]).toEqual([state, 'delivery_closed'])
  for (let n = 0; n < 3; n += 1) expect(await accept(partner, await order('open'))).toBe('done')
  expect(await accept(partner, ulid)).toBe('too_many_deliveries')
  expect((await inCore(ulid)).delivery.state).toBe('open')
})

test('a partner who reports pick-up and delivery late is paid once, and the customer follows the order', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  expect(await advance(partner, ulid, 'picked_up')).toBe('done')
  expect(await seenByCustomer(ulid)).toMatchObject({
    ...{ status: 'out_for_delivery', partner: { name: 'Ravi', vehicle: 'bike', phone: '+919819023456' } },
  })
  clock += 30 * MINUTE_MS
  expect(await advance(partner, ulid, 'delivered', new Date(clock - 10 * MINUTE_MS))).toBe('done')
  expect(await advance(partner, ulid, 'delivered')).toBe('done')
  const seen = await seenByCustomer(ulid)
  expect(seen).toMatchObject({ status: 'delivered', handedTo: 'guard', partner: { name: 'Ravi' } })
  expect(seen?.timeline.at(-1)).toEqual({ status: 'delivered', at: new Date(clock - 10 * MINUTE_MS).toISOString() })
  expect(seen?.partner).toEqual({ name: 'Ravi', conversation: orderConversation(ulid, partner.account.id) })
  expect(await service.services.earnings.of(partner.account.id)).toMatchObject([{ rupees: 50, held: false }])
  expect(await noticesOf(customer)).toEqual(
    expect.arrayContaining(['order-preparing', 'order-on-its-way', 'order-delivered']),
  )
})

test('a partner’s copy loses the customer’s name and address a day after the delivery', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  await advance(partner, ulid, 'delivered')
  await later(23 * HOUR_MS)
  expect(await seenBy(partner, ulid)).toMatchObject({ drop: { name: 'Asha Rao' } })
  await later(2 * HOUR_MS)
  const fact = await seenBy(partner, ulid)
  expect(fact).toMatchObject({ state: 'delivered', earningRupees: 50 })
  expect(JSON.stringify(fact)).not.toMatch(/Asha|9829011420|14, Bapu|birthday|Tonk Road/)
})

test('somebody who never had a delivery can neither report a step of it nor give it back', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  const stranger = await person('PARTNER')
  expect(await advance(stranger, ulid, 'picked_up')).toBe('not_yours')
  expect(await advance(customer, ulid, 'delivered')).toBe('not_yours')
  expect(outcomeOf(await ask(stranger, 'release-delivery', { order: ulid, reason: 'vehicle' }))).toBe('not_yours')
  expect((await inCore(ulid)).delivery.state).toBe('awarded')
})

test('a delivery that is not picked up in 45 minutes is offered again; a partner who has the flowers still delivers it', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  // The window had begun two and a half hours before the award.
  await later(44 * MINUTE_MS)
  expect((await inCore(ulid)).delivery.state).toBe('awarded')
  await later(2 * MINUTE_MS)
  expect((await inCore(ulid)).delivery.state).toBe('open')
  expect(await openRows('jaipur', today())).toMatchObject([{ _id: `delivery:${ulid}` }])
  expect(await seenBy(partner, ulid)).toMatchObject({ state: 'taken_back', earningRupees: 0 })
  expect(await noticesOf(partner)).toEqual(['delivery-taken-back'])
  expect(await seenByCustomer(ulid)).not.toHaveProperty('partner')
  expect(await accept(partner, ulid)).toBe('had_it_before')

  expect(await advance(partner, ulid, 'picked_up', new Date(clock - 20 * MINUTE_MS))).toBe('done')
  expect((await inCore(ulid)).delivery).toMatchObject({ state: 'on_the_way', rounds: [{ ended: 'taken_back' }, {}] })
  expect(await advance(partner, ulid, 'delivered')).toBe('done')
  expect(await service.services.earnings.of(partner.account.id)).toMatchObject([{ rupees: 50, held: false }])
})

test('a late pick-up displaces the partner who was awarded the delivery meanwhile, who is told and earns half the fee', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  await later(46 * MINUTE_MS)
  const other = await person('PARTNER', { name: 'Sunil Yadav' })
  expect(await accept(other, ulid)).toBe('done')
  clock += 6 * MINUTE_MS
  expect(await advance(partner, ulid, 'picked_up', new Date(clock - 30 * MINUTE_MS))).toBe('done')
  expect(await seenBy(other, ulid)).toMatchObject({ state: 'taken_back', earningRupees: 25 })
  expect(await seenBy(other, ulid)).not.toHaveProperty('drop')
  expect(await noticesOf(other)).toEqual(['delivery-displaced'])
  expect(await service.services.earnings.of(other.account.id)).toMatchObject([{ kind: 'cancelled', rupees: 25 }])
  expect(await seenByCustomer(ulid)).toMatchObject({ status: 'out_for_delivery', partner: { name: 'Ravi' } })
})

test('a report that contradicts another partner’s waits for an admin, and its earning is held', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  await later(46 * MINUTE_MS)
  const other = await person('PARTNER')
  await accept(other, ulid)
  await advance(other, ulid, 'picked_up')
  expect(await advance(partner, ulid, 'delivered')).toBe('done')
  const found = await inCore(ulid)
  expect(found.delivery.state).toBe('on_the_way')
  expect(found.items).toMatchObject([{ what: 'story', partner: partner.account.id }])
  expect(await seenBy(partner, ulid)).toMatchObject({ isDisputed: true })
  expect(await service.services.earnings.of(partner.account.id)).toMatchObject([{ held: true }])
})

test('a delivery that nobody takes fails at its last call, and a refund is due to the customer', async () => {
  const ulid = await order('open', { deliveryWindow: 'morning' })
  // It opened half an hour before its window ended, so it is open for two hours, and one more until the last call.
  await later(2 * HOUR_MS + 59 * MINUTE_MS)
  expect((await inCore(ulid)).delivery.state).toBe('open')
  await later(2 * MINUTE_MS)
  expect(await seenByCustomer(ulid)).toMatchObject({ status: 'failed', failedBy: 'nobody', refund: 'due' })
  expect(await noticesOf(customer)).toEqual(['order-failed'])
  const [feed] = await service.services.feeds.listedFor({ role: 'ADMIN' })
  expect(await service.services.couch.db(feed?.database ?? '').get(`item:${ulid}:refund`)).toMatchObject({
    ...{ what: 'refund', totalRupees: 994 },
  })
  expect(await openRows('jaipur', today())).toEqual([])
})

test('an order for any time today that is placed at half past nine in the evening is offered for three hours', async () => {
  clock += 10 * HOUR_MS
  const receipt = await ask(customer, 'place-order', orderOf(undefined, { deliveryOn: dayOf(new Date(clock)) }))
  const { order: id } = receipt.result as { order: string }
  const ulid = id.slice('order:'.length)
  expect((await inCore(ulid)).delivery).toMatchObject({ state: 'open', pickup: { florist: 'florist:gulab-bagh' } })
  expect(await openRows('jaipur', today())).toMatchObject([{ _id: `delivery:${ulid}` }])
  await later(2 * HOUR_MS + 59 * MINUTE_MS)
  expect((await inCore(ulid)).delivery.state).toBe('open')
  await later(2 * MINUTE_MS)
  expect((await inCore(ulid)).delivery.state).toBe('failed')
})

test('while Mogra is closed for maintenance, and for three minutes after, nothing is taken from anybody', async () => {
  const { deskSettings } = service.services
  const [carried, offered] = [await order('open'), await order('open', { deliveryWindow: 'morning' })]
  await accept(partner, carried)
  const close = async (maintenance: boolean) => {
    const { version, emailNotifications, autoApproval } = await deskSettings.get()
    await deskSettings.change({ version, emailNotifications, autoApproval, maintenance }, 'admin')
  }
  const states = async () => [(await inCore(carried)).delivery.state, (await inCore(offered)).delivery.state]
  await close(true)
  await later(4 * HOUR_MS)
  expect(await states()).toEqual(['awarded', 'open'])
  await close(false)
  await later(2 * MINUTE_MS)
  expect(await states()).toEqual(['awarded', 'open'])
  await later(2 * MINUTE_MS)
  expect(await states()).toEqual(['open', 'failed'])
})

test('a partner who is not heard of becomes an item for admins, and a day later the delivery fails', async () => {
  const ulid = await order('on_the_way', { deliveryWindow: 'morning' })
  await later(3 * HOUR_MS + 35 * MINUTE_MS)
  expect((await inCore(ulid)).items).toMatchObject([{ what: 'silent' }])
  expect(await advance(partner, ulid, 'delivered')).toBe('done')
  expect((await inCore(ulid)).items).toMatchObject([{ what: 'silent', settled: { outcome: 'answered' } }])

  const lost = await order('on_the_way', { deliveryWindow: 'evening' })
  await later(DAY_MS)
  await later(DAY_MS)
  expect(await seenByCustomer(lost)).toMatchObject({ status: 'failed', failedBy: 'silent', refund: 'due' })
})

test('a partner gives an award back, three times a day, and cannot take it again', async () => {
  const release = async () => {
    const ulid = await order('open')
    await accept(partner, ulid)
    const outcome = outcomeOf(await ask(partner, 'release-delivery', { order: ulid, reason: 'vehicle' }))
    return [outcome, (await inCore(ulid)).delivery.state]
  }
  for (let n = 0; n < 3; n += 1) expect(await release()).toEqual(['done', 'open'])
  expect(await release()).toEqual(['released_too_often', 'awarded'])
  const ulid = await order('on_the_way')
  expect(outcomeOf(await ask(partner, 'release-delivery', { order: ulid, reason: 'vehicle' }))).toBe(
    'already_picked_up',
  )
  clock += DAY_MS
  expect(await release()).toEqual(['done', 'open'])
})

test('a release that the order refuses at the last moment does not use up one of the three of a day', async () => {
  const { orderRecords, partners } = service.services
  const { store } = orderRecords
  const ulid = await order('on_the_way')
  // The workflow has read the order just before the flowers were picked up.
  const read: typeof store.read = async (id) => {
    const found = await store.read(id)
    return found && { ...found, delivery: { ...found.delivery, state: 'awarded' } }
  }
  const workflow = releaseDeliveryWorkflow({ orders: { ...store, read }, partners, tellOrder: async () => {} })
  const asked = askedIntentOf('release-delivery', { order: ulid, reason: 'vehicle' })
  const account = await service.services.accounts.get(partner.account.id)
  const intent = { ...asked, id: 'A', account, receivedAt: new Date(clock).toISOString() } as unknown as AskedIntent
  const context = { step: <T>(_: string, write: () => Promise<T>) => write(), term: 1 } as WorkflowContext
  expect(await workflow.run(intent, context)).toMatchObject({ reason: 'already_picked_up' })
  expect((await partners.get(partner.account.id))?.releases ?? []).toEqual([])
})

test('a customer reads why a delivery failed, and that a refund is due', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  await advance(partner, ulid, 'picked_up')
  expect(await advance(partner, ulid, 'failed')).toBe('done')
  expect(await seenByCustomer(ulid)).toMatchObject({ status: 'failed', failedBy: 'no_answer', refund: 'due' })
  expect(await service.services.earnings.of(partner.account.id)).toEqual([])
})

test('a customer who cancels takes the award from the partner, who earns half the fee if it was over five minutes old', async () => {
  const [early, late] = [await order('open'), await order('open')]
  for (const ulid of [early, late]) await accept(partner, ulid)
  expect(outcomeOf(await ask(customer, 'cancel-order', { order: early }))).toBe('done')
  clock += 6 * MINUTE_MS
  expect(outcomeOf(await ask(customer, 'cancel-order', { order: late }))).toBe('done')
  expect(await seenBy(partner, early)).toMatchObject({ state: 'cancelled', earningRupees: 0 })
  expect(await seenBy(partner, late)).toMatchObject({ state: 'cancelled', earningRupees: 25 })
  expect(await noticesOf(partner)).toEqual(['delivery-cancelled', 'delivery-cancelled'])
  expect(await service.services.earnings.of(partner.account.id)).toMatchObject([{ kind: 'cancelled', rupees: 25 }])
  expect(await seenByCustomer(late)).toMatchObject({ status: 'cancelled', refund: 'due' })
})

test('an order can be cancelled from the beginning of its window until somebody takes it, and never after the pick-up', async () => {
  const [free, taken, carried] = [await order('open'), await order('open'), await order('open')]
  clock += 31 * MINUTE_MS
  for (const ulid of [taken, carried]) await accept(partner, ulid)
  await advance(partner, carried, 'picked_up')
  const cancel = async (ulid: string) => outcomeOf(await ask(customer, 'cancel-order', { order: ulid }))
  expect([await cancel(free), await cancel(taken), await cancel(carried)]).toEqual([
    ...['done', 'too_late', 'order_on_its_way'],
  ])
})

test('after an award neither PIN code nor window changes, and a later window takes an open order off the list', async () => {
  const [open, taken] = [await order('open'), await order('open')]
  await accept(partner, taken)
  const change = async (ulid: string, what: Omit<PayloadOf<'change-order'>, 'order'>) =>
    outcomeOf(await ask(customer, 'change-order', { order: ulid, ...what }))
  const address = { name: 'Asha Rao', phone: '+919829011420', address: '2, Tonk Road', pincode: '302018' }
  expect(await change(taken, { address })).toBe('order_awarded')
  expect(await change(taken, { deliveryWindow: 'evening' })).toBe('order_awarded')
  expect(await change(taken, { address: { ...address, pincode: '302015' } })).toBe('done')
  expect(await seenBy(partner, taken)).toMatchObject({ drop: { address: '2, Tonk Road' } })
  expect(await change(open, { deliveryWindow: 'evening' })).toBe('done')
  expect((await inCore(open)).delivery.state).toBe('waiting')
  expect(await openRows('jaipur', today())).toEqual([])
})

test('flowers that went to an address that had been changed count as delivered, and an admin gets an item', async () => {
  const ulid = await order('open')
  await accept(partner, ulid)
  const seen = await seenBy(partner, ulid)
  const address = { name: 'Asha Rao', phone: '+919829011420', address: '2, Tonk Road', pincode: '302015' }
  await ask(customer, 'change-order', { order: ulid, address })
  const step = { order: ulid, version: seen?.version ?? 0, at: new Date(clock).toISOString() }
  await ask(partner, 'advance-delivery', { ...step, step: 'delivered', handedTo: 'door' })
  expect(await inCore(ulid)).toMatchObject({
    ...{ status: 'delivered', items: [{ what: 'story', isAddressChanged: true }] },
  })
})

test('a partner who loses the role loses what is not picked up, finishes what is on the way, and the earning is held', async () => {
  const [awarded, onTheWay] = [await order('open'), await order('open')]
  for (const ulid of [awarded, onTheWay]) await accept(partner, ulid)
  await advance(partner, onTheWay, 'picked_up')
  await ask(partner, 'set-availability', { online: true })
  const { takenRoles, sweep, partners } = service.services
  expect(await takenRoles.take({ by: 'admin', account: partner.account.id, reason: 'Complaints' })).toBe('taken')
  await sweep.sweepNow()
  expect((await inCore(awarded)).delivery).toMatchObject({ state: 'open', rounds: [{ ended: 'demoted' }] })
  expect((await inCore(onTheWay)).delivery.state).toBe('on_the_way')
  expect((await partners.get(partner.account.id))?.duty.isOnline).toBe(false)

  const record = await service.services.accounts.findByEmail(partner.account.email)
  if (!record) throw new Error('there is no partner')
  const session = await service.services.sessions.start(record, { provenBy: 'code', userAgent: 'Phone' })
  const again = { ...partner, cookie: `sid=${session}` }
  expect(await advance(again, onTheWay, 'delivered')).toBe('done')
  expect(await inCore(onTheWay)).toMatchObject({ status: 'delivered', items: [{ what: 'story' }] })
  expect(await service.services.earnings.of(partner.account.id)).toMatchObject([{ held: true }])
})

test('a customer who deletes the account cancels what is not picked up, and a partner on the way keeps the address', async () => {
  const [awarded, onTheWay] = [await order('open'), await order('open')]
  for (const ulid of [awarded, onTheWay]) await accept(partner, ulid)
  await advance(partner, onTheWay, 'picked_up')
  const { accounts, accountDeletion, couch, sweep } = service.services
  const record = await accounts.findByEmail(customer.account.email)
  if (!record) throw new Error('there is no customer')
  await accountDeletion.begin(record)
  await sweep.sweepNow()
  expect(await inCore(awarded)).toMatchObject({ account: 'deleted', status: 'cancelled', items: [] })
  expect(await seenBy(partner, awarded)).toMatchObject({ state: 'cancelled' })
  expect(await seenBy(partner, onTheWay)).toMatchObject({ state: 'on_the_way', drop: { name: 'Asha Rao' } })
  // What was cancelled is carried no more: the partner may take two others.
  expect(await inCore(awarded)).not.toHaveProperty('carriedBy')
  const others = await Promise.all([1, 2].map(() => someOrder(service.services, { account: 'other', state: 'open' })))
  for (const ulid of others) expect(await accept(partner, ulid)).toBe('done')
  const step = { order: onTheWay, version: 1, step: 'delivered', at: new Date(clock).toISOString() } as const
  await ask(partner, 'advance-delivery', { ...step, handedTo: 'neighbour', note: 'To Asha’s neighbour' })
  expect(await inCore(onTheWay)).toMatchObject({ status: 'delivered' })
  await later(25 * HOUR_MS)
  const left = [await seenBy(partner, onTheWay), await couch.db('orders').get(`order:${onTheWay}`)]
  expect(JSON.stringify(left)).not.toMatch(/Asha|9829011420|14, Bapu|birthday/)
})

test('a partner who deletes the account loses what is not picked up, and no customer reads the name any more', async () => {
  const [awarded, onTheWay, over] = [await order('open'), await order('open'), await order('open')]
  for (const ulid of [awarded, onTheWay, over]) await accept(partner, ulid)
  for (const ulid of [onTheWay, over]) await advance(partner, ulid, 'picked_up')
  await advance(partner, over, 'delivered')
  for (const ulid of [onTheWay, over]) expect(await seenByCustomer(ulid)).toMatchObject({ partner: { name: 'Ravi' } })
  const { accounts, accountDeletion, sweep } = service.services
  const record = await accounts.findByEmail(partner.account.email)
  if (!record) throw new Error('there is no partner')
  await accountDeletion.begin(record)
  await sweep.sweepNow()
  expect((await inCore(awarded)).delivery.state).toBe('open')
  expect((await inCore(onTheWay)).delivery.state).toBe('on_the_way')
  for (const ulid of [awarded, onTheWay, over]) expect(await seenByCustomer(ulid)).not.toHaveProperty('partner')
})

test('a customer rates a delivered order once', async () => {
  const ulid = await order('open')
  const rate = async (who: SignedIn, stars: 1 | 5) =>
    outcomeOf(await ask(who, 'rate-delivery', { order: ulid, stars, comment: 'So kind' }))
  expect(await rate(customer, 5)).toBe('not_delivered')
  await accept(partner, ulid)
  await advance(partner, ulid, 'delivered')
  expect(await rate(partner, 5)).toBe('not_yours')
  expect(await rate(customer, 5)).toBe('done')
  expect(await rate(customer, 1)).toBe('already_rated')
  expect((await seenByCustomer(ulid))?.rating).toEqual({ stars: 5, at: new Date(clock).toISOString() })
  expect((await inCore(ulid)).rating).toMatchObject({ stars: 5, comment: 'So kind' })
})
