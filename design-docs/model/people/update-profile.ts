import * as v from 'valibot'
import { partnerProfile, partnerToggles } from '../applications/partner-fields.ts'
import { supplierProfile, supplierToggles } from '../applications/supplier-fields.ts'
import { defineIntent } from '../intents/define-intent.ts'
import { cityId } from '../orders/place-order.ts'
import { normalisePhone } from '../values/phone.ts'
import { ROLES, type Role } from '../values/role.ts'
import { language, MOST_LETTERS, maxLetters, shortText } from '../values/values.ts'

const UpdateProfile = v.strictObject({
  name: v.optional(shortText),
  /** An empty text removes the phone number. */
  phone: v.optional(v.pipe(v.string(), v.transform(normalisePhone), maxLetters(MOST_LETTERS.phone))),
  city: v.optional(cityId),
  language: v.optional(language),
  /** Only from a delivery partner or a wholesale supplier, each their own. */
  ...v.partial(v.strictObject({ ...partnerProfile, ...partnerToggles, ...supplierProfile, ...supplierToggles }))
    .entries,
})
export type UpdateProfile = v.InferOutput<typeof UpdateProfile>

const OF_EVERYBODY = ['name', 'phone', 'city', 'language']
const OF_ROLE: Partial<Record<Role, readonly string[]>> = {
  PARTNER: Object.keys({ ...partnerProfile, ...partnerToggles }),
  SUPPLIER: Object.keys({ ...supplierProfile, ...supplierToggles }),
}
/** Whether a person with this role has this field in their profile. */
export const isProfileField = (role: Role, field: string): boolean =>
  role === 'VISITOR' ? field === 'language' : OF_EVERYBODY.includes(field) || OF_ROLE[role]?.includes(field) === true

/** Changes a person's own profile: an absent field is not changed. The e-mail cannot be changed by this intent. */
export const updateProfile = defineIntent({
  kind: 'update-profile',
  /** A visitor only chooses the language of the mails. */
  askedBy: ROLES,
  payload: UpdateProfile,
  refusals: [],
})
