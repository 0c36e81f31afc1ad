import * as v from 'valibot'
import { partnerProfile, partnerToggles } from '../applications/partner-fields.ts'
import { supplierProfile, supplierToggles } from '../applications/supplier-fields.ts'
import { ROLES } from '../values/role.ts'
import { accountId, emailAddress, language, timestamp, version } from '../values/values.ts'

export const PROVIDERS = ['email', 'google', 'facebook'] as const
export const STANDINGS = ['pending_verification', 'approved', 'rejected'] as const

/** The account as its owner's devices see it; the service's own record has more members. */
export const Account = v.strictObject({
  _id: v.literal('account'),
  _rev: v.optional(v.string()),
  type: v.literal('account'),
  version,
  id: accountId,
  /** Absent for a visitor. */
  email: v.optional(emailAddress),
  name: v.string(),
  phone: v.optional(v.string()),
  city: v.optional(v.string()),
  role: v.picklist(ROLES),
  /** The language of mails. */
  language: v.optional(language),
  /** Whether the owner has confirmed the e-mail address. */
  isVerified: v.optional(v.boolean()),
  hasPassword: v.optional(v.boolean()),
  createdAt: timestamp,
  lastLoginAt: v.optional(timestamp),
  /** How the person signed in first. */
  provider: v.optional(v.picklist(PROVIDERS)),
  /** How far the last application of the person got. */
  standing: v.optional(v.picklist(STANDINGS)),
  approvedAt: v.optional(timestamp),
  /** What partners and suppliers change in their profiles. */
  ...v.partial(v.strictObject({ ...partnerProfile, ...partnerToggles, ...supplierProfile, ...supplierToggles }))
    .entries,
  /** The last four digits. */
  bankAccountEnds: v.optional(v.string()),
})
export type Account = v.InferOutput<typeof Account>
