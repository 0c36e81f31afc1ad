import * as v from 'valibot'
import { type ApplicationDocument, hasVisibleText, missingDocuments, SubmittedApplication } from '#model'
import { compactNumber, isWellFormed } from '#model/number-formats'
import { problem } from '../http/problem.ts'
import type { Keys } from '../settings/keys.ts'
import type { DriverForm, SupplierForm } from './application-record.ts'
import type { BankAccount } from './kyc.ts'

/** What the service knows of the applicant already; it counts instead of what was typed. */
export interface Known {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

/** Reads the body; throws 422 with a reason for each wrong field. Texts of the body are in no message. */
export function readSubmission(body: unknown, known: Known): SubmittedApplication {
  const typed: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const isDriver = typed.type === 'driver'
  const given = {
    ...typed,
    ...(known.email !== undefined && { email: known.email }),
    ...(known.phone && { phone: known.phone }),
    ...(known.name && isDriver && { name: known.name }),
  }
  const parsed = v.safeParse(SubmittedApplication, given)
  const fields: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) {
    const [field, ...below] = (v.getDotPath(issue) ?? 'body').split('.')
    if (field === undefined || fields[field] !== undefined) continue
    fields[field] = reasonOf(field, below.length > 0 ? issue.input : (given as Record<string, unknown>)[field], issue)
  }
  if (parsed.success && parsed.output.email === undefined) fields.email = 'required'
  if (!parsed.success || Object.keys(fields).length > 0) throw problem(422, 'invalid', { fields })
  const missing = missingDocuments(parsed.output.type, Object.keys(parsed.output.uploads))
  if (parsed.output.type === 'driver' && missing.length > 0)
    throw uploadsMissing(Object.fromEntries(missing.map((name) => [name, 'missing'])))
  return parsed.output
}

/** `missing`: it was not named; `incomplete`: there is no complete upload of that name. */
export const uploadsMissing = (documents: Partial<Record<ApplicationDocument, 'missing' | 'incomplete'>>) =>
  problem(422, 'uploads_missing', { fields: documents })

/** The reasons of the fields whose text is not just too long. */
const REASONS: Record<string, string> = {
  type: 'type_unknown',
  email: 'email_malformed',
  city: 'city_unknown',
  citiesServed: 'city_unknown',
  password: 'too_short',
}

function reasonOf(field: string, value: unknown, { kind, type }: v.BaseIssue<unknown>): string {
  const isEmpty =
    value === undefined ||
    value === null ||
    (typeof value === 'string' && field !== 'password' && !hasVisibleText(value)) ||
    (Array.isArray(value) && value.length === 0)
  if (isEmpty) return 'required'
  if (type === 'strict_object') return 'unknown_field'
  if (field === 'password' && type === 'max_length') return 'too_long'
  const reason = REASONS[field]
  if (reason !== undefined) return reason
  return kind === 'validation' && type === 'check' && typeof value === 'string' ? 'too_long' : 'invalid'
}

/** What the core keeps of the form, field by field: of the Aadhaar number the last four digits and a keyed hash. */
export function formOf(submitted: SubmittedApplication, keys: Keys): DriverForm | SupplierForm {
  if (submitted.type === 'wholesale_supplier') {
    const { type, businessName, contactPerson, address, citiesServed, gstNumber, panNumber } = submitted
    const { businessLicense, experience } = submitted
    return {
      ...{ type, businessName, contactPerson, address, citiesServed, gstNumber, panNumber },
      ...(businessLicense !== undefined && { businessLicense }),
      ...(experience !== undefined && { experience }),
    }
  }
  const { type, name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact } = submitted
  const { experience, licenseNumber, panNumber, aadharNumber } = submitted
  const aadhaar = compactNumber(aadharNumber)
  return {
    ...{ type, name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact },
    ...(experience !== undefined && { experience }),
    ...{ licenseNumber, panNumber, aadhaarEnds: aadhaar.slice(-4), aadhaarHash: keys.digest('aadhaar', aadhaar) },
    isAadhaarWellFormed: isWellFormed('aadhaar', aadharNumber),
  }
}

/** The bank account, which only `kyc` keeps, as `PUT /api/account/bank` writes it; undefined if none was typed. */
export function bankOf(submitted: SubmittedApplication): BankAccount | undefined {
  if (submitted.type !== 'driver' || submitted.bankAccount === undefined) return undefined
  const { bankAccount, ifscCode } = submitted
  return { number: compactNumber(bankAccount), ...(ifscCode !== undefined && { ifsc: compactNumber(ifscCode) }) }
}

/** By this keyed hash a repeat of the same content is recognised, without keeping any of it. */
export const fingerprintOf = (submitted: SubmittedApplication, account: string | undefined, keys: Keys): string =>
  keys.digest('application', `submitted ${account ?? ''} ${JSON.stringify(sorted(submitted))}`)

/** The keyed hash of the secret by which the visitor's browser is recognised if it did not hear the answer. */
export const secretHashOf = ({ id, secret }: SubmittedApplication, keys: Keys): string | undefined =>
  secret === undefined ? undefined : keys.digest('application', `secret ${id} ${secret}`)

/** The order in which a browser writes the fields does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, sorted(of)]),
  )
}
