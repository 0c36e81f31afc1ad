import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findCity } from '../catalogue/city.ts'
import { looksLikeMobile, looksLikePincode } from '../orders/address-warnings.ts'
import { countLetters, cutTyped } from './counting.ts'
import { toAsciiDigits } from './digits.ts'
import { normaliseEmail } from './email.ts'
import { formatPhone } from './format-phone.ts'
import { cutLetters, hasAtMostLetters } from './letters.ts'
import { normalisePhone, normalisePincode } from './phone.ts'
import { digitsIn, readWholeNumber } from './read-numbers.ts'
import {
  cardMessage,
  emailAddress,
  isEmailAddress,
  longText,
  oneTimeCode,
  phoneNumber,
  postalCode,
  shortText,
} from './values.ts'
import { hasVisibleText, tidyText } from './visible-text.ts'

/** Numbering systems: those of India's scripts, Arabic-Indic and full-width. */
const SCRIPTS = 'deva beng guru gujr orya tamldec telu knda mlym olck mtei arab arabext fullwide'.split(' ')
const FAMILY = '👨‍👩‍👧'
const INDIA = '🇮🇳'

test.each(SCRIPTS)('digits of %s are read as digits', (numberingSystem) => {
  const write = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format
  const digits = [...'0123456789'].map((digit) => write(Number(digit))).join('')
  expect(digits).not.toBe('0123456789')
  expect(toAsciiDigits(digits)).toBe('0123456789')
  expect(readWholeNumber(write(302015))).toBe(302015)
  expect(v.parse(phoneNumber, write(9829011420))).toBe('+919829011420')
  expect(v.parse(postalCode, write(302015))).toBe('302015')
  expect(v.parse(oneTimeCode, write(123456))).toBe('123456')
  expect(looksLikeMobile(write(9829011420)) && looksLikePincode(write(302015))).toBe(true)
})

test('only whole numbers are read as numbers', () => {
  expect(['12', ' १२ ', '1,00,000', '007'].map(readWholeNumber)).toEqual([12, 12, 100_000, 7])
  for (const text of ['', '1e3', '0x10', '1.5', '-1', '+1', 'Infinity', '१e३', '9'.repeat(16)])
    expect(readWholeNumber(text)).toBeUndefined()
})

test.each([
  '9829011420',
  '98290 11420',
  '+91 98290 11420',
  '+91-98290-11420',
  '0091 98290 11420',
  '098290-11420',
  '91 9829011420',
  '(+91) 98290.11420',
  '+91 (0) 98290 11420',
  '98290–11420',
  '98290‑11420',
  '98290−11420',
  '\u200E+91 98290 11420\u202C',
  '\u2066९८२९० ११४२०\u2069',
  '9829\u200B011420',
  '98290\u00A011420',
  '＋９１９８２９０１１４２０',
  'tel:+919829011420',
])('the phone number %s is stored in one form', (typed) => {
  expect(v.parse(phoneNumber, typed)).toBe('+919829011420')
  expect(looksLikeMobile(typed)).toBe(true)
})

test('other numbers keep their country, and a text that is not just one number stays as it was typed', () => {
  expect(normalisePhone('0141 222 3344')).toBe('+911412223344')
  expect(normalisePhone('0044 20 7946 0958')).toBe('+442079460958')
  expect(normalisePhone('1800 123 456')).toBe('1800123456')
  expect(normalisePhone(' ९८२९० 11420 ext 5 ')).toBe('98290 11420 ext 5')
  expect(normalisePhone('98290 11420, 98290 11421')).toBe('98290 11420, 98290 11421')
  expect(formatPhone('9829011420')).toBe('+91 98290 11420')
  expect(formatPhone('+442079460958')).toBe('+442079460958')
})

test.each(['302015', '302 015', '302-015', '३०२०१५', '302–015', '\u200E302\u200B015', ' (302015) ', '302.015'])(
  'the PIN code %s is stored as its digits',
  (typed) => {
    expect(v.parse(postalCode, typed)).toBe('302015')
    expect(looksLikePincode(typed)).toBe(true)
  },
)

test('a PIN code with letters stays as it is, and looks unusual', () => {
  expect(normalisePincode(' SW1A 1AA ')).toBe('SW1A 1AA')
  expect(looksLikePincode('SW1A 1AA')).toBe(false)
})

