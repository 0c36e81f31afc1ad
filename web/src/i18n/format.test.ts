import { describe, expect, it } from 'vitest'
import { formatDate, formatNumber, formatRupees } from './format.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it('groups rupees the Indian way, in western digits, in both languages', () => {
    expect(formatRupees(1234567, 'en')).toBe('₹12,34,567')
    expect(formatRupees(1234567, 'hi')).toBe('₹12,34,567')
  })

  it('shows paise only when there are any', () => {
    expect(formatRupees(899, 'en')).toBe('₹899')
    expect(formatRupees(899.5, 'en')).toBe('₹899.50')
  })
})

describe('numbers', () => {
  it('keeps the asked digits after the point', () => {
    expect(formatNumber(5, 'en', 1)).toBe('5.0')
    expect(formatNumber(4.86, 'hi', 1)).toBe('4.9')
    expect(formatNumber(1284, 'hi')).toBe('1,284')
  })
})

describe('dates', () => {
  it('says the time in India, wherever the phone is', () => {
    expect(plain(formatDate('2026-11-21T05:12:00Z', 'time', 'en'))).toBe('10:42 am')
    expect(plain(formatDate('2026-11-21T20:00:00Z', 'dateTime', 'en'))).toBe('22 Nov, 1:30 am')
  })

  it('takes a bare day as that day in India', () => {
    expect(plain(formatDate('2026-11-21', 'date', 'en'))).toBe('21 November 2026')
    expect(plain(formatDate('2026-11-21', 'date', 'hi'))).toBe('21 नवंबर 2026')
  })
})
