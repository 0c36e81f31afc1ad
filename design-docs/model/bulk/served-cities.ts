import * as v from 'valibot'

export const SERVED_CITIES_ID = 'served-cities'

/**
 * The cities that at least one wholesale supplier serves. Every device has them with the catalogue, so that the form
 * for bulk requests can say before sending who will answer.
 */
export const ServedCities = v.strictObject({
  _id: v.literal(SERVED_CITIES_ID),
  _rev: v.optional(v.string()),
  type: v.literal('served-cities'),
  /** Ids, in alphabetical order. */
  cities: v.array(v.string()),
})
export type ServedCities = v.InferOutput<typeof ServedCities>
