import { expect, test } from 'vitest'
import { looksLikeMobile, looksLikePincode } from './formats.ts'

test('unusual numbers are noticed, usual ones are not', () => {
  expect(['302015', '302 015'].every(looksLikePincode)).toBe(true)
  expect(['012345', '30201', 'abcdef'].some(looksLikePincode)).toBe(false)
  expect(['9829011420', '+91 98290 11420', '098290-11420'].every(looksLikeMobile)).toBe(true)
  expect(['98290 1142', '1829011420'].some(looksLikeMobile)).toBe(false)
})
