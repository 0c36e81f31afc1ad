import * as v from 'valibot'
import { idWithUlid, timestamp, version } from '../values/values.ts'

const open = {
  _id: idWithUlid('application'),
  _rev: v.optional(v.string()),
  type: v.literal('application'),
  version,
  state: v.literal('pending_verification'),
  /** When it was sent. */
  at: timestamp,
  email: v.string(),
  phone: v.string(),
  /** The documents that exist. */
  documents: v.array(v.string()),
  /** Whether a required document is missing. */
  isIncomplete: v.boolean(),
} as const

/** An open application of a delivery partner in the admins' feed: what the card shows. Nothing of `kyc`. */
export const DriverRow = v.strictObject({
  ...open,
  applicationType: v.literal('driver'),
  name: v.string(),
  city: v.string(),
  vehicleType: v.string(),
  vehicleNumber: v.string(),
  licenseNumber: v.string(),
  experience: v.optional(v.string()),
})

export const SupplierRow = v.strictObject({
  ...open,
  applicationType: v.literal('wholesale_supplier'),
  businessName: v.string(),
  contactPerson: v.string(),
  gstNumber: v.string(),
  panNumber: v.string(),
  citiesServed: v.array(v.string()),
  address: v.string(),
})

export const ApplicationRow = v.variant('applicationType', [DriverRow, SupplierRow])
export type ApplicationRow = v.InferOutput<typeof ApplicationRow>

/** What a row of any kind becomes when its subject is no longer open; it is never deleted. */
export const ClosedRow = v.strictObject({
  _id: v.string(),
  _rev: v.optional(v.string()),
  type: v.string(),
  version,
  city: v.optional(v.string()),
  closedAt: timestamp,
})
export type ClosedRow = v.InferOutput<typeof ClosedRow>
