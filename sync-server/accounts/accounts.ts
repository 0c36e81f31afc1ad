import { type Language, normaliseEmail, type Role } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { unavailable } from '../http/problem.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import {
  type AccountRecord,
  type AdoptedVisitor,
  accountFact,
  type Provider,
  type StoredAccount,
} from './account-record.ts'
import { type EmailClaims, newAccountId } from './email-claims.ts'

export interface NewAccount {
  email: string
  name: string
  role: Role
  phone?: string
  city?: string
  language?: Language
  /** True if the address is known to be the person's own. */
  verified?: boolean
  registeredBy?: string
  /** How the person signs up; default: by e-mail. */
  provider?: Provider
  /** The application that the account is created for. */
  application?: string
}

export interface Adopted {
  by: AccountRecord
  /** The visitor's mailbox. */
  mailbox: string
}

/** The members of an account that may be changed. An absent member is left as it is; `undefined` removes it. */
export type AccountChange = Partial<Omit<AccountRecord, FixedMember | RemovableMember>> & {
  [Field in RemovableMember]?: AccountRecord[Field] | undefined
}

type RemovableMember = 'phone' | 'city' | 'application' | 'standing'

/** Only this file writes these. */
type FixedMember =
  | '_id'
  | 'type'
  | 'id'
  | 'version'
  | 'email'
  | 'mailbox'
  | 'status'
  | 'lacksMailbox'
  | 'registeredBy'
  | 'demotions'
  | 'adopted'
  | 'createdAt'

export interface Accounts {
  /** Creates an account. Safe to repeat after a crash at any point: a repeat completes what is missing. */
  create(input: NewAccount): Promise<AccountRecord | 'email_taken'>
  /**
   * Reserves the e-mail. Returns the id that its account has or will have, and the account if it exists (`known`). A
   * claim without an account does no harm.
   */
  claim(email: string): Promise<{ id: string; known: AccountRecord | undefined }>
  /** Creates a visitor, who has not signed in, with a mailbox of their own. */
  createVisitor(language: Language): Promise<AccountRecord>
  /**
   * Makes everything that the visitor has belong to this account. Returns the account, and the visitor's mailbox, which
   * is not moved any more. Returns `account_ended`, with the visitor unchanged, if the account has ended; undefined if
   * the visitor belongs to another account or does not exist. Safe to repeat.
   */
  adopt(visitor: string, by: string): Promise<Adopted | 'account_ended' | undefined>
  /** Returns the account that adopted this visitor; for everybody else, the id itself. */
  ownerOf(id: string): Promise<string>
  /**
   * Returns true if both belong to one person by now: the same account, or a visitor and the account that adopted them.
   */
  isSamePerson(one: string, other: string): Promise<boolean>
  /** Returns the record, which may be up to 2 s old. */
  get(id: string): Promise<StoredAccount | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  /** Undefined once the account has ended. */
  emailOf(id: string): Promise<string | undefined>
  /**
   * Changes the record and then its fact. Returns the record, or undefined if the account does not exist or has ended.
   * The same change again only completes the fact. A function gets the current record and returns the change.
   */
  change(
    id: string,
    change: AccountChange | ((record: AccountRecord) => AccountChange),
  ): Promise<AccountRecord | undefined>
  /**
   * Ends the account: from now on it is not found by its e-mail and adopts no visitor. The record keeps only its id,
   * the time of its end and the visitors whom it has adopted. Returns those visitors. Safe to repeat.
   */
  end(id: string): Promise<string[]>
  /** Copies the record into the account's mailbox, where its devices read it; does nothing if the copy is there. */
  deliver(account: AccountRecord): Promise<void>
  /** Makes the mailbox of a made-up person who signs in for the first time, with the account in it; safe to repeat. */
  openMailbox(id: string): Promise<void>
}

const CACHE_MS = 2_000
const CACHED_AT_MOST = 10_000

