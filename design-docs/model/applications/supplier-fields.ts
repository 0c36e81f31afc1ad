import * as v from 'valibot'
import { CITIES } from '../catalogue/city.ts'
import { longText, maxLetters, shortText, tidy } from '../values/values.ts'

/** The cities that a wholesale supplier may serve: the twelve largest. */
export const SUPPLIER_CITIES = CITIES.slice(0, 12)
/** Years. */
export const SUPPLIER_EXPERIENCES = ['0-1', '1-3', '3-5', '5-10', '10+'] as const
export type SupplierExperience = (typeof SUPPLIER_EXPERIENCES)[number]

const supplierCity = v.picklist(SUPPLIER_CITIES.map(({ id }) => id))
/** Ids of cities, each once, in the order of `SUPPLIER_CITIES`. */
export const citiesServed = v.pipe(
  v.array(supplierCity),
  v.minLength(1),
  v.maxLength(50),
  v.transform((ids) => SUPPLIER_CITIES.map(({ id }) => id).filter((id) => ids.includes(id))),
)

/** The maximum length of the text that goes along with a supplier's interest, in letters. */
export const AUTO_RESPONSE_AT_MOST = 500

/** What a wholesale supplier may change in the profile; it lies on the account. */
export const supplierProfile = {
  businessName: shortText,
  contactPerson: shortText,
  address: longText,
  citiesServed,
} as const

/** Mails about new requests, and a text that goes along with each interest; an empty text switches it off. */
export const supplierToggles = {
  emailNotices: v.boolean(),
  autoResponse: v.pipe(v.string(), tidy, maxLetters(AUTO_RESPONSE_AT_MOST)),
} as const
