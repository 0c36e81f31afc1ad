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
