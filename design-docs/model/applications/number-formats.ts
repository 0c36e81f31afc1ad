import { validate as isAadhaar } from 'stdnum/lib/cjs/in/aadhaar.js'
import { validate as isGstin } from 'stdnum/lib/cjs/in/gstin.js'
import { validate as isPan } from 'stdnum/lib/cjs/in/pan.js'
import { toAsciiDigits } from '../values/digits.ts'

/** A typed number without blanks and dashes, in capital letters and the digits 0–9. */
export const compactNumber = (typed: string): string =>
  toAsciiDigits(typed)
    .replace(/[\s./-]+/gu, '')
    .toUpperCase()

const VEHICLE = /^[A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}$/
/** The Bharat series: year of registration, `BH`, four digits, one or two letters. */
const BHARAT_SERIES = /^[0-9]{2}BH[0-9]{4}[A-Z]{1,2}$/
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
/** State, office, year and seven digits; licences from before 2007 differ. */
const LICENCE = /^[A-Z]{2}[0-9]{2}(19|20)[0-9]{2}[0-9]{7}$/

const FORMATS = {
  pan: (number: string) => isPan(number).isValid,
  aadhaar: (number: string) => isAadhaar(number).isValid,
  gstin: (number: string) => isGstin(number).isValid,
  ifsc: (number: string) => IFSC.test(number),
  vehicle: (number: string) => VEHICLE.test(number) || BHARAT_SERIES.test(number),
  licence: (number: string) => LICENCE.test(number),
}
export type NumberKind = keyof typeof FORMATS

/** Whether a typed number has the form, and the check digit, of its kind. A wrong one is warned of, never refused. */
export const isWellFormed = (kind: NumberKind, typed: string): boolean => FORMATS[kind](compactNumber(typed))

/** Whether a GSTIN contains this PAN, as it must where both belong to one business. */
export const doesGstinHavePan = (gstin: string, pan: string): boolean =>
  compactNumber(gstin).slice(2, 12) === compactNumber(pan)
