import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cardBrand, cardForm, groupDigits, slashExpiry } from './card.ts'

const good = { number: '4111 1111 1111 1111', expiry: '11/26', cvv: '123', name: 'Asha Rathore' }
const wrong = (changes: Partial<typeof good>) => {
  const result = v.safeParse(cardForm('2026-11-21'), { ...good, ...changes })
  return result.issues?.map((issue) => issue.message) ?? []
}

test.each([
  ['4111 1111 1111 1111', 'visa'],
  ['5555-5555-5555-4444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['6074 8200 0000 0009', 'rupay'],
  ['3782 822463 10005', 'amex'],
])('%s is a valid card number, of %s', (number, brand) => {
  expect(cardBrand(number)).toBe(brand)
  expect(wrong({ number, cvv: brand === 'amex' ? '1234' : '123' })).toEqual([])
})

test.each(['', '4111 1111 1111 1112', '4111 1111 1111 111', '0000 0000 0000 0000', '411111111111111111111'])(
  '"%s" is not a card number',
  (number) => {
    expect(wrong({ number })).toContain('number')
  },
)

test('a card is valid until its month is over, and a month is from 01 to 12', () => {
  expect([wrong({ expiry: '11/26' }), wrong({ expiry: '10/26' })]).toEqual([[], ['expired']])
  expect(['13/27', '00/27', '122', ''].map((expiry) => wrong({ expiry }))).toEqual(
    Array.from({ length: 4 }, () => ['expiry']),
  )
})

test('the security code must fit the card, and a name is required', () => {
  expect([wrong({ cvv: '12' }), wrong({ cvv: '1234' }), wrong({ cvv: 'abc' })]).toEqual([['cvv'], ['cvv'], ['cvv']])
  expect(wrong({ number: '378282246310005', cvv: '123' })).toEqual(['cvv'])
  expect(wrong({ name: '  ' })).toEqual(['cardName'])
})

test('a typed card number is grouped as it is printed', () => {
  expect(groupDigits('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(groupDigits('378282246310005')).toBe('3782 822463 10005')
  expect(groupDigits('41 11 1x')).toBe('4111 1')
  const asTyped = [...'378282246310005'].reduce((field, digit) => groupDigits(field + digit), '')
  expect(asTyped).toBe('3782 822463 10005')
  expect(['1', '11', '112', '1126', '9', '926', '11/2'].map(slashExpiry)).toEqual([
    ...['1', '11', '11/2', '11/26', '09', '09/26', '11/2'],
  ])
})

test('a card may be typed with the digits of any script, and pasted with dashes', () => {
  const hindi = { number: '४१११ ११११ ११११ ११११', expiry: '११/२६', cvv: '१२३' }
  expect(wrong(hindi)).toEqual([])
  expect(wrong({ number: '４１１１–1111–1111–1111\u200E', expiry: '۱۱ / ۲۶', cvv: '௧௨௩' })).toEqual([])
  expect([cardBrand(hindi.number), groupDigits(hindi.number), slashExpiry(hindi.expiry)]).toEqual([
    ...['visa', '4111 1111 1111 1111', '11/26'],
  ])
  expect(wrong({ name: '\u200B' })).toEqual(['cardName'])
})

test('a year of four digits, as browsers fill it in, is accepted', () => {
  expect(['11/2026', '11 / 2026', '112026'].map(slashExpiry)).toEqual(Array(3).fill('11/26'))
  expect(wrong({ expiry: '11/2026' })).toEqual([])
})

test.each([
  ['1/27', '01/27'],
  ['१/२७', '01/27'],
  ['11/2026', '11/26'],
  ['9/2027', '09/27'],
  ['1226', '12/26'],
])('%s, typed key by key, is read as %s', (keys, expiry) => {
  expect([...keys].reduce((shown, key) => slashExpiry(shown + key), '')).toBe(expiry)
})