interface Needs {
  couch: Couch
  emailClaims: EmailClaims
  mailboxes: Mailboxes
  now: () => Date
}

export function openAccounts({ couch, emailClaims, mailboxes, now }: Needs): Accounts {
  const store = couch.db('accounts')
  const cache = new Map<string, { record: StoredAccount; until: number }>()

  async function read(id: string) {
    const record = await store.get<StoredAccount>(`account:${id}`)
    if (cache.size >= CACHED_AT_MOST) cache.clear()
    if (record) cache.set(id, { record, until: Date.now() + CACHE_MS })
    return record
  }

  /** If a crash left behind the claim of a deleted account, then that claim is freed first. */
  async function claim(email: string): Promise<{ id: string; known: AccountRecord | undefined }> {
    const id = await emailClaims.claim(email)
    const known = await read(id)
    if (known === undefined || known.status === 'active') return { id, known }
    await emailClaims.free(email, id)
    return claim(email)
  }

  async function get(id: string) {
    const hit = cache.get(id)
    return hit && hit.until > Date.now() ? hit.record : read(id)
  }

  async function ownerOf(id: string) {
    const stored = await get(id)
    return stored?.status === 'adopted' ? stored.adoptedBy : id
  }

  const freshRecord = (id: string, mailbox: AccountRecord['mailbox'], language: Language): AccountRecord => ({
    ...{ _id: `account:${id}`, type: 'account', id, version: 1, status: 'active' },
    ...{ email: '', name: '', role: 'VISITOR', language, mailbox },
    createdAt: now().toISOString(),
  })

  async function deliver(account: AccountRecord) {
    if (!account.lacksMailbox) await mailboxes.put(account.mailbox.name, accountFact(account))
  }

  return {
    deliver,
    claim,

    async create({ email, name, role, phone, city, language = 'en', verified = false, ...signUp }) {
      const { id, known } = await claim(email)
      if (known) {
        await deliver(known)
        return 'email_taken'
      }
      // A claim without an account was left by a crash, or another request is creating the account at this moment. The
      // request that writes the record gets the e-mail.
      const mailbox = await mailboxes.create(id)
      const record: AccountRecord = {
        ...freshRecord(id, mailbox, language),
        email: normaliseEmail(email),
        name,
        role,
        ...(phone === undefined ? {} : { phone }),
        ...(city === undefined ? {} : { city }),
        provider: signUp.provider ?? 'email',
        ...(signUp.registeredBy === undefined ? {} : { registeredBy: signUp.registeredBy }),
        ...(signUp.application === undefined
          ? {}
          : { application: signUp.application, standing: 'pending_verification' as const }),
        ...(verified ? { emailVerifiedAt: now().toISOString() } : {}),
      }
      if ((await store.create(record)) === 'exists') {
        const winner = await read(id)
        if (winner?.status !== 'active' || winner.mailbox.name !== mailbox.name)
          await couch.destroyDatabase(mailbox.name)
        return 'email_taken'
      }
      await deliver(record)
      return record
    },

    async createVisitor(language) {
      const id = newAccountId()
      const record = freshRecord(id, await mailboxes.create(id), language)
      await store.create(record)
      await deliver(record)
      return record
    },

    async adopt(visitor, by) {
      if (!isAdoptable(await read(visitor), by)) return undefined
      // The account is written first: once a visitor's record names an account, that account's deletion must know the
      // visitor.
      let owner: StoredAccount | undefined
      await store.update<StoredAccount>(`account:${by}`, (record) => {
        owner = record
        return record?.status === 'active' && !record.adopted?.includes(visitor)
          ? { ...record, adopted: [...(record.adopted ?? []), visitor] }
          : undefined
      })
      cache.delete(by)
      // A missing record was lost and may be restored, so it is no reason to delete a visitor.
      if (!owner) throw unavailable()
      if (owner.status !== 'active') return 'account_ended'
      let ours: string | undefined
      await store.update<StoredAccount>(`account:${visitor}`, (record) => {
        ours = isAdoptable(record, by) ? record.mailbox.name : undefined
        if (record?.status !== 'active') return undefined
        const { _id, type, id, mailbox } = record
        const adopted = { adoptedBy: by, adoptedAt: now().toISOString() }
        return { _id, type, id, role: 'VISITOR', mailbox, status: 'adopted', ...adopted }
      })
      cache.delete(visitor)
      return ours === undefined ? undefined : { by: owner, mailbox: ours }
    },

    async openMailbox(id) {
      const record = await read(id)
      if (record?.status !== 'active' || !record.lacksMailbox) return
      await mailboxes.make(record.mailbox.name, id)
      let after: StoredAccount | undefined
      await store.update<StoredAccount>(`account:${id}`, (before) => {
        after = before
        if (before?.status !== 'active' || !before.lacksMailbox) return undefined
        const { lacksMailbox: _, ...opened } = before
        after = opened
        return opened
      })
      cache.delete(id)
      if (after?.status === 'active') await deliver(after)
    },

    ownerOf,

    async isSamePerson(one, other) {
      if (one === other || (await ownerOf(one)) === (await ownerOf(other))) return true
      // A visitor who has just signed in may still be cached as one.
      cache.delete(one)
      cache.delete(other)
      return (await ownerOf(one)) === (await ownerOf(other))
    },

    get,

    async change(id, change) {
      let after: AccountRecord | undefined
      await store.update<StoredAccount>(`account:${id}`, (record) => {
        after = undefined
        if (record?.status !== 'active') return undefined
        after = changed(record, typeof change === 'function' ? change(record) : change)
        return after === record ? undefined : after
      })
      cache.delete(id)
      if (after) await deliver(after)
      return after
    },

    async end(id) {
      let adopted: string[] = []
      await store.update<StoredAccount>(`account:${id}`, (record) => {
        // Read from the record that is being ended: an older copy may lack a visitor who was adopted since.
        adopted = record && 'adopted' in record ? (record.adopted ?? []) : []
        if (!record || record.status === 'ended') return undefined
        const ended = { _id: record._id, type: 'account', id, status: 'ended', endedAt: now().toISOString() } as const
        return { ...ended, ...(adopted.length > 0 && { adopted }) }
      })
      cache.delete(id)
      return adopted
    },

    async emailOf(id) {
      const account = await get(id)
      return account?.status === 'active' ? account.email : undefined
    },

    async findByEmail(email) {
      const id = await emailClaims.ownerOf(email)
      const record = id === undefined ? undefined : await read(id)
      return record?.status === 'active' ? record : undefined
    },
  }
}

/** True for a visitor who belongs to no account yet, or to this one. */
const isAdoptable = (record: StoredAccount | undefined, by: string): record is AccountRecord | AdoptedVisitor =>
  record?.status === 'adopted' ? record.adoptedBy === by : record?.status === 'active' && record.role === 'VISITOR'

export const demotionsOf = ({ demotions = 0 }: { demotions?: number | undefined }) => demotions

/** Every role except customer has rights that no other role has. */
const losesRights = (before: Role, after: Role) => before !== after && before !== 'CUSTOMER'

/** Returns the record itself if nothing changes. */
function changed(record: AccountRecord & Stored, change: AccountChange): AccountRecord {
  const isSame = Object.entries(change).every(([name, value]) => record[name as keyof AccountChange] === value)
  if (isSame) return record
  const { phone, city, application, standing, ...rest } = { ...record, ...change }
  return {
    ...rest,
    version: record.version + 1,
    ...(losesRights(record.role, rest.role) ? { demotions: demotionsOf(record) + 1 } : {}),
    ...(phone === undefined ? {} : { phone }),
    ...(city === undefined ? {} : { city }),
    ...(application === undefined ? {} : { application }),
    ...(standing === undefined ? {} : { standing }),
  }
}
