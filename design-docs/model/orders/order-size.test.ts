import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Intent } from '../intent.ts'
import { fitsDocument } from '../values/document-size.ts'
import { MOST_LETTERS, MOST_PIECES } from '../values/values.ts'
import { excessOf } from './order-size.ts'
import { MOST_LINES, type OrderedLine } from './place-order.ts'

const linesOf = (count: number, message?: string): OrderedLine[] =>
  Array.from({ length: count }, (_, i) => ({
    flower: `generated-flower-${i}`,
    quantity: 1,
    consumes: { [`${'d'.repeat(20)}${i % 3}`]: 1 },
    after: {},
    ...(message !== undefined && { message }),
  }))
const hindi = 'जन्मदिन मुबारक '
const written = (letters: number) => hindi.repeat(letters).slice(0, letters * 2)

/** An order with the longest name, address and landmark in Devanagari. */
const orderOf = (lines: OrderedLine[]) => ({
  ...{ _id: 'intent:01JD0000000000000000000001', type: 'intent', kind: 'place-order', device: 'd'.repeat(22), n: 1 },
  madeAt: '2026-11-21T05:00:00.000Z',
  payload: {
    lines,
    address: {
      name: 'क्षि'.repeat(100) + 'सु'.repeat(100),
      phone: '+919829011420',
      address: 'मकान'.repeat(333),
      landmark: 'पास'.repeat(66),
      city: 'jaipur',
      pincode: '302015',
    },
    ...{ deliveryOn: '2026-11-22', deliveryWindow: 'evening', paymentMethod: 'card', substitution: 'same_value' },
    ...{
      promoCode: 'A'.repeat(20),
      quotedTotalRupees: 1_000_000,
      email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
    },
  },
})

test('a hundred different flowers fit into an order, and for more the excess is counted', () => {
  expect(excessOf(linesOf(MOST_LINES))).toBeUndefined()
  const order = orderOf(linesOf(MOST_LINES))
  expect(v.is(Intent, order)).toBe(true)
  expect(fitsDocument(order)).toBe(true)
  expect(excessOf(linesOf(MOST_LINES + 1))).toEqual({ flowers: 1 })
})

test('the excess of messages that are too long together is counted in letters', () => {
  const lines = linesOf(55, hindi.repeat(33).slice(0, 490))
  const excess = excessOf(lines)
  expect(excess).toEqual({ letters: expect.any(Number) })
  const letters = excess && 'letters' in excess ? excess.letters : 0
  expect(letters).toBeGreaterThan(1000)
  expect(letters).toBeLessThan(55 * MOST_LETTERS.message)
  expect(fitsDocument(orderOf(lines))).toBe(false)
})

test('an order without excess fits into a document', () => {
  for (const count of [1, 10, 30, 55, 100])
    for (const letters of [0, 20, 60, 120, 250, 500]) {
      const lines = linesOf(count, written(letters))
      if (excessOf(lines) === undefined) expect(fitsDocument(orderOf(lines))).toBe(true)
    }
})

test('the excess of flowers that very many devices added is counted in flowers', () => {
  const consumes = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`${'d'.repeat(20)}${i}`, 999_999]))
  const lines = linesOf(60).map((line) => ({ ...line, consumes }))
  const excess = excessOf(lines)
  expect(excess).toEqual({ flowers: expect.any(Number) })
  const kept = lines.length - (excess && 'flowers' in excess ? excess.flowers : 0)
  expect(excessOf(lines.slice(0, kept))).toBeUndefined()
})

test('more pieces of one flower than an order can have, added on several devices, are counted', () => {
  const [first, ...others] = linesOf(3)
  if (!first) throw new Error('There are three.')
  expect(excessOf([{ ...first, quantity: MOST_PIECES }, ...others])).toBeUndefined()
  expect(excessOf([...others, { ...first, quantity: MOST_PIECES + 600 }])).toEqual({ pieces: 600 })
})
