import * as v from 'valibot'
import { cityId } from '../orders/place-order.ts'
import { language, MOST_LETTERS, shortText, tidy } from '../values.ts'

/** What a person may change about themselves; the e-mail is not among it. */
export const UpdateProfile = v.strictObject({
  name: shortText,
  /** Empty: none. */
  phone: v.pipe(v.string(), tidy, v.maxLength(MOST_LETTERS.phone)),
  /** Absent: as it is. */
  city: v.optional(cityId),
  language: v.optional(language),
})
export type UpdateProfile = v.InferOutput<typeof UpdateProfile>
