import type { Account, Language, PROVIDERS, Role, STANDINGS } from '#model'
import type { DecisionOrder } from '../lease/decision-order.ts'

export type Provider = (typeof PROVIDERS)[number]
export type Standing = (typeof STANDINGS)[number]

/** What partners and suppliers have in their profiles. */
type RoleProfile = Pick<
  Account,
  | 'vehicleType'
  | 'vehicleNumber'
  | 'languages'
  | 'serviceRadius'
  | 'emergencyContact'
  | 'autoAccept'
  | 'emailNotices'
  | 'businessName'
  | 'contactPerson'
  | 'address'
  | 'citiesServed'
  | 'autoResponse'
>
/** How many edits an account remembers. An older repeat writes the same values again, or is refused as overtaken. */
export const EDITS_KEPT = 50

/** The core's record of an active account, in `accounts`. */
export interface AccountRecord extends RoleProfile {
  _id: string
  type: 'account'
  id: string
  version: number
  /** Empty for a visitor. */
  email: string
  name: string
  phone?: string
  city?: string
  role: Role
  language: Language
  mailbox: { name: string; generation: number }
  status: 'active'
  /** The mailbox is made at the first sign-in: made-up people of a demo are too many for a database each. */
  lacksMailbox?: true
  emailVerifiedAt?: string
  hasPassword?: boolean
  /**
   * What the account was created for, so that a repeat recognises its own work: a provider's identity (a keyed hash), or
   * an application (its id).
   */
  registeredBy?: string
  /** How the person signed up; absent in accounts of before it was kept. */
  provider?: Provider
  lastLoginAt?: string
  /** How far the person's last application got. */
  standing?: Standing
  approvedAt?: string
  /** The account of the admin who approved the application; absent if it was approved automatically. */
  approvedBy?: string
  /** Which entries of applications set the role, standing or profile, so that none sets it again later. */
  setBy?: string[]
  /** The last four digits of the bank account; the whole number is in `kyc`. */
  bankAccountEnds?: string
  /** The ULID of the application that is open: a person has one at most. */
  application?: string
  /** The number of times that a role was taken away; sessions from before that are over. */
  demotions?: number
  /** Visitors that were merged into this account. */
  adopted?: string[]
  /** The last intents and decisions that changed the record. */
  edits?: string[]
  /** The turn in which each of its parts was last changed. */
  changedIn?: Record<string, DecisionOrder>
  createdAt: string
}

/** The record that is kept of a deleted account, so that its devices can be told. */
interface EndedAccount {
  _id: string
  type: 'account'
  id: string
  status: 'ended'
  endedAt: string
  /** Visitors that were merged into this account; they end too. */
  adopted?: string[]
}

/** The record that is kept of a visitor who signed in: the visitor's mailbox leads to the account. */
export interface AdoptedVisitor {
  _id: string
  type: 'account'
  id: string
  role: 'VISITOR'
  mailbox: { name: string; generation: number }
  status: 'adopted'
  adoptedBy: string
  adoptedAt: string
}

/** All that devices and admins see of a bank account. */
export const lastDigits = (number: string) => number.slice(-4)

/** In `work` while the visitor is being adopted. */
export const adoptionId = (visitor: string) => `adoption:${visitor}`

export type StoredAccount = AccountRecord | EndedAccount | AdoptedVisitor

/** The part of the record that its owner's data export contains. */
export function exportOf(account: AccountRecord) {
  const { id, email, name, phone, city, role, language, emailVerifiedAt, createdAt, adopted } = account
  return {
    ...{ id, email, name, phone, city, role, language, emailVerifiedAt, createdAt },
    ...profileOf(account),
    hasPassword: account.hasPassword === true,
    /** The visitors that this person was before signing in. */
    visitors: adopted ?? [],
  }
}

/** The part of the account that the owner's devices see. */
export function accountFact(account: AccountRecord): Account {
  const { id, version, email, name, phone, city, role, language, emailVerifiedAt, hasPassword, createdAt } = account
  return {
    _id: 'account',
    type: 'account',
    version,
    id,
    ...(email === '' ? {} : { email }),
    name,
    ...(phone === undefined ? {} : { phone }),
    ...(city === undefined ? {} : { city }),
    role,
    language,
    isVerified: emailVerifiedAt !== undefined,
    hasPassword: hasPassword === true,
    createdAt,
    ...profileOf(account),
  }
}

/** What applications and profiles add to the account, field by field; not which admin approved. */
function profileOf(account: AccountRecord) {
  const { provider, lastLoginAt, standing, approvedAt, bankAccountEnds } = account
  const { vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact, autoAccept } = account
  const { businessName, contactPerson, address, citiesServed, autoResponse, emailNotices } = account
  return {
    ...(provider !== undefined && { provider }),
    ...(lastLoginAt !== undefined && { lastLoginAt }),
    ...(standing !== undefined && { standing }),
    ...(approvedAt !== undefined && { approvedAt }),
    ...(bankAccountEnds !== undefined && { bankAccountEnds }),
    ...(vehicleType !== undefined && { vehicleType }),
    ...(vehicleNumber !== undefined && { vehicleNumber }),
    ...(languages !== undefined && { languages }),
    ...(serviceRadius !== undefined && { serviceRadius }),
    ...(emergencyContact !== undefined && { emergencyContact }),
    ...(autoAccept !== undefined && { autoAccept }),
    ...(businessName !== undefined && { businessName }),
    ...(contactPerson !== undefined && { contactPerson }),
    ...(address !== undefined && { address }),
    ...(citiesServed !== undefined && { citiesServed }),
    ...(autoResponse !== undefined && { autoResponse }),
    ...(emailNotices !== undefined && { emailNotices }),
  }
}
