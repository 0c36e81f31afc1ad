const DIGIT = /\p{Nd}/u
const DIGITS = /\p{Nd}/gu

/** Unicode guarantees that the decimal digits of a script have consecutive code points, from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/**
 * Turns the digits of any script (Devanagari, Tamil, Arabic-Indic, full-width …) into 0 to 9 and keeps all other text.
 */
export const toAsciiDigits = (text: string): string => text.replace(DIGITS, (digit) => String(digitValue(digit)))
