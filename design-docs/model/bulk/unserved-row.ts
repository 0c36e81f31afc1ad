import * as v from 'valibot'
import { count, idWithUlid, plainDate, timestamp, version } from '../values/values.ts'
import { QUANTITY_UNITS } from './bulk-intents.ts'
import { bulkNumber } from './bulk-request.ts'
import { FLOWER_TYPES } from './flower-types.ts'

/** A bulk request from a city that no supplier served, in the admins' feed: Mogra's team answers the buyer. */
export const UnservedRow = v.strictObject({
  _id: idWithUlid('unserved'),
  _rev: v.optional(v.string()),
  type: v.literal('unserved'),
  version,
  number: bulkNumber,
  buyerName: v.string(),
  phone: v.string(),
  email: v.string(),
  city: v.string(),
  deliveryAddress: v.string(),
  flowerTypes: v.array(v.picklist(FLOWER_TYPES)),
  quantity: count,
  quantityUnit: v.picklist(QUANTITY_UNITS),
  deliveryDate: plainDate,
  additionalNotes: v.optional(v.string()),
  /** When it was confirmed. */
  postedAt: timestamp,
})
export type UnservedRow = v.InferOutput<typeof UnservedRow>

export const unservedId = (ulid: string) => `unserved:${ulid}`
