import { afterEach, expect, test } from 'vitest'
import { type Intent, intentId, receiptId } from '#model'
import { aFlower, anIntent, anOrder, aPlaceOrder, aReceipt, aUlid } from '../testing/documents.ts'
import { type TestDevice, testDevice } from '../testing/test-device.ts'
import { orderOfLine, read, readList } from '../testing/two-devices.ts'
import { needsAttention } from './attention/attention-queries.ts'
import { cartLines, cartOf } from './orders/cart.ts'
import { ordersNewestFirst } from './orders/orders.ts'
import { ownProfile } from './people/profile.ts'
import { pendingPushOf } from './push-state/pending-push.ts'
import { recordPushProgress } from './push-state/push-progress.ts'

// The service removes old intents with their receipts from the mailbox (`sync-server/mailboxes/retention.ts`).

let phone: TestDevice
afterEach(() => phone.close())

const AT = '2026-11-21T10:00:00.000Z'
const db = () => phone.databases.mailbox().db

const stored = (docs: { _id: string; [field: string]: unknown }[]) => db().bulkDocs(docs)

const asked = (n: number, kind: Intent['kind'], payload: object) => ({
  ...anIntent(aUlid(n), { device: phone.databases.mailbox().device }),
  ...{ kind, payload },
})
const refused = (n: number, reason: string) => aReceipt(aUlid(n), { outcome: 'refused', reason })

/** Removes intents and then their receipts, as the service does; `check` is called after each. */
async function removed(ulids: string[], check: () => Promise<void>) {
  for (const idOf of [intentId, receiptId]) {
    const docs = await Promise.all(ulids.map((ulid) => db().get(idOf(ulid))))
    await db().bulkDocs(docs.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })))
    await check()
  }
}

/** What the person sees, without what only an open intent has. */
async function shown() {
  const cart = await read(phone, cartLines)
  const orders = await readList(phone, ordersNewestFirst)
  return {
    cart: cart.lines.map(({ flowerId, quantity }) => [flowerId, quantity]),
    orders: orders.map(({ id, stage, order, pending, pendingReport, pendingRating }) => ({
      id,
      stage,
      order,
      pending,
      pendingReport,
      pendingRating,
    })),
    tray: (await read(phone, needsAttention)).map(({ id, reason }) => [id, reason]),
    profile: (await read(phone, ownProfile)).name,
    unsent: await pendingPushOf(db(), [phone.databases.mailbox().device]),
  }
}

const sent = async () => recordPushProgress(db(), Number((await db().info()).update_seq), AT)

test('if done intents are removed, cart, orders, tray and profile stay as they were, and nothing is sent', async () => {
  phone = testDevice()
  await phone.databases.catalogue.db.bulkDocs([aFlower()])
  const cart = cartOf(() => phone)
  await cart.add('red-roses', 2)
  const [line] = (await read(phone, cartLines)).lines
  await cart.add('red-roses', 1)
  const payload = orderOfLine(line)
  const fact = anOrder(aUlid(1))
  const delivered = {
    ...fact,
    ...{ version: 3, deliveryWindow: 'evening', status: 'delivered' },
    lines: fact.lines.map((one) => ({ ...one, ...payload.lines[0] })),
    report: { number: 'SUP1763719200000ABC', problem: 'late', at: AT },
    rating: { stars: 2, at: AT },
  }
  await stored([
    ...[asked(1, 'place-order', payload), aReceipt(aUlid(1))],
    ...[asked(2, 'change-order', { order: aUlid(1), deliveryWindow: 'evening' })],
    aReceipt(aUlid(2), { result: { version: 2 } }),
    ...[asked(3, 'report-problem', { order: aUlid(1), problem: 'late', message: 'x' }), aReceipt(aUlid(3))],
    ...[asked(6, 'rate-delivery', { order: aUlid(1), stars: 2 }), aReceipt(aUlid(6))],
    ...[asked(4, 'update-profile', { name: 'Asha Devi' }), aReceipt(aUlid(4))],
    ...[asked(5, 'place-order', aPlaceOrder()), refused(5, 'price_changed')],
    delivered,
    { _id: 'account', type: 'account', version: 2, id: 'a1', email: '', name: 'Asha Devi', role: 'CUSTOMER' },
  ])
  await sent()
  const before = await shown()
  expect(before).toMatchObject({ cart: [['red-roses', 1]], unsent: [], profile: 'Asha Devi' })
  expect(before.orders.map(({ stage }) => stage)).toEqual(['refused', 'confirmed'])
  expect(before.tray).toEqual([[intentId(aUlid(5)), 'price_changed']])
  await removed([1, 2, 3, 4, 6].map(aUlid), async () => expect(await shown()).toEqual(before))
  expect((await read(phone, ownProfile)).change).toBeUndefined()
})

test('if refused intents are removed with what belongs to them, they leave the tray, and none comes back', async () => {
  phone = testDevice()
  await stored([
    ...[asked(1, 'place-order', aPlaceOrder()), refused(1, 'out_of_stock')],
    ...[asked(2, 'place-order', aPlaceOrder()), refused(2, 'price_changed')],
    ...[asked(3, 'cancel-order', { order: aUlid(2) }), aReceipt(aUlid(3))],
  ])
  await sent()
  const withdrawn = await shown()
  expect(withdrawn.tray).toEqual([[intentId(aUlid(1)), 'out_of_stock']])
  await removed([1, 2, 3].map(aUlid), async () => expect(await shown()).toEqual({ ...withdrawn, orders: [], tray: [] }))
})
