import type { Account, Language, Role } from '#model'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** The core's record of an account that stands, in `accounts`. */
export interface AccountRecord {
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
  emailVerifiedAt?: string
  hasPassword?: boolean
  /** The identity at a provider (a keyed hash) that it was made for; so that a repeat knows its own work. */
  registeredBy?: string
  /** How often a role was taken away; sessions from before are over. */
  demotions?: number
  /** Visitors who turned out to be this person. */
  adopted?: string[]
  /** The last intents that changed it. */
  edits?: string[]
  /** In which turn each of its parts was changed last. */
  changedIn?: Record<string, DecisionOrder>
  createdAt: string
}

/** What is left of an account that was deleted: enough to tell its devices so. */
interface EndedAccount {
  _id: string
  type: 'account'
  id: string
  status: 'ended'
  endedAt: string
  /** Visitors who turned out to be this person; they end, too. */
  adopted?: string[]
}

/** What is left of a visitor who signed in: their mailbox is the account's other name. */
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

/** In `work` while the visitor is being adopted. */
export const adoptionId = (visitor: string) => `adoption:${visitor}`

export type StoredAccount = AccountRecord | EndedAccount | AdoptedVisitor

/** What its owner gets of the record when they take their data away. */
export function exportOf(account: AccountRecord) {
  const { id, email, name, phone, city, role, language, emailVerifiedAt, createdAt, adopted } = account
  return {
    ...{ id, email, name, phone, city, role, language, emailVerifiedAt, createdAt },
    hasPassword: account.hasPassword === true,
    /** Who they were before they signed in. */
    visitors: adopted ?? [],
  }
}

/** What the owner's devices see of the account. */
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
  }
}
