import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { cityId } from '../orders/place-order.ts'
import { language, MOST_LETTERS, shortText, tidy } from '../values/values.ts'

const UpdateProfile = v.strictObject({
  name: v.optional(shortText),
  /** Empty: none. */
  phone: v.optional(v.pipe(v.string(), tidy, v.maxLength(MOST_LETTERS.phone))),
  city: v.optional(cityId),
  language: v.optional(language),
})
export type UpdateProfile = v.InferOutput<typeof UpdateProfile>

/** What a person changes about themselves, and nothing else: what is absent stays as it is. The e-mail is not among it. */
export const updateProfile = defineIntent({
  kind: 'update-profile',
  askedBy: ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'],
  payload: UpdateProfile,
  refusals: [],
})
