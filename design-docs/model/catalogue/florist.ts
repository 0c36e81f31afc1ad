import * as v from 'valibot'
import { localisedText, phoneNumber } from '../values/values.ts'

export const Florist = v.strictObject({
  _id: v.pipe(v.string(), v.regex(/^florist:[a-z0-9][a-z0-9-]{0,63}$/)),
  _rev: v.optional(v.string()),
  type: v.literal('florist'),
  name: localisedText,
  city: v.string(),
  /** Where partners fetch the flowers; absent in a catalogue of before deliveries. */
  address: v.optional(v.string()),
  area: v.optional(v.string()),
  pincode: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/))),
  phone: v.optional(phoneNumber),
})
export type Florist = v.InferOutput<typeof Florist>
