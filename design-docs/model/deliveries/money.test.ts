import { expect, test } from 'vitest'
import { cancelledFee, completionRate, weekBegin } from './money.ts'

test('a week begins on Friday at midnight in India', () => {
  const friday = new Date('2026-11-27T00:00:00+05:30')
  expect(weekBegin(friday)).toEqual(friday)
  expect(weekBegin(new Date('2026-12-03T23:59:59+05:30'))).toEqual(friday)
  expect(weekBegin(new Date('2026-11-26T23:59:59+05:30'))).toEqual(new Date('2026-11-20T00:00:00+05:30'))
})

test('a cancelled order pays half of the fee, rounded up', () => {
  expect([50, 51, 0].map(cancelledFee)).toEqual([25, 26, 0])
})

test('the completion rate is a rounded percentage, and absent before the first delivery', () => {
  expect(completionRate({ delivered: 2, counted: 3 })).toBe(67)
  expect(completionRate({ delivered: 0, counted: 0 })).toBeUndefined()
})
