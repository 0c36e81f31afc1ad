import { expect, test } from 'vitest'
import { dayOf, estimateDelivery, hourOf, missedDelivery, openWindows } from './delivery-times.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`)

test('the day is the day in India in any time zone of the clock', () => {
  expect(dayOf(new Date('2026-11-20T18:31:00Z'))).toBe('2026-11-21')
  expect(dayOf(new Date('2026-11-20T18:29:00Z'))).toBe('2026-11-20')
})

test('the hour is the hour in India', () => {
  expect(hourOf(new Date('2026-11-20T03:29:00Z'))).toBe(8)
  expect(hourOf(new Date('2026-11-20T03:30:00Z'))).toBe(9)
  expect(hourOf(new Date('2026-11-20T18:30:00Z'))).toBe(0)
})

test('past windows of today are not offered, and "any time" is always offered', () => {
  expect(openWindows('2026-11-21', at('08:00'))).toEqual(['any', 'morning', 'afternoon', 'evening'])
  expect(openWindows('2026-11-21', at('12:00'))).toEqual(['any', 'afternoon', 'evening'])
  expect(openWindows('2026-11-21', at('21:00'))).toEqual(['any'])
  expect(openWindows('2026-11-22', at('21:00'))).toHaveLength(4)
  expect(openWindows('2026-11-20', at('08:00'))).toEqual([])
})

test('every window of a past day is too late', () => {
  expect(missedDelivery('2026-11-20', 'any', at('08:00'))).toBe('delivery_date_passed')
  expect(missedDelivery('2026-11-21', 'morning', at('12:00'))).toBe('delivery_window_passed')
  expect(missedDelivery('2026-11-21', 'morning', at('11:59'))).toBeUndefined()
})

test('the estimate is in three hours, or at the end of the chosen window if that is later', () => {
  expect(estimateDelivery('2026-11-21', 'any', at('10:00'))).toEqual(at('13:00'))
  expect(estimateDelivery('2026-11-21', 'evening', at('10:00'))).toEqual(at('20:00'))
  expect(estimateDelivery('2026-11-21', 'evening', at('18:30'))).toEqual(at('21:30'))
})
