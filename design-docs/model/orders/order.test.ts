import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IntentOf } from '../intent.ts'
import type { Receipt } from '../intents/receipt.ts'
import { consumptionOf } from './cart/consumption.ts'
import { type Order, orderId } from './order.ts'
import { mayBecome, ORDER_STATUSES } from './order-status.ts'
import { foldOrders } from './pending/fold-orders.ts'
import type { AskedOrder } from './pending/order-view.ts'

const ULIDS = ['01JD0000000000000000000001', '01JD0000000000000000000002', '01JD0000000000000000000003'] as const
const at = '2026-11-21T10:00:00.000Z'
const address = { name: 'Asha', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' }

const intent = (ulid: string): IntentOf<'place-order'> => ({
  _id: `intent:${ulid}`,
  type: 'intent',
  kind: 'place-order',
  device: 'phone',
  n: 1,
  madeAt: at,
  payload: {
    lines: [{ flower: 'tulips', quantity: 1, consumes: { phone: 1 } }],
    address,
    deliveryOn: '2026-11-21',
    deliveryWindow: 'any',
    paymentMethod: 'upi',
    quotedTotalRupees: 1414,
  },
})

const order = (ulid: string, version = 1): Order => ({
  _id: orderId(ulid),
  type: 'order',
  version,
  number: 'FLR1795231927699AB1',
  status: 'confirmed',
  lines: [
    {
      flower: 'tulips',
      quantity: 1,
      consumes: { phone: 1 },
      name: { en: 'Tulips', hi: 'ट्यूलिप' },
      image: 'tulips',
      alt: { en: 'Tulips', hi: 'ट्यूलिप' },
      floristName: { en: 'Nandi Blooms', hi: 'नंदी ब्लूम्स' },
      priceRupees: 1299,
    },
  ],
  subtotalRupees: 1299,
  deliveryFeeRupees: 50,
  taxRupees: 65,
  totalRupees: 1414,
  address,
  deliveryOn: '2026-11-21',
  deliveryWindow: 'any',
  paymentMethod: 'upi',
  placedAt: at,
  confirmedAt: at,
  estimatedAt: at,
  timeline: [{ status: 'confirmed', at }],
})

const receipt = (ulid: string, outcome: Receipt['outcome']): Receipt => ({
  _id: `receipt:${ulid}`,
  type: 'receipt',
  outcome,
  ...(outcome === 'refused' ? { reason: 'price_changed' } : {}),
  receivedAt: at,
  decidedAt: at,
})

const stageOf = (orders: Order[], asked: AskedOrder[]) => foldOrders(orders, asked)[0]?.stage

test('an order shows its stage: saved, sent, confirmed or refused', () => {
  const asked = intent(ULIDS[0])
  expect(stageOf([], [{ intent: asked }])).toBe('saved')
  expect(stageOf([], [{ intent: asked, sentAt: at }])).toBe('sent')
  expect(stageOf([], [{ intent: asked, sentAt: at, receipt: receipt(ULIDS[0], 'done') }])).toBe('sent')
  expect(stageOf([order(ULIDS[0])], [{ intent: asked, sentAt: at, receipt: receipt(ULIDS[0], 'done') }])).toBe(
    'confirmed',
  )
  expect(stageOf([], [{ intent: asked, receipt: receipt(ULIDS[0], 'refused') }])).toBe('refused')
})

test('folding does not depend on sequence or repetition, and an intent and its order are one entry', () => {
  const facts = fc.array(
    fc.tuple(fc.constantFrom(...ULIDS), fc.integer({ min: 1, max: 3 })).map((args) => order(...args)),
  )
  const asked = fc
    .uniqueArray(fc.constantFrom(...ULIDS))
    .map((ulids) => ulids.map((ulid) => ({ intent: intent(ulid) })))
  fc.assert(
    fc.property(facts, asked, (orders, pending) => {
      const views = foldOrders(orders, pending)
      expect(foldOrders([...orders, ...orders].reverse(), [...pending].reverse())).toEqual(views)
      expect(new Set(views.map((view) => view.id)).size).toBe(views.length)
      for (const view of views) {
        const newest = Math.max(0, ...orders.filter((each) => each._id === view.id).map((each) => each.version))
        expect(view.order?.version ?? 0).toBe(newest)
      }
    }),
  )
})

test('the newest order is first', () => {
  const views = foldOrders([order(ULIDS[0]), order(ULIDS[2])], [{ intent: intent(ULIDS[1]) }])
  expect(views.map((view) => view.id)).toEqual([...ULIDS].reverse().map(orderId))
})

test('pending and accepted orders consume the cart, refused ones do not', () => {
  expect(consumptionOf([], [{ intent: intent(ULIDS[0]) }])).toHaveLength(1)
  expect(consumptionOf([order(ULIDS[0])], [])).toHaveLength(1)
  expect(consumptionOf([], [{ intent: intent(ULIDS[0]), receipt: receipt(ULIDS[0], 'refused') }])).toEqual([])
})

test('a confirmed order may be prepared, one out for delivery cannot be cancelled, and an ended one does not change', () => {
  expect(mayBecome('confirmed', 'preparing')).toBe(true)
  expect(mayBecome('out_for_delivery', 'cancelled')).toBe(false)
  for (const end of ['delivered', 'cancelled', 'failed'] as const)
    for (const status of ORDER_STATUSES) expect(mayBecome(end, status)).toBe(false)
})
