import type { ApplicationDocument } from '#model'
import type { PasswordHash } from '../accounts/passwords/password-hash.ts'
import type { Decided } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Stored } from '../couch/store.ts'
import type { Identity } from '../social/providers/provider.ts'
import type { ApplicationRecord, DriverForm, SupplierForm } from './application-record.ts'

/** What a person submits, after the route has checked it. */
export interface Submission {
  /** The application's ULID, made on the device. */
  ulid: string
  at: string
  form: DriverForm | SupplierForm
  email: string
  phone: string
  language: ApplicationRecord['language']
  uploads: Partial<Record<ApplicationDocument, string>>
  fingerprint: string
  /** The account that is signed in; absent for a visitor. */
  account?: string
  /** Only for a visitor: whom the code's limits count, and a password if one was typed. */
  caller?: { key: string; isKnown: boolean }
  password?: PasswordHash
  /** Only for a visitor whose e-mail a provider has just confirmed. */
  identity?: Identity
}

type Application = ApplicationRecord & Stored
/** An admin's decision, by an intent; or the automatic one, without `by` and `intent`. */
export interface Deciding {
  at: string
  by?: string
  intent?: string
  /** The version that the admin read. */
  version: number
}

export interface Applications {
  /**
   * Writes the application and takes the applicant's place: one open application a person. A repeat with the same
   * content returns the application as it is now.
   */
  submit(submission: Submission): Promise<Decided<ApplicationRecord, 'email_taken' | 'already_applied'>>
  /** The browser that submitted it has proved the e-mail (`isSameBrowser`), or its owner said that they applied. */
  verify(id: string, how: { isSameBrowser: boolean }): Promise<Application | undefined>
  /** Corrects the e-mail address of an unverified application, and mails a new code. */
  correctEmail(
    id: string,
    email: string,
    caller: { key: string; isKnown: boolean },
  ): Promise<Decided<ApplicationRecord, 'email_taken' | 'application_unknown'>>
  /** Its e-mail's owner said that they did not apply: ends it and deletes everything. */
  discard(id: string): Promise<Application | undefined>
  /** Approves or rejects a verified application. */
  decide(
    id: string,
    deciding: Deciding,
    decision: 'approved' | 'rejected',
    reason?: string,
  ): Promise<Decided<ApplicationRecord, 'application_unknown' | 'application_changed' | 'already_decided'>>
  get(id: string): Promise<Application | undefined>
  /** Applications of these accounts, at most 1,000 each. */
  of(accounts: readonly string[]): Promise<Application[]>
  /** Whether another application, that was not erased, names the same Aadhaar number. */
  isAadhaarKnown(application: ApplicationRecord): Promise<boolean>
  /** Empties the personal fields, deletes documents and numbers, and ends the application. */
  erase(id: string): Promise<void>
  kept: Kept<ApplicationRecord>
}
