import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IntentOf } from '../../intent.ts'
import { intentId } from '../../intents/intent-ids.ts'
import { type Order, orderId } from '../order.ts'
import { ORDER_STATUSES } from '../order-status.ts'
import { foldOrders } from './fold-orders.ts'
import type { AskedEdit, AskedOrder, AskedRating } from './order-view.ts'

const ULID = '01JD0000000000000000000001'
const at = '2026-11-21T10:00:00.000Z'
const address = { name: 'Asha', phone: '+919829011420', address: '14, Bapu Nagar', pincode: '302015' }
const text = { en: 'Tulips', hi: 'ट्यूलिप' }

const order = (changes: Partial<Order> = {}): Order => ({
  _id: orderId(ULID),
  type: 'order',
  version: 1,
  number: 'FLR1795231927699AB1',
  status: 'confirmed',
  lines: [
    {
      flower: 'tulips',
      quantity: 1,
      consumes: {},
      name: text,
      image: 'tulips',
      alt: text,
      floristName: text,
      priceRupees: 1299,
    },
  ],
  subtotalRupees: 1299,
  deliveryFeeRupees: 50,
  taxRupees: 65,
  totalRupees: 1414,
  address: { ...address, city: 'jaipur' },
  deliveryOn: '2026-11-21',
  deliveryWindow: 'any',
  paymentMethod: 'upi',
  placedAt: at,
  confirmedAt: at,
  estimatedAt: at,
  timeline: [{ status: 'confirmed', at }],
  ...changes,
})

const edit = (
  n: number,
  what: Omit<IntentOf<'change-order'>['payload'], 'order'> | 'cancel',
  more: Partial<AskedEdit> = {},
) => {
  const envelope = {
    _id: `intent:01JD000000000000000000010${n}`,
    type: 'intent' as const,
    device: 'phone',
    n,
    madeAt: at,
  }
  const intent =
    what === 'cancel'
      ? { ...envelope, kind: 'cancel-order' as const, payload: { order: ULID } }
      : { ...envelope, kind: 'change-order' as const, payload: { order: ULID, ...what } }
  return { intent, ...more } satisfies AskedEdit
}
const receipt = (n: number, outcome: 'done' | 'refused', version?: number) => ({
  receipt: {
    _id: `receipt:01JD000000000000000000010${n}`,
    type: 'receipt' as const,
    outcome,
    receivedAt: at,
    decidedAt: at,
    result: { version },
  },
})

const shown = (fact: Order, edits: AskedEdit[]) => foldOrders([fact], [], edits).at(0)

test('a change is shown as soon as it is requested, until the changed order arrives', () => {
  const change = { deliveryWindow: 'evening' as const, messages: [{ line: 0, message: 'Hello' }] }
  expect(shown(order(), [edit(1, change)])).toMatchObject({
    pending: { kind: 'change-order', stage: 'saved', at },
    order: { deliveryWindow: 'evening', lines: [{ message: 'Hello' }], address: { city: 'jaipur' } },
  })
  expect(shown(order(), [edit(1, change, { sentAt: at })])?.pending?.stage).toBe('sent')
  expect(shown(order(), [edit(1, change, receipt(1, 'done', 2))])?.pending?.stage).toBe('sent')
  const arrived = shown(order({ version: 2 }), [edit(1, change, receipt(1, 'done', 2))])
  expect([arrived?.pending, arrived?.order?.deliveryWindow]).toEqual([undefined, 'any'])
})

test('an unconfirmed order is shown as changed, and as withdrawn even if it is refused', () => {
  const { lines: _, ...payload } = order()
  const place: AskedOrder = {
    intent: {
      ...{ _id: intentId(ULID), type: 'intent', kind: 'place-order', device: 'phone', n: 0, madeAt: at },
      payload: {
        lines: [{ flower: 'tulips', quantity: 1, consumes: {} }],
        address: payload.address,
        ...{ deliveryOn: '2026-11-21', deliveryWindow: 'any', paymentMethod: 'upi', quotedTotalRupees: 1414 },
      },
    },
  }
  const refused = { ...place, ...receipt(0, 'refused') }
  const early = (asked: AskedOrder, edits: AskedEdit[]) => foldOrders([], [asked], edits).at(0)
  const change = edit(1, { deliveryWindow: 'evening', messages: [{ line: 0, message: 'Hello' }] })
  const wanted = { deliveryWindow: 'evening', lines: [{ message: 'Hello' }], address: { city: 'jaipur' } }
  expect(early(place, [change])).toMatchObject({ stage: 'saved', asked: wanted, pending: { kind: 'change-order' } })
  expect(early(place, [change, edit(2, 'cancel')])).toMatchObject({ isWithdrawn: true, asked: wanted })
  const done = edit(1, { deliveryWindow: 'evening' }, receipt(1, 'done'))
  expect(early(refused, [done])).toMatchObject({ stage: 'refused', asked: { deliveryWindow: 'evening' } })
  expect(early(refused, [done])?.pending).toBeUndefined()
  expect(early(refused, [edit(2, 'cancel', receipt(2, 'done'))])?.isWithdrawn).toBe(true)
  expect(early(place, [edit(2, 'cancel', receipt(2, 'refused'))])?.isWithdrawn).toBeUndefined()
})

