import * as v from 'valibot'
import { emailAddress, MOST_PASSWORD_CHARACTERS, phoneNumber, shortText, ulid } from '../values/values.ts'
import { PARTNER_DOCUMENTS, SUPPLIER_DOCUMENTS, uploadSecret } from './documents.ts'
import { knownCity, PARTNER_EXPERIENCES, partnerProfile } from './partner-fields.ts'
import { SUPPLIER_EXPERIENCES, supplierProfile } from './supplier-fields.ts'

const uploadsOf = <const Names extends readonly string[]>(names: Names) => v.record(v.picklist(names), uploadSecret)

/** Six characters at least, as in the form; spaces count, and nothing is trimmed. */
export const newPassword = v.pipe(v.string(), v.minLength(6), v.maxLength(MOST_PASSWORD_CHARACTERS))

/** 128 bits that a visitor's browser has made for one application. */
const applicationSecret = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/** The members of both types. Signed in, the service takes name, e-mail and phone from the account, and no password. */
const common = {
  /** Made on the device, so that a repeat is recognised. */
  id: ulid,
  email: v.optional(emailAddress),
  phone: phoneNumber,
  password: v.optional(newPassword),
  /** The right to this application, for a browser that did not hear the answer and sends changed content. */
  secret: v.optional(applicationSecret),
  /** Of the mails; the language in which the form was filled in. */
  language: v.picklist(['en', 'hi']),
} as const

/** `POST /api/applications` of a delivery partner. Formats of numbers are not checked: a wrong one is only warned of. */
export const DriverApplication = v.strictObject({
  ...common,
  type: v.literal('driver'),
  name: shortText,
  city: knownCity,
  ...partnerProfile,
  experience: v.optional(v.picklist(PARTNER_EXPERIENCES)),
  licenseNumber: shortText,
  aadharNumber: shortText,
  panNumber: shortText,
  bankAccount: v.optional(shortText),
  ifscCode: v.optional(shortText),
  uploads: uploadsOf(PARTNER_DOCUMENTS),
  /** Whether the form was filled in after a sign-in with Google or Facebook. */
  isSocialRegistration: v.optional(v.boolean()),
})

/** `POST /api/applications` of a wholesale supplier. */
export const SupplierApplication = v.strictObject({
  ...common,
  type: v.literal('wholesale_supplier'),
  ...supplierProfile,
  gstNumber: shortText,
  panNumber: shortText,
  /** The number of the licence, not its document. */
  businessLicense: v.optional(shortText),
  experience: v.optional(v.picklist(SUPPLIER_EXPERIENCES)),
  uploads: uploadsOf(SUPPLIER_DOCUMENTS),
})

export const SubmittedApplication = v.variant('type', [DriverApplication, SupplierApplication])
export type SubmittedApplication = v.InferOutput<typeof SubmittedApplication>
