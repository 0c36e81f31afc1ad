import * as v from 'valibot'
import { idWithUlid, version } from '../values/values.ts'
import { fieldsForSuppliers } from './bulk-request.ts'

/** A bulk request from a city that no supplier served, in the admins' feed: Mogra's team answers the buyer. */
export const UnservedRow = v.strictObject({
  _id: idWithUlid('unserved'),
  _rev: v.optional(v.string()),
  type: v.literal('unserved'),
  version,
  ...fieldsForSuppliers,
  phone: v.string(),
  email: v.string(),
  deliveryAddress: v.string(),
})
export type UnservedRow = v.InferOutput<typeof UnservedRow>

export const unservedId = (ulid: string) => `unserved:${ulid}`
