import { expect, test } from 'vitest'
import { isUntaken, whyNotCancellable, whyNotChangeable, windowBegins } from './cancel-rules.ts'
import type { OrderStatus } from './order-status.ts'

const address = { name: 'Asha', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' }
const order = (status: OrderStatus = 'confirmed') => ({
  status,
  address,
  confirmedAt: '2026-11-26T02:00:00.000Z',
  deliveryOn: '2026-11-26',
  deliveryWindow: 'afternoon' as const,
})
/** A time of that day in India; the order was confirmed at half past seven, and its window begins at noon. */
const at = (time: string) => new Date(`2026-11-26T${time}:00+05:30`)

test('for half an hour after its confirmation an order can be cancelled, whoever has accepted it', () => {
  expect(whyNotCancellable(order(), at('07:59'), true)).toBeUndefined()
  expect(whyNotCancellable(order('preparing'), at('07:59'), false)).toBeUndefined()
  expect(whyNotCancellable(order(), at('08:00'), true)).toBe('too_late')
})

test('from the beginning of its window an order can be cancelled again, until somebody accepts it', () => {
  expect(windowBegins(order())).toEqual(at('12:00'))
  expect(whyNotCancellable(order(), at('11:59'), true)).toBe('too_late')
  expect(whyNotCancellable(order(), at('12:00'), true)).toBeUndefined()
  expect(whyNotCancellable(order(), at('17:30'), true)).toBeUndefined()
  expect(whyNotCancellable(order('preparing'), at('12:00'), false)).toBe('too_late')
})

test('an order that is on its way or has ended cannot be cancelled at any time', () => {
  for (const time of ['07:31', '13:00']) {
    expect(whyNotCancellable(order('out_for_delivery'), at(time), false), time).toBe('order_on_its_way')
    for (const status of ['delivered', 'failed', 'cancelled'] as const)
      expect(whyNotCancellable(order(status), at(time), true), `${status} at ${time}`).toBe('order_ended')
  }
})

test('the fact of an order says whether anybody has accepted it', () => {
  const openedAt = '2026-11-26T04:30:00.000Z'
  expect(isUntaken({ ...order(), openedAt })).toBe(true)
  expect(isUntaken(order())).toBe(false)
  expect(isUntaken({ ...order('preparing'), openedAt })).toBe(false)
  expect(isUntaken({ ...order(), openedAt, partner: { name: 'Imran' } })).toBe(false)
})

test('once a partner has accepted, PIN code and window stay, and everything else can still be changed', () => {
  const { city: _, ...here } = address
  const elsewhere = { address: { ...here, pincode: '302018' } }
  const later = { deliveryWindow: 'evening' as const }
  for (const change of [elsewhere, later]) {
    expect(whyNotChangeable(order(), change, at('07:45'))).toBeUndefined()
    expect(whyNotChangeable(order('preparing'), change, at('07:45'))).toBe('order_awarded')
  }
  const sameTrip = { address: { ...here, name: 'Ravi', landmark: 'Blue gate' }, deliveryWindow: 'afternoon' as const }
  expect(whyNotChangeable(order('preparing'), sameTrip, at('07:45'))).toBeUndefined()
  expect(whyNotChangeable(order('preparing'), elsewhere, at('09:00'))).toBe('too_late')
  expect(whyNotChangeable(order('out_for_delivery'), sameTrip, at('07:45'))).toBe('order_on_its_way')
})

test('nobody can change an order again once its window has begun', () => {
  expect(whyNotChangeable(order(), { deliveryWindow: 'evening' }, at('12:30'))).toBe('too_late')
})
