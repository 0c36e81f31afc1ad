import * as v from 'valibot'
import { localisedText } from '../values/values.ts'

export const Florist = v.strictObject({
  _id: v.pipe(v.string(), v.regex(/^florist:[a-z0-9][a-z0-9-]{0,63}$/)),
  _rev: v.optional(v.string()),
  type: v.literal('florist'),
  name: localisedText,
  city: v.string(),
})
export type Florist = v.InferOutput<typeof Florist>
