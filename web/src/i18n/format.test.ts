import { describe, expect, it } from 'vitest'
import { formatDate, formatNumber, formatRupees } from './format.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it('groups rupees the Indian way, in western digits', () => {
    for (const rupees of [0, 50, 899, 1284, 99_999, 123_456, 1_234_567, 987_654_321]) {
      const plainRupees = new Intl.NumberFormat('en-IN', {
        style: 'currency',
        currency: 'INR',
        minimumFractionDigits: 0,
      })
      expect(formatRupees(rupees)).toBe(plainRupees.format(rupees))
    }
  })

  it('shows paise only when there are any', () => {
    expect(formatRupees(899)).toBe('₹899')
    expect(formatRupees(1899.5)).toBe('₹1,899.50')
  })
})

describe('numbers', () => {
  it('keeps the requested digits after the point', () => {
    expect(formatNumber(5, 1)).toBe('5.0')
    expect(formatNumber(4.86, 1)).toBe('4.9')
    expect(formatNumber(1284)).toBe('1,284')
    expect(formatNumber(-123_456)).toBe('-1,23,456')
  })
})

describe('dates', () => {
  it('gives the time in India, wherever the phone is', () => {
    expect(plain(formatDate('2026-11-21T05:12:00Z', 'time', 'en'))).toBe('10:42 am')
    expect(plain(formatDate('2026-11-21T20:00:00Z', 'dateTime', 'en'))).toBe('22 Nov, 1:30 am')
  })

  it('takes a bare day as that day in India', () => {
    expect(plain(formatDate('2026-11-21', 'date', 'en'))).toBe('21 November 2026')
    expect(plain(formatDate('2026-11-21', 'date', 'hi'))).toBe('21 नवंबर 2026')
  })
})
