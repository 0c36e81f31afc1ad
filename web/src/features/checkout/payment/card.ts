import * as v from 'valibot'
import { digitsIn, readWholeNumber, tidy, toAsciiDigits } from '#model'

/** A card as it is typed. It is checked here and stored nowhere: not in a draft, a document or a request. */
export interface CardValues {
  number: string
  expiry: string
  cvv: string
  name: string
}

const BRANDS = [
  ['amex', /^3[47]/, 15],
  ['rupay', /^(60|65|81|82|508|353|356)/, 16],
  ['visa', /^4/, 16],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 16],
] as const

const brandOf = (number: string) => BRANDS.find(([, prefix]) => prefix.test(digitsIn(number)))

/** The brand by a card's first digits; undefined if there are too few, or the brand is unknown. */
export const cardBrand = (number: string) => brandOf(number)?.[0]

/** The indexes at which the printed groups begin. */
const GROUPS = { amex: [0, 4, 10], other: [0, 4, 8, 12, 16] } as const

/** The typed digits in the groups in which cards print them. */
export function groupDigits(number: string): string {
  const digits = digitsIn(number).slice(0, 19)
  const starts = GROUPS[cardBrand(digits) === 'amex' ? 'amex' : 'other']
  return starts
    .map((start, i) => digits.slice(start, starts[i + 1]))
    .filter(Boolean)
    .join(' ')
}

/** `MM/YY` while a person types; a first digit above 1, or a 1 before a slash, can only be a month. */
export function slashExpiry(text: string): string {
  const typed = digitsIn(text)
  const all = /^[2-9]/.test(typed) || /^\s*1\s*\//.test(toAsciiDigits(text)) ? `0${typed}` : typed
  // Browsers also fill in years of four digits, and people type them digit by digit.
  const year = all.slice(2)
  const digits = /^20[0-9]{2}$/.test(year)
    ? all.slice(0, 2) + year.slice(2)
    : all.slice(0, /^20[0-9]$/.test(year) ? 5 : 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** Checks the last digit by Luhn's algorithm, which every card number follows. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = (readWholeNumber(digit) ?? 0) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function isCardNumber(text: string): boolean {
  const digits = digitsIn(text)
  const length = brandOf(digits)?.[2]
  const fits = length ? digits.length === length : digits.length >= 12 && digits.length <= 19
  return fits && !/^0+$/.test(digits) && hasCheckDigit(digits)
}

/** A card is valid until its month is over, in India. */
function isGoodOn(expiry: string, today: string): boolean {
  const [month = '', year = ''] = slashExpiry(expiry).split('/')
  return /^(0[1-9]|1[0-2])$/.test(month) && /^[0-9][0-9]$/.test(year) && `20${year}-${month}` >= today.slice(0, 7)
}

const CVV = /^[0-9]{3,4}$/
export const cvvLength = (number: string) => (cardBrand(number) === 'amex' ? 4 : 3)

/** Every rule gives a reason code; the screen turns it into words. `today` is a calendar day, `YYYY-MM-DD`. */
export const cardForm = (today: string) =>
  v.pipe(
    v.object({
      number: v.pipe(v.string(), v.check(isCardNumber, 'number')),
      expiry: v.pipe(
        v.string(),
        v.check((text) => isGoodOn(text, '0000-00'), 'expiry'),
        v.check((text) => !isGoodOn(text, '0000-00') || isGoodOn(text, today), 'expired'),
      ),
      cvv: v.pipe(v.string(), v.transform(digitsIn), v.regex(CVV, 'cvv')),
      name: v.pipe(v.string(), tidy, v.minLength(1, 'cardName')),
    }),
    v.forward(
      v.partialCheck(
        [['number'], ['cvv']],
        ({ number, cvv }) => !CVV.test(cvv) || cvv.length === cvvLength(number),
        'cvv',
      ),
      ['cvv'],
    ),
  )
