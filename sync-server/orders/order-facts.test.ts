import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Address, Order, OrderLine } from '#model'
import { orderFact, remainderOf } from './order-fact.ts'
import type { OrderRecord } from './order-record.ts'

const at = '2026-11-21T10:00:00.000Z'
const full = {
  ...{ _id: 'order:01JD0000000000000000000001', type: 'order', version: 3, number: 'FLR1763719200000ABC' },
  status: 'delivered',
  lines: [
    {
      ...{ flower: 'red-roses', quantity: 1, message: 'Happy birthday', consumes: { phone: 2 }, after: { phone: 1 } },
      ...{ name: { en: 'Roses', hi: 'गुलाब' }, image: 'red-roses', alt: { en: 'Red', hi: 'लाल' } },
      ...{ floristName: { en: 'Petal Lane', hi: 'पेटल लेन' }, priceRupees: 899 },
    },
  ],
  ...{ subtotalRupees: 899, deliveryFeeRupees: 50, promoCode: 'MOGRA10', discountRupees: 90, taxRupees: 40 },
  totalRupees: 899,
  address: {
    ...{ name: 'Asha', phone: '9829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' },
    landmark: 'Gate 2',
  },
  ...{ deliveryOn: '2026-11-21', deliveryWindow: 'evening', paymentMethod: 'upi', substitution: 'call' },
  ...{ placedAt: at, confirmedAt: at, estimatedAt: at },
  partner: { name: 'Sanjay', phone: '9829011421', vehicle: 'bike', simulated: true },
  ...{ openedAt: at, handedTo: 'guard', failedBy: 'closed', refund: 'due', rating: { stars: 5, at } },
  report: { number: 'SUP1763719200000ABC', problem: 'late', at },
  timeline: [{ status: 'delivered', at, simulated: true }],
} satisfies Order
/** No order has all fields of a fact: this one failed, although its status is another. */
const { openedAt: _, handedTo: __, failedBy: ___, refund: ____, ...kept } = full
const record: OrderRecord = {
  ...kept,
  rating: { stars: 5, at, comment: 'So kind' },
  ...{ told: 3, entries: [], items: [{ what: 'refund', at }] },
  delivery: {
    ...{ state: 'delivered', since: at, openedAt: at, rounds: [], failedBy: 'closed' },
    steps: [{ round: 0, step: 'delivered', at, receivedAt: at, intent: 'x', handedTo: 'guard', note: 'Blue gate' }],
  },
  account: 'a1',
  email: 'asha@mogra.example',
  edits: ['x'],
  changedIn: {},
  term: 7,
}

test('a fact has every field that the model declares for an order', () => {
  expect(v.is(Order, full)).toBe(true)
  const { _rev, ...declared } = Order.entries
  expect([full, full.lines[0], full.address].map((part) => Object.keys(part ?? {}).sort())).toEqual(
    [declared, OrderLine.entries, Address.entries].map((entries) => Object.keys(entries).sort()),
  )
  const { failedBy, ...ofDelivered } = full
  expect(orderFact(record)).toEqual(ofDelivered)
  const failed = { ...record, delivery: { ...record.delivery, state: 'failed' as const } }
  expect(orderFact(failed)).toMatchObject({ failedBy })
})

test('the remainder of a deleted account’s order names no person and no device', () => {
  const remainder = remainderOf(record)
  expect(remainder).toMatchObject({ account: 'deleted', totalRupees: 899, address: { city: 'jaipur' } })
  const gone = [
    'Asha',
    'asha@',
    '9829011420',
    'Bapu',
    '302015',
    'Gate',
    'birthday',
    'phone',
    'Sanjay',
    'SUP',
    'kind',
    'gate',
  ]
  const said = JSON.stringify({ ...remainder, address: Object.values(remainder.address) })
  expect(gone.filter((word) => said.includes(word))).toEqual([])
})

test('a fact names the conversation with the partner who has the delivery, and none with a simulated one', () => {
  const carrier = { name: ' Ravi  Shinde', conversation: 'order-01JD0000000000000000000001-ravi' }
  const { partner: _, ...carried } = record
  expect(orderFact(carried, carrier).partner).toEqual({ name: 'Ravi', conversation: carrier.conversation })
  expect(v.is(Order, orderFact(carried, carrier))).toBe(true)
  expect(orderFact(record, carrier).partner).not.toHaveProperty('conversation')
})