test('a refused edit does not change the shown order', () => {
  const view = shown(order(), [edit(1, 'cancel', receipt(1, 'refused'))])
  expect([view?.pending, view?.order?.status]).toEqual([undefined, 'confirmed'])
})

test('only an order that can still be cancelled is shown as cancelled', () => {
  const cancellable = ORDER_STATUSES.filter((status) => shown(order({ status }), [edit(1, 'cancel')])?.pending)
  expect(cancellable).toEqual(['confirmed', 'preparing'])
})

test('a cancellation takes precedence over every change, and a later change over an earlier one', () => {
  const changes = fc.array(fc.record({ deliveryWindow: fc.constantFrom('morning' as const, 'evening' as const) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(changes, fc.option(fc.nat({ max: 4 })), (wanted, cancelledAt) => {
      const edits: AskedEdit[] = wanted.map((change, i) => edit(i + 1, change))
      if (cancelledAt !== null) edits.splice(cancelledAt, 0, edit(9, 'cancel'))
      const view = shown(order(), edits)
      expect(shown(order(), edits.toReversed())).toEqual(view)
      expect(view?.order?.status).toBe(cancelledAt === null ? 'confirmed' : 'cancelled')
      expect(view?.order?.deliveryWindow).toBe(wanted.at(-1)?.deliveryWindow ?? 'any')
      expect(view?.order?.totalRupees).toBe(1414)
    }),
  )
})

test('once a partner has accepted, a change of PIN code or window that waits is not shown, and other changes are', () => {
  const awarded = order({ status: 'preparing' })
  const elsewhere = { address: { ...address, pincode: '302018' } }
  expect(shown(awarded, [edit(1, elsewhere)])).toMatchObject({ order: { address: { pincode: '302015' } } })
  expect(shown(awarded, [edit(1, elsewhere)])?.pending).toBeUndefined()
  expect(shown(awarded, [edit(1, { deliveryWindow: 'evening' })])?.order?.deliveryWindow).toBe('any')
  const renamed = { address: { ...address, name: 'Ravi' } }
  expect(shown(awarded, [edit(1, renamed)])).toMatchObject({ order: { address: { name: 'Ravi' } } })
  const decided = edit(1, { deliveryWindow: 'evening' }, receipt(1, 'done', 2))
  expect(shown(awarded, [decided])?.order?.deliveryWindow).toBe('evening')
})

const rating = (n: number, more: Partial<AskedRating> = {}): AskedRating => ({
  intent: {
    ...{ _id: intentId(`01JD000000000000000000010${n}`), type: 'intent', kind: 'rate-delivery', device: 'phone', n },
    ...{ madeAt: at, payload: { order: ULID, stars: 4 } },
  },
  ...more,
})
const rated = (fact: Order, ratings: AskedRating[]) => foldOrders([fact], [], [], ratings).at(0)?.pendingRating

test('a rating is shown as saved, as sent, and no longer as pending once it stands in the order', () => {
  const delivered = order({ status: 'delivered' })
  expect(rated(delivered, [rating(1)])).toEqual({ stars: 4, stage: 'saved', at })
  expect(rated(delivered, [rating(1, { sentAt: at })])).toEqual({ stars: 4, stage: 'sent', at })
  expect(rated(delivered, [rating(1, receipt(1, 'done', 2))])?.stage).toBe('sent')
  expect(rated({ ...delivered, rating: { stars: 4, at } }, [rating(1, receipt(1, 'done', 2))])).toBeUndefined()
})

test('a refused rating is not shown as pending, and one that was asked after it is', () => {
  const delivered = order({ status: 'delivered' })
  expect(rated(delivered, [rating(1, receipt(1, 'refused'))])).toBeUndefined()
  expect(rated(delivered, [rating(1, receipt(1, 'refused')), rating(2)])?.stage).toBe('saved')
  const other = rating(3)
  expect(
    rated(delivered, [{ intent: { ...other.intent, payload: { order: ULID.replace(/1$/, '2'), stars: 1 } } }]),
  ).toBe(undefined)
})
