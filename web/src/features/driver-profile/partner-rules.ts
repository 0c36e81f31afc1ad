import * as v from 'valibot'
import { formatPhone, normalisePhone, SERVICE_RADII, SPOKEN_LANGUAGES, type UpdateProfile, VEHICLE_TYPES } from '#model'
import { chosen, requiredPhone, requiredText } from '../../blocks/applications/wizard/form/typed-values.ts'
import type { ProfileView } from '../../data/people/profile.ts'

/** The values of the form as they are typed, valid or not; an empty text stands for a value that is not known. */
const Typed = v.object({
  ...{ name: v.string(), phone: v.string(), emergencyContact: v.string(), city: v.string() },
  ...{ vehicleType: v.string(), vehicleNumber: v.string(), serviceRadius: v.string() },
  languages: v.array(v.picklist(SPOKEN_LANGUAGES)),
})
export type PartnerValues = v.InferOutput<typeof Typed>

/** The typed values, and those that the form was opened with. */
export const PartnerDraft = v.object({ typed: Typed, opened: Typed })

export const valuesOf = (name: string, { phone, emergencyContact, ...profile }: ProfileView): PartnerValues => ({
  name: profile.name ?? name,
  phone: formatPhone(phone ?? ''),
  emergencyContact: formatPhone(emergencyContact ?? ''),
  city: profile.city ?? '',
  vehicleType: profile.vehicleType ?? '',
  vehicleNumber: profile.vehicleNumber ?? '',
  serviceRadius: String(profile.serviceRadius ?? ''),
  languages: profile.languages ?? [],
})

const RULES = {
  ...{ name: requiredText(), phone: requiredPhone, emergencyContact: requiredPhone, city: chosen },
  ...{ vehicleType: chosen, vehicleNumber: requiredText(), serviceRadius: chosen },
} satisfies Record<Exclude<keyof PartnerValues, 'languages'>, v.GenericSchema<string>>

/** A value that has not arrived on this device may stay empty; no other may be emptied. */
export function partnerRules(opened: PartnerValues): v.GenericSchema<PartnerValues> {
  const rule = (field: keyof typeof RULES): v.GenericSchema<string> =>
    opened[field] === '' ? v.union([v.literal(''), RULES[field]]) : RULES[field]
  return v.object({
    ...{ name: rule('name'), phone: rule('phone'), emergencyContact: rule('emergencyContact'), city: rule('city') },
    ...{ vehicleType: rule('vehicleType'), vehicleNumber: rule('vehicleNumber') },
    ...{ serviceRadius: rule('serviceRadius'), languages: Typed.entries.languages },
  })
}

/** Returns what differs: the rest may not have arrived here, or may be changing on another device. */
export function changesOf(opened: PartnerValues, values: PartnerValues): UpdateProfile {
  const { name, phone, emergencyContact, city, vehicleNumber, languages } = values
  const vehicleType = VEHICLE_TYPES.find((type) => type === values.vehicleType)
  const serviceRadius = SERVICE_RADII.find((radius) => String(radius) === values.serviceRadius)
  return {
    ...(name !== opened.name && { name }),
    ...(phone !== normalisePhone(opened.phone) && { phone }),
    ...(emergencyContact !== normalisePhone(opened.emergencyContact) && { emergencyContact }),
    ...(city !== opened.city && { city }),
    ...(vehicleType && vehicleType !== opened.vehicleType && { vehicleType }),
    ...(vehicleNumber !== opened.vehicleNumber && { vehicleNumber }),
    ...(serviceRadius && String(serviceRadius) !== opened.serviceRadius && { serviceRadius }),
    ...(languages.toSorted().join() !== opened.languages.toSorted().join() && { languages }),
  }
}
