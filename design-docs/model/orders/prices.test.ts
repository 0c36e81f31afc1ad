import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOff, priceTable } from './prices.ts'

test('a price table has the flat fee and a rounded tax of 5 % on the subtotal', () => {
  expect(priceTable([{ priceRupees: 899, quantity: 1 }])).toEqual({
    subtotalRupees: 899,
    deliveryFeeRupees: 50,
    taxRupees: 45,
    totalRupees: 994,
  })
  expect(priceTable([{ priceRupees: 10, quantity: 1 }]).taxRupees).toBe(1)
  expect(priceTable([{ priceRupees: 9, quantity: 1 }]).taxRupees).toBe(0)
})

test('the total is the sum of its parts and does not depend on the sequence of the lines', () => {
  const line = fc.record({ priceRupees: fc.integer({ min: 0, max: 5000 }), quantity: fc.integer({ min: 1, max: 50 }) })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const table = priceTable(lines)
      expect(table.totalRupees).toBe(table.subtotalRupees + table.deliveryFeeRupees + table.taxRupees)
      expect(priceTable([...lines].reverse())).toEqual(table)
    }),
  )
})

test('the saved percentage of the original price is rounded, and 0 if nothing is saved', () => {
  expect(percentOff(899, 1199)).toBe(25)
  expect(percentOff(999, undefined)).toBe(0)
  expect(percentOff(999, 999)).toBe(0)
  expect(percentOff(1199, 899)).toBe(0)
})
