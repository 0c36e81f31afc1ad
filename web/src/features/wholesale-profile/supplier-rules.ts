import * as v from 'valibot'
import { formatPhone, MOST_LETTERS, normalisePhone, SUPPLIER_CITIES, type UpdateProfile } from '#model'
import { requiredPhone, requiredText } from '../../blocks/applications/wizard/form/typed-values.ts'
import type { ProfileView } from '../../data/people/profile.ts'

const cities = v.array(v.picklist(SUPPLIER_CITIES.map(({ id }) => id)))

/** The values of the form as they are typed, valid or not; an empty text means that the value is not known. */
const Typed = v.object({
  ...{ businessName: v.string(), contactPerson: v.string(), phone: v.string(), address: v.string() },
  citiesServed: cities,
})
export type SupplierValues = v.InferOutput<typeof Typed>

/** The typed values, and those that the form was opened with. */
export const SupplierDraft = v.object({ typed: Typed, opened: Typed })

export const valuesOf = (profile: ProfileView): SupplierValues => ({
  businessName: profile.businessName ?? '',
  contactPerson: profile.contactPerson ?? '',
  phone: formatPhone(profile.phone ?? ''),
  address: profile.address ?? '',
  citiesServed: profile.citiesServed ?? [],
})

const RULES = {
  ...{ businessName: requiredText(), contactPerson: requiredText(), phone: requiredPhone },
  address: requiredText(MOST_LETTERS.address),
}

/** A value that has not arrived on this device may stay empty; no other may be emptied. */
export function supplierRules(opened: SupplierValues): v.GenericSchema<SupplierValues> {
  const rule = (field: keyof typeof RULES): v.GenericSchema<string> =>
    opened[field] === '' ? v.union([v.literal(''), RULES[field]]) : RULES[field]
  const leastCities = Math.min(1, opened.citiesServed.length)
  return v.object({
    ...{ businessName: rule('businessName'), contactPerson: rule('contactPerson') },
    ...{ phone: rule('phone'), address: rule('address') },
    citiesServed: v.pipe(cities, v.minLength(leastCities, 'missing')),
  })
}

/** Returns what differs: the rest may not have arrived here, or may be changing on another device. */
export function changesOf(opened: SupplierValues, values: SupplierValues): UpdateProfile {
  const { businessName, contactPerson, phone, address, citiesServed } = values
  return {
    ...(businessName !== opened.businessName && { businessName }),
    ...(contactPerson !== opened.contactPerson && { contactPerson }),
    ...(phone !== normalisePhone(opened.phone) && { phone }),
    ...(address !== opened.address && { address }),
    ...(citiesServed.toSorted().join() !== opened.citiesServed.toSorted().join() && { citiesServed }),
  }
}
