import { toAsciiDigits } from './digits.ts'
import { tidyText } from './visible-text.ts'

/** Between the digits of a number: blanks, unseen characters, dashes of any kind, brackets, dots. */
const SEPARATORS = /[\s\p{DI}\p{Pd}\u2212\p{Ps}\p{Pe}.·•]/gu
/** With its country code or the 0 of a call inside India; some write both: +91 (0) 98290 11420. A mobile number needs neither. */
const INDIAN = /^(?:(?:\+|00)?91|0)0?([1-9][0-9]{9})$|^([6-9][0-9]{9})$/
/** E.164 has at most 15 digits; more are two numbers. */
const NUMBER = /^\+?[0-9]{1,17}$/

const bareOf = (text: string) => toAsciiDigits(text.normalize('NFKC')).replace(SEPARATORS, '')

/** The one form in which a number is stored: E.164 where the country is known. What is more than a number stays as it is. */
export function normalisePhone(text: string): string {
  const typed = tidyText(text)
  const bare = bareOf(typed.replace(/^tel:/i, ''))
  if (!NUMBER.test(bare)) return toAsciiDigits(typed)
  return bare.replace(INDIAN, '+91$1$2').replace(/^00/, '+')
}

/** The one form in which a PIN code is stored: its digits alone. What has other letters stays as it is. */
export function normalisePincode(text: string): string {
  const typed = tidyText(text)
  const bare = bareOf(typed)
  return /^[0-9]+$/.test(bare) ? bare : toAsciiDigits(typed)
}
