import type {
  Application,
  ApplicationDocument,
  ApplicationRow,
  ApplicationState,
  Language,
  PartnerExperience,
  ServiceRadius,
  SpokenLanguage,
  SupplierExperience,
  VehicleType,
} from '#model'
import { missingDocuments } from '#model'
import type { PasswordHash } from '../accounts/passwords/password-hash.ts'
import type { Content, CoreDocument } from '../core/core-document.ts'
import type { Identity } from '../social/providers/provider.ts'

/**
 * An application to become a delivery partner or a wholesale supplier: a document of `applications`. It holds nothing of
 * `kyc`: neither documents nor bank numbers, and of the Aadhaar number only what `DriverForm` names.
 */
export interface ApplicationRecord extends CoreDocument {
  type: 'application'
  applicationType: 'driver' | 'wholesale_supplier'
  state: ApplicationState
  /** When it was submitted. */
  at: string
  /** The applicant's account, which may not be made yet while the application is `incoming`. */
  account: string
  /** That of the account; empty once it is erased. */
  email: string
  phone: string
  /** The language of mails. */
  language: Language
  /** What was filled in; absent once the personal fields are erased. */
  form?: DriverForm | SupplierForm
  /** The documents that lie in `kyc`. */
  documents: readonly ApplicationDocument[]
  /** The names of the uploads that are moved to `kyc`; absent once they are there. */
  uploads?: Uploaded
  /** The keyed hash of all that was submitted, by which a repeat is recognised. */
  fingerprint: string
  /** The keyed hash of the secret of a visitor's browser; absent once the e-mail address is verified. */
  secretHash?: string
  /** True once the e-mail's owner has proved to be the applicant. */
  isConfirmed: boolean
  /** The caller that the limits on codes count; absent if no code is mailed. */
  caller?: Caller
  /** The identity that a provider has just confirmed, until it is linked to the account. */
  identity?: Identity
  /** The account of the address that was corrected, until it is ended. */
  formerAccount?: string
  /** The password that was typed; it is set only if the browser that submitted it types the code. */
  password?: PasswordHash
  /** Set once an admin, or the automatic approval, has decided. */
  decision?: Decision
  discardedFor?: DiscardReason
  /** When its personal fields were emptied. */
  erasedAt?: string
}

export type Uploaded = Partial<Record<ApplicationDocument, string>>
type Caller = { key: string; isKnown: boolean }
/** `email_taken` and `already_applied`: another account or application was first. */
export type DiscardReason = 'email_taken' | 'already_applied' | 'not_mine' | 'not_verified' | 'account_ended'

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
  /** The account is made and the documents are in `kyc`; the code is mailed. */
  takenIn: 'taken in',
  emailCorrected: 'e-mail corrected',
  confirmed: 'confirmed',
  /** It waits for an admin from now on. */
  verified: 'verified',
  approved: 'approved',
  rejected: 'rejected',
  discarded: 'discarded',
  erased: 'erased',
} as const

/** In these states the person cannot apply again. */
export const isOpen = ({ state }: Pick<ApplicationRecord, 'state'>) =>
  state === 'incoming' || state === 'unverified' || state === 'pending_verification'

/** The person's own name. */
export const nameOf = (form: DriverForm | SupplierForm) => (form.type === 'driver' ? form.name : form.contactPerson)

/**
 * The application without anything personal but the account, in whose deletion it is found, and the former one, which
 * telling ends.
 */
export function emptied(application: ApplicationRecord, erasedAt: string): ApplicationContent {
  const { type, applicationType, state, at, account, formerAccount, language, uploads } = application
  const { isConfirmed, discardedFor } = application
  const { reason: _, ...decision } = application.decision ?? {}
  return {
    ...{ type, applicationType, state, at, account, language, isConfirmed, erasedAt },
    ...{ email: '', phone: '', documents: [], fingerprint: '' },
    ...(formerAccount !== undefined && { formerAccount }),
    ...(uploads !== undefined && { uploads }),
    ...('at' in decision && { decision }),
    ...(discardedFor !== undefined && { discardedFor }),
  }
}

/** The application as its applicant's devices see it: without numbers and documents. */
export function applicationFact({ _id, version, applicationType, state, at, decision, entries }: ApplicationRecord) {
  const fact: Application = {
    ...{ _id, type: 'application', version, applicationType, state, at },
    changedAt: entries.findLast(({ what }) => what !== HAPPENED.erased)?.at ?? at,
    ...(decision?.reason !== undefined && { reason: decision.reason }),
  }
  return fact
}

/** The application as the admins see it while it waits for them: nothing of `kyc`, and nothing of the Aadhaar number. */
export function applicationRow(application: ApplicationRecord): ApplicationRow | undefined {
  const { _id, version, state, at, email, phone, documents, form } = application
  if (state !== 'pending_verification' || !form) return undefined
  const common = {
    ...({ _id, type: 'application', version, state } as const),
    ...{ at, email, phone, documents: [...documents] },
    isIncomplete: missingDocuments(form.type, documents).length > 0,
  }
  if (form.type === 'driver') {
    const { name, city, vehicleType, vehicleNumber, licenseNumber, experience } = form
    return {
      ...{ ...common, applicationType: form.type, name, city, vehicleType, vehicleNumber, licenseNumber },
      ...(experience !== undefined && { experience }),
    }
  }
  const { businessName, contactPerson, gstNumber, panNumber, citiesServed, address } = form
  return {
    ...{ ...common, applicationType: form.type, businessName, contactPerson, gstNumber, panNumber },
    ...{ citiesServed: [...citiesServed], address },
  }
}
