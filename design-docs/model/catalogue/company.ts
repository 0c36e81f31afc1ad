import * as v from 'valibot'
import { emailAddress, localisedText } from '../values/values.ts'

export const COMPANY_NAME = { en: 'Mogra', hi: 'मोगरा' } as const

/** How people reach the company: set by its operator, and shown on screens and in mails. */
export const ContactData = v.strictObject({
  supportEmail: emailAddress,
  /** As it is shown, with blanks: `+91 22 1555 0100`. */
  supportPhone: v.pipe(v.string(), v.regex(/^\+?[0-9][0-9 ()-]{6,22}[0-9]$/)),
  /** The digits of the number, with the country code: `912215550100`. */
  whatsApp: v.pipe(v.string(), v.regex(/^[0-9]{8,15}$/)),
  legalEmail: emailAddress,
  /** The address of the data protection officer. */
  privacyEmail: emailAddress,
  /** One line. */
  postalAddress: localisedText,
  /** Payments by UPI go to this handle. */
  upiId: v.pipe(v.string(), v.regex(/^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/)),
})
export type ContactData = v.InferOutput<typeof ContactData>

export const COMPANY_ID = 'company'

/** The contact data in the catalogue, from where devices have it offline. */
export const Company = v.strictObject({
  _id: v.literal(COMPANY_ID),
  _rev: v.optional(v.string()),
  type: v.literal('company'),
  ...ContactData.entries,
})
export type Company = v.InferOutput<typeof Company>
