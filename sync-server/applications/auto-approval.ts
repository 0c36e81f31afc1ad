import { missingDocuments } from '#model'
import { doesGstinHavePan, isWellFormed } from '#model/number-formats'
import type { ApplicationRecord } from './application-record.ts'

/**
 * Whether an application may be approved without an admin: its e-mail is verified, all required documents exist, and
 * every number has the form of its kind. That nobody else gave the same Aadhaar number is checked by the caller.
 */
export function isFaultless({ state, form, documents }: ApplicationRecord): boolean {
  if (state !== 'pending_verification' || !form) return false
  if (missingDocuments(form.type, documents).length > 0) return false
  if (form.type === 'wholesale_supplier')
    return (
      isWellFormed('gstin', form.gstNumber) &&
      isWellFormed('pan', form.panNumber) &&
      doesGstinHavePan(form.gstNumber, form.panNumber)
    )
  return (
    isWellFormed('pan', form.panNumber) &&
    isWellFormed('licence', form.licenseNumber) &&
    isWellFormed('vehicle', form.vehicleNumber) &&
    form.isAadhaarWellFormed
  )
}
