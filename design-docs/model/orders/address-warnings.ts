import { type City, findCity } from '../catalogue/city.ts'
import { normalisePhone, normalisePincode } from '../values/phone.ts'
import { readWholeNumber } from '../values/read-numbers.ts'
import { hasVisibleText } from '../values/visible-text.ts'

/** Checks of formats: they only give advice and never block an order. */
export const looksLikePincode = (text: string) => /^[1-8][0-9]{5}$/.test(normalisePincode(text))
export const looksLikeMobile = (text: string) => /^\+91[6-9][0-9]{9}$/.test(normalisePhone(text))

/** The first and the last two-digit prefix of each state's PIN codes (India Post). */
const PIN_REGIONS: Record<string, readonly [number, number]> = {
  Delhi: [11, 11],
  Haryana: [12, 13],
  Punjab: [14, 16],
  Chandigarh: [16, 16],
  'Jammu and Kashmir': [18, 19],
  'Uttar Pradesh': [20, 28],
  Rajasthan: [30, 34],
  Gujarat: [36, 39],
  Maharashtra: [40, 44],
  'Madhya Pradesh': [45, 48],
  Chhattisgarh: [49, 49],
  Telangana: [50, 50],
  'Andhra Pradesh': [51, 53],
  Karnataka: [56, 59],
  'Tamil Nadu': [60, 66],
  'West Bengal': [70, 74],
  Assam: [78, 78],
  Bihar: [80, 85],
  Jharkhand: [81, 83],
}

/** Whether a PIN code may belong to the city's state. The outskirts of a city have other codes than the city. */
export function mayBePincodeOf({ state }: City, text: string): boolean {
  const [from, to] = PIN_REGIONS[state] ?? [0, 99]
  const region = readWholeNumber(normalisePincode(text).slice(0, 2)) ?? -1
  return from <= region && region <= to
}

interface AddressWarnings {
  phone: boolean
  pincode: 'unusual' | 'elsewhere' | undefined
}

/** Returns warnings about the fields of an address that are already filled in. */
export function addressWarnings({
  phone,
  city,
  pincode,
}: {
  phone: string
  city: string
  pincode: string
}): AddressWarnings {
  return { phone: hasVisibleText(phone) && !looksLikeMobile(phone), pincode: pincodeWarning(pincode, findCity(city)) }
}

function pincodeWarning(pincode: string, city: City | undefined): AddressWarnings['pincode'] {
  if (!hasVisibleText(pincode)) return undefined
  if (!looksLikePincode(pincode)) return 'unusual'
  return city && !mayBePincodeOf(city, pincode) ? 'elsewhere' : undefined
}
