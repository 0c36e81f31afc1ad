import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Address } from '../orders/place-order.ts'
import { cardMessage } from './values.ts'
import { cleanText } from './visible-text.ts'

test('characters that reverse the following text are removed, and joiners for Hindi and emoji stay', () => {
  expect(cleanText('\u202Eabc\u2066d\u2069')).toBe('abcd')
  for (const text of ['क्\u200Dष', 'न्\u200Cन', '👨‍👩‍👧', 'a\u200Eb']) expect(cleanText(text)).toBe(text)
})

test('lone surrogates are removed, and whole characters outside of the first plane stay', () => {
  expect(cleanText('For \ud83cyou\udf39')).toBe('For you')
  expect(cleanText('🌹👨‍👩‍👧')).toBe('🌹👨‍👩‍👧')
})

test('such characters are removed from addresses and card messages', () => {
  const typed = {
    name: ' \u202EAsha ',
    phone: '98\u202C',
    address: '\u20661, MG Road',
    city: 'jaipur',
    pincode: '302015\u2069',
  }
  expect(v.parse(Address, typed)).toEqual({
    ...{ name: 'Asha', phone: '98', address: '1, MG Road', city: 'jaipur', pincode: '302015' },
  })
  expect(v.parse(cardMessage, ' With \u202Elove\n ')).toBe(' With love\n ')
})