test.each([
  ' ',
  '\u200B',
  '\u200D\u200C',
  '\u2060\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
  '\uFFF9\uFFFB',
  '\uFFFF',
  '\u200E \u202E',
  '\u0000\u0007',
  '\uFE0F',
])('an invisible text counts as empty: %j', (typed) => {
  expect(hasVisibleText(typed)).toBe(false)
  expect(tidyText(typed)).toBe('')
  for (const schema of [shortText, longText, phoneNumber, postalCode]) expect(v.is(schema, typed)).toBe(false)
  expect(v.parse(cardMessage, typed)).toBe('')
})

test('joiners inside a word and the variation selector of a red heart stay', () => {
  for (const text of ['क्\u200Dष', 'शर्\u200Cमा जी', FAMILY, '❤\uFE0F', 'क्\u200D'])
    expect(v.parse(shortText, text)).toBe(text)
  expect(v.parse(shortText, '\u200B\u200E Asha \u200B\uFEFF')).toBe('Asha')
  expect(v.parse(longText, 'Gate\u0000 2\nMG Road')).toBe('Gate 2\nMG Road')
})

test.each([
  ["o'neil@example.com", "o'neil@example.com"],
  ['asha+flowers/2026@example.com', 'asha+flowers/2026@example.com'],
  ['!#$%&*=?^_`{|}~-@example.com', '!#$%&*=?^_`{|}~-@example.com'],
  ['"asha rathore"@example.com', '"asha rathore"@example.com'],
  ['Asha@Example.COM', 'asha@example.com'],
  ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
  [' \u200Easha@example.com\u200B\u202C', 'asha@example.com'],
  ['mailto:asha@example.com?subject=Hi', 'asha@example.com'],
  ['mailto:o%27neil@example.com', "o'neil@example.com"],
  ['mailto://asha@example.com', 'asha@example.com'],
  ['mailto:50%@example.com', '50%@example.com'],
  ['<MAILTO:asha@example.com>', 'asha@example.com'],
  ['as\u200Bha@exam\u00ADple.com', 'asha@example.com'],
  ['asha१२@example.com', 'asha12@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('the e-mail address %s is stored as %s', (typed, kept) => {
  expect(v.parse(emailAddress, typed)).toBe(kept)
  expect(normaliseEmail(kept)).toBe(kept)
})

test.each([
  '',
  'asha',
  'example.com',
  '@example.com',
  'asha@',
  'asha@localhost',
  'asha@[127.0.0.1]',
  '.asha@example.com',
  'as..ha@example.com',
  'asha@exa mple.com',
  'asha rathore@example.com',
  'asha@example..com',
  'asha@-example.com',
  'asha@उदाहरण.भारत/x',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'asha@example.c',
  'आशा@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(130)}example`,
])('%j is not an e-mail address', (typed) => {
  expect(isEmailAddress(typed)).toBe(false)
})

test('letters are counted as people see them', () => {
  expect(countLetters('क्षि'.repeat(10))).toBe(10)
  expect(countLetters(FAMILY + INDIA)).toBe(2)
  expect(v.is(cardMessage, FAMILY.repeat(500))).toBe(true)
  expect(v.is(cardMessage, `${FAMILY.repeat(500)}!`)).toBe(false)
  expect(v.is(shortText, 'क्षि'.repeat(200))).toBe(true)
})

test('no letter is cut in half, and a letter with thousands of marks does not count as one', () => {
  expect(cutLetters(`For ${FAMILY}${INDIA}`, 5)).toBe(`For ${FAMILY}`)
  expect(cutLetters(`For ${FAMILY}${INDIA}`, 6)).toBe(`For ${FAMILY}${INDIA}`)
  expect(hasAtMostLetters(`a${'\u0301'.repeat(5000)}`, 200)).toBe(false)
})

test('a text pasted into a full field is cut, but the text after it stays', () => {
  const pasted = `ab${FAMILY}${FAMILY}yz`
  expect(cutTyped(pasted, pasted.length - 2, 5)).toEqual({ text: `ab${FAMILY}yz`, caret: 2 + FAMILY.length })
  expect(cutTyped('abc', 1, 3)).toEqual({ text: 'abc', caret: 1 })
})

test('a one-time code may contain blanks, dashes and invisible characters', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '1\u200B23456', '१२३ ४५६'])
    expect(v.parse(oneTimeCode, typed)).toBe('123456')
  expect(digitsIn('Your code: 123456')).toBe('123456')
  expect(v.is(oneTimeCode, 'no code')).toBe(false)
})

test('a city is found by its name in either language, even with joiners', () => {
  for (const typed of ['जयपुर', 'ज\u200Dयपुर', ' JAIPUR\u200B']) expect(findCity(typed)?.id).toBe('jaipur')
})
