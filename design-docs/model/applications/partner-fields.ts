import * as v from 'valibot'
import { findCity } from '../catalogue/city.ts'
import { phoneNumber, shortText } from '../values/values.ts'

export const VEHICLE_TYPES = ['bike', 'car', 'van', 'bicycle'] as const
export const SPOKEN_LANGUAGES = [
  'hindi',
  'english',
  'marathi',
  'gujarati',
  'tamil',
  'telugu',
  'bengali',
  'kannada',
] as const
/** Kilometres. */
export const SERVICE_RADII = [5, 10, 15, 20, 25] as const
/** Years. */
export const PARTNER_EXPERIENCES = ['0-1', '1-3', '3-5', '5+'] as const

export type VehicleType = (typeof VEHICLE_TYPES)[number]
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]
export type ServiceRadius = (typeof SERVICE_RADII)[number]
export type PartnerExperience = (typeof PARTNER_EXPERIENCES)[number]

/** An id of one of the 50 cities. */
export const knownCity = v.pipe(
  v.string(),
  v.check((id) => findCity(id)?.id === id, 'no such city'),
)

/** What a delivery partner may change in the profile; it lies on the account. */
export const partnerProfile = {
  vehicleType: v.picklist(VEHICLE_TYPES),
  vehicleNumber: shortText,
  languages: v.pipe(v.array(v.picklist(SPOKEN_LANGUAGES)), v.maxLength(SPOKEN_LANGUAGES.length)),
  serviceRadius: v.picklist(SERVICE_RADII),
  emergencyContact: phoneNumber,
} as const

/** Toggles of a delivery partner: mails about deliveries and payouts, and asking for the nearest delivery by itself. */
export const partnerToggles = { emailNotices: v.boolean(), autoAccept: v.boolean() } as const
