import { toAsciiDigits } from './digits.ts'
import { tidyText } from './visible-text.ts'

/** Separators between digits: blanks, invisible characters, dashes of any kind, brackets and dots. */
const SEPARATORS = /[\s\p{DI}\p{Pd}\u2212\p{Ps}\p{Pe}.·•]/gu
/**
 * A number with the country code or the 0 for calls within India; some people write both: +91 (0) 98290 11420. A mobile
 * number needs neither.
 */
const INDIAN = /^(?:(?:\+|00)?91|0)0?([1-9][0-9]{9})$|^([6-9][0-9]{9})$/
/** E.164 has at most 15 digits, and a leading 00 adds two. A longer text is more than one number. */
const NUMBER = /^\+?[0-9]{1,17}$/

const bareOf = (text: string) => toAsciiDigits(text.normalize('NFKC')).replace(SEPARATORS, '')

/**
 * Returns the one form in which a phone number is stored: E.164 if the country is known. Keeps a text that is not just
 * one number.
 */
export function normalisePhone(text: string): string {
  const typed = tidyText(text)
  const bare = bareOf(typed.replace(/^tel:/i, ''))
  if (!NUMBER.test(bare)) return toAsciiDigits(typed)
  return bare.replace(INDIAN, '+91$1$2').replace(/^00/, '+')
}

/** Returns the one form in which a PIN code is stored: only its digits. Keeps a text with other letters. */
export function normalisePincode(text: string): string {
  const typed = tidyText(text)
  const bare = bareOf(typed)
  return /^[0-9]+$/.test(bare) ? bare : toAsciiDigits(typed)
}
