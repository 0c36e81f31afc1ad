import { expect, test } from 'vitest'
import { declinedDelivery } from '../deliveries/declined-delivery.ts'

const ORDER = '01JD6Y00000000000000000001'
const mark = (device: string, minute: number, on: boolean) => ({
  ...{ _id: declinedDelivery.id(ORDER, device), type: 'declined' as const, device, order: ORDER, on },
  updatedAt: `2026-11-21T10:0${minute}:00.000Z`,
})

test('the last choice of any device counts, in any sequence', () => {
  const marks = [mark('a', 1, true), mark('b', 3, false), mark('c', 2, true)]
  expect(declinedDelivery.merge(marks).has(ORDER)).toBe(false)
  expect(declinedDelivery.merge(marks.toReversed()).has(ORDER)).toBe(false)
  expect([...declinedDelivery.merge([...marks, mark('a', 4, true)])]).toEqual([ORDER])
})
