import type { Account, Language, Role } from '#model'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** How many edits an account remembers. An older repeat writes the same values again, or is refused as overtaken. */
export const EDITS_KEPT = 50

/** The core's record of an active account, in `accounts`. */
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
  /** The mailbox is made at the first sign-in: made-up people of a demo are too many for a database each. */
  lacksMailbox?: true
  emailVerifiedAt?: string
  hasPassword?: boolean
  /**
   * The provider's identity (a keyed hash) that the account was created for, so that a repeat recognises its own work.
   */
  registeredBy?: string
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

/** In `work` while the visitor is being adopted. */
export const adoptionId = (visitor: string) => `adoption:${visitor}`

export type StoredAccount = AccountRecord | EndedAccount | AdoptedVisitor

/** The part of the record that its owner's data export contains. */
export function exportOf(account: AccountRecord) {
  const { id, email, name, phone, city, role, language, emailVerifiedAt, createdAt, adopted } = account
  return {
    ...{ id, email, name, phone, city, role, language, emailVerifiedAt, createdAt },
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
  }
}
