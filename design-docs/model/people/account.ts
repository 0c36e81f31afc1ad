import * as v from 'valibot'
import { ROLES } from '../values/role.ts'
import { accountId, emailAddress, language, timestamp, version } from '../values/values.ts'

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
})
export type Account = v.InferOutput<typeof Account>
