import { toAsciiDigits } from './digits.ts'

/** Returns only the digits of a text, as 0 to 9, for example of a card or a one-time code. */
export const digitsIn = (text: string): string => toAsciiDigits(text).replace(/[^0-9]/g, '')

/** Reads a whole number as people type it: `१२`, `1,00,000`. Returns undefined for `1e3`, `0x10`, `1.5` and `-1`. */
export function readWholeNumber(text: string): number | undefined {
  const digits = toAsciiDigits(text).replace(/[\s,\p{DI}]/gu, '')
  return /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined
}
