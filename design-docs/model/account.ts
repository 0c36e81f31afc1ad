import * as v from 'valibot'
import { accountId, emailAddress, timestamp, version } from './values.ts'

export const ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** The account as its owner's devices see it; the service's own record holds more. */
export const Account = v.strictObject({
  _id: v.literal('account'),
  _rev: v.optional(v.string()),
  type: v.literal('account'),
  version,
  id: accountId,
  email: emailAddress,
  name: v.string(),
  phone: v.optional(v.string()),
  city: v.optional(v.string()),
  role: v.picklist(ROLES),
  createdAt: timestamp,
})
export type Account = v.InferOutput<typeof Account>
