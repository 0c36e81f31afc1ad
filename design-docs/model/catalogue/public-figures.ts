import * as v from 'valibot'
import { count } from '../values/values.ts'

export const FIGURES_ID = 'figures'

/**
 * How large Mogra is, in the catalogue for everybody: each figure says that there are at least so many. A figure that is
 * too small to be shown is left out.
 */
export const PublicFigures = v.strictObject({
  _id: v.literal(FIGURES_ID),
  _rev: v.optional(v.string()),
  type: v.literal('figures'),
  cities: v.optional(count),
  customers: v.optional(count),
  florists: v.optional(count),
  partners: v.optional(count),
})
export type PublicFigures = v.InferOutput<typeof PublicFigures>
