const DIGIT = /\p{Nd}/u
const DIGITS = /\p{Nd}/gu

/** Unicode promises that the decimal digits of a script follow each other, from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Digits of any script (Devanagari, Tamil, Arabic-Indic, full-width …) become 0 to 9; all else stays as it is. */
export const toAsciiDigits = (text: string): string => text.replace(DIGITS, (digit) => String(digitValue(digit)))

/** Only the digits of a text, as 0 to 9: of a card, a one-time code, an Aadhaar number. */
export const digitsIn = (text: string): string => toAsciiDigits(text).replace(/[^0-9]/g, '')

/** A whole number that is not negative, as people type it: `१२`, `1,00,000`. Undefined for `1e3`, `0x10`, `1.5` and `-1`. */
export function readWholeNumber(text: string): number | undefined {
  const digits = toAsciiDigits(text).replace(/[\s,\p{DI}]/gu, '')
  return /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined
}
