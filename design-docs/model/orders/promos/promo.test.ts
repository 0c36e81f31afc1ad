import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { priceTable } from '../prices.ts'
import { Promo, promoCode, promoId, promoRefusal } from './promo.ts'
import { samplePromos } from './sample-promos.ts'

const base = { _id: `promo:${'0'.repeat(64)}`, type: 'promo' } as const
const lines = fc.array(
  fc.record({ priceRupees: fc.integer({ min: 0, max: 5000 }), quantity: fc.integer({ min: 1, max: 50 }) }),
)
const anyPromo: fc.Arbitrary<Promo> = fc.oneof(
  fc
    .record(
      { percent: fc.integer({ min: 1, max: 100 }), atMostRupees: fc.integer({ min: 0, max: 10_000 }) },
      { requiredKeys: ['percent'] },
    )
    .map((rest) => ({ ...base, kind: 'percent' as const, ...rest })),
  fc.integer({ min: 0, max: 100_000 }).map((rupees) => ({ ...base, kind: 'flat' as const, rupees })),
  fc.constant({ ...base, kind: 'free-delivery' as const }),
)

test('a discount on the flowers is subtracted before the tax', () => {
  const one = [{ priceRupees: 899, quantity: 1 }]
  expect(priceTable(one, { ...base, kind: 'percent', percent: 10 })).toEqual({
    ...{ subtotalRupees: 899, deliveryFeeRupees: 50, discountRupees: 90, taxRupees: 40, totalRupees: 899 },
  })
  expect(priceTable(one, { ...base, kind: 'percent', percent: 10, atMostRupees: 50 }).discountRupees).toBe(50)
  expect(priceTable(one, { ...base, kind: 'flat', rupees: 100 })).toMatchObject({ taxRupees: 40, totalRupees: 889 })
})

test('free delivery still lists the fee and does not change the tax', () => {
  expect(priceTable([{ priceRupees: 899, quantity: 1 }], { ...base, kind: 'free-delivery' })).toEqual({
    ...{ subtotalRupees: 899, deliveryFeeRupees: 50, discountRupees: 50, taxRupees: 45, totalRupees: 944 },
  })
})

test('with any code no part is negative, and the total is the sum of its parts and at most the total without a code', () => {
  fc.assert(
    fc.property(lines, anyPromo, (some, promo) => {
      const table = priceTable(some, promo)
      const { subtotalRupees, deliveryFeeRupees, discountRupees = 0, taxRupees, totalRupees } = table
      for (const part of [discountRupees, taxRupees, totalRupees]) {
        expect(part).toBeGreaterThanOrEqual(0)
        expect(Number.isInteger(part)).toBe(true)
      }
      expect(totalRupees).toBe(subtotalRupees + deliveryFeeRupees - discountRupees + taxRupees)
      expect(totalRupees).toBeLessThanOrEqual(priceTable(some).totalRupees)
      expect(priceTable([...some].reverse(), promo)).toEqual(table)
    }),
  )
})

test('a code is checked for its end, its use and its minimum, in this sequence', () => {
  const endsAt = '2026-11-21T10:00:00.000Z'
  const promo: Promo = { ...base, kind: 'flat', rupees: 1, endsAt, minimumRupees: 500, oncePerAccount: true }
  const judge = (time: string, subtotalRupees: number, use: 'free' | 'used' | 'no account' = 'free') =>
    promoRefusal(promo, { subtotalRupees, use, now: new Date(time) })
  expect(judge('2026-11-21T09:59:59.999Z', 500)).toBeUndefined()
  expect(judge(endsAt, 0, 'used')).toBe('promo_ended')
  expect(judge('2026-11-20T00:00:00.000Z', 499)).toBe('promo_minimum')
  expect(judge('2026-11-20T00:00:00.000Z', 499, 'used')).toBe('promo_used')
  expect(judge('2026-11-20T00:00:00.000Z', 500, 'no account')).toBe('promo_needs_account')
  expect(promoRefusal(undefined, { subtotalRupees: 500, use: 'free', now: new Date() })).toBe('promo_unknown')
  const often: Promo = { ...base, kind: 'free-delivery' }
  expect(promoRefusal(often, { subtotalRupees: 0, use: 'used', now: new Date() })).toBeUndefined()
})

test('a code has the same digest in every spelling', async () => {
  expect(await promoId(v.parse(promoCode, ' mogra10 '))).toBe(await promoId('MOGRA10'))
  expect(await promoId('MOGRA10')).not.toBe(await promoId('MOGRA11'))
  for (const typed of ['mogra 10', 'MOGRA-10', 'MOGRA\u200B10', '“mogra10”', 'MOGRA१०', 'ＭＯＧＲＡ１０', 'mogra–10.'])
    expect(v.parse(promoCode, typed)).toBe('MOGRA10')
  for (const typed of ['', 'a b', 'MOGRA💐', 'मोगरा', 'A'.repeat(21)]) expect(v.is(promoCode, typed)).toBe(false)
})

test('the sample codes fit the model', async () => {
  for (const promo of await samplePromos()) expect(v.is(Promo, promo)).toBe(true)
})
