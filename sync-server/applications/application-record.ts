import type {
  ApplicationDocument,
  ApplicationState,
  Language,
  PartnerExperience,
  ServiceRadius,
  SpokenLanguage,
  SupplierExperience,
  VehicleType,
} from '#model'
import type { PasswordHash } from '../accounts/passwords/password-hash.ts'
import type { Content, CoreDocument } from '../core/core-document.ts'
import type { Identity } from '../social/providers/provider.ts'

/**
 * An application to become a delivery partner or a wholesale supplier: a document of `applications`. It holds nothing of
 * `kyc`: neither documents nor bank numbers, and of the Aadhaar number only what `DriverForm` names.
 */
export interface ApplicationRecord extends CoreDocument {
  type: 'application'
  state: ApplicationState
  /** When it was submitted. */
  at: string
  /** The applicant's account; absent until it is made. */
  account?: string
  /** The applicant's e-mail address, that of the account; empty once it is erased. */
  email: string
  phone: string
  /** The language of mails. */
  language: Language
  /** What was filled in; absent once the personal fields are erased. */
  form?: DriverForm | SupplierForm
  /** The documents that lie in `kyc`. */
  documents: readonly ApplicationDocument[]
  /** The keyed hash of all that was submitted, by which a repeat is recognised. */
  fingerprint: string
  /** What is needed until the account is made and the documents are in `kyc`. */
  incoming?: Incoming
  /** The password that was typed; it is set only if the browser that submitted it types the code. */
  password?: PasswordHash
  /** Set once an admin, or the automatic approval, has decided. */
  decision?: Decision
  /** When its personal fields were emptied. */
  erasedAt?: string
}

export interface DriverForm {
  type: 'driver'
  name: string
  city: string
  vehicleType: VehicleType
  vehicleNumber: string
  languages: readonly SpokenLanguage[]
  serviceRadius: ServiceRadius
  emergencyContact: string
  experience?: PartnerExperience
  licenseNumber: string
  panNumber: string
  /** The last four digits. */
  aadhaarEnds: string
  /** A keyed hash, by which the same number is found in other applications. */
  aadhaarHash: string
  /** Whether the number has the form and the check digit of its kind. */
  isAadhaarWellFormed: boolean
}

export interface SupplierForm {
  type: 'wholesale_supplier'
  businessName: string
  contactPerson: string
  address: string
  /** Ids of cities. */
  citiesServed: readonly string[]
  gstNumber: string
  panNumber: string
  /** The number of the licence, not its document. */
  businessLicense?: string
  experience?: SupplierExperience
}

interface Incoming {
  /** The secrets of the uploads, by document. */
  uploads: Partial<Record<ApplicationDocument, string>>
  /** Whom the code's limits count; absent if no code is needed. */
  caller?: { key: string; isKnown: boolean }
  /** The identity that a provider has just confirmed; it is linked to the account. */
  identity?: Identity
}

export interface Decision {
  /** The admin's account; absent if it was approved automatically. */
  by?: string
  at: string
  /** The intent's ULID. */
  intent?: string
  decision: 'approved' | 'rejected'
  reason?: string
}

export type ApplicationContent = Content<ApplicationRecord>

/** What happened to an application, in `entries`. */
export const HAPPENED = {
  submitted: 'submitted',
  /** The account is made and the documents are in `kyc`. */
  taken: 'taken in',
  emailCorrected: 'e-mail corrected',
  verified: 'verified',
  approved: 'approved',
  rejected: 'rejected',
  discarded: 'discarded',
  erased: 'erased',
} as const

/** In these states a person cannot apply again. */
export const OPEN_STATES: readonly ApplicationState[] = ['incoming', 'unverified', 'pending_verification']

/** What an application holds, field by field. */
export function contentOf(application: ApplicationRecord): ApplicationContent {
  const { type, state, at, account, email, phone, language, form, documents, fingerprint } = application
  const { incoming, password, decision, erasedAt } = application
  return {
    ...{ type, state, at, email, phone, language, documents, fingerprint },
    ...(account !== undefined && { account }),
    ...(form !== undefined && { form }),
    ...(incoming !== undefined && { incoming }),
    ...(password !== undefined && { password }),
    ...(decision !== undefined && { decision }),
    ...(erasedAt !== undefined && { erasedAt }),
  }
}
