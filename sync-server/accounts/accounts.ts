import { randomBytes } from 'node:crypto'
import type { Account, Role } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Mailboxes } from '../couch/mailboxes.ts'
import type { Stored } from '../couch/store.ts'
import type { Keys } from '../keys.ts'

export type Language = 'en' | 'hi'

/** The core's record of an account, in `accounts`. */
export interface AccountRecord {
  _id: string
  type: 'account'
  id: string
  version: number
  email: string
  name: string
  phone?: string
  city?: string
  role: Role
  language: Language
  mailbox: { name: string; generation: number }
  status: 'active' | 'ended'
  emailVerifiedAt?: string
  createdAt: string
}

export interface NewAccount {
  email: string
  name: string
  role: Role
  phone?: string
  city?: string
  language?: Language
  /** True when the address is known to be the person's own. */
  verified?: boolean
}

/** Makes an e-mail unique: its id is the address's keyed hash. */
interface Claim {
  _id: string
  type: 'email-claim'
  account: string
  claimedAt: string
}

export interface Accounts {
  /** Safe to repeat after a crash at any point: a repeat completes what is missing. */
  create(input: NewAccount): Promise<AccountRecord | 'email_taken'>
  /** May be up to 2 s old. */
  get(id: string): Promise<AccountRecord | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  /** Those of these ids that stand. */
  active(ids: string[]): Promise<Set<string>>
  /** Mails are written in it from now on. */
  speak(account: AccountRecord, language: Language): Promise<void>
  /** Copies the record into the account's own mailbox where its devices read it; nothing to do when it is there. */
  deliver(account: AccountRecord): Promise<void>
}

const CACHE_MS = 2_000
const CACHED_AT_MOST = 10_000

const normalEmail = (email: string) => email.trim().toLowerCase()

interface Needs {
  couch: Couch
  keys: Keys
  mailboxes: Mailboxes
  now: () => Date
}

export function openAccounts({ couch, keys, mailboxes, now }: Needs): Accounts {
  const store = couch.db('accounts')
  const cache = new Map<string, { record: AccountRecord; until: number }>()
  const claimId = (email: string) => `email:${keys.digest('email', normalEmail(email))}`

  async function read(id: string) {
    const record = await store.get<AccountRecord>(`account:${id}`)
    if (cache.size >= CACHED_AT_MOST) cache.clear()
    if (record) cache.set(id, { record, until: Date.now() + CACHE_MS })
    return record
  }

  /** The account id that this e-mail belongs to: ours, or that of whoever claimed it first. */
  async function claim(email: string): Promise<string> {
    const mine: Claim = {
      _id: claimId(email),
      type: 'email-claim',
      account: randomBytes(12).toString('base64url'),
      claimedAt: now().toISOString(),
    }
    if ((await store.create(mine)) === 'created') return mine.account
    const theirs = await store.get<Claim>(mine._id)
    return theirs ? theirs.account : claim(email)
  }

  async function deliver(account: AccountRecord) {
    await mailboxes.put(account.mailbox.name, factOf(account))
  }

  return {
    deliver,

    async create({ email, name, role, phone, city, language = 'en', verified = false }) {
      const id = await claim(email)
      const known = await read(id)
      if (known) {
        await deliver(known)
        return 'email_taken'
      }
      // A claim without its account was left by a crash, or its maker is just ahead of us: whoever writes the record has it.
      const mailbox = await mailboxes.create(id)
      const at = now().toISOString()
      const record: AccountRecord = {
        _id: `account:${id}`,
        type: 'account',
        id,
        version: 1,
        email: normalEmail(email),
        name,
        ...(phone === undefined ? {} : { phone }),
        ...(city === undefined ? {} : { city }),
        role,
        language,
        mailbox,
        status: 'active',
        ...(verified ? { emailVerifiedAt: at } : {}),
        createdAt: at,
      }
      if ((await store.create(record)) === 'exists') {
        const winner = await read(id)
        if (winner?.mailbox.name !== mailbox.name) await couch.destroyDatabase(mailbox.name)
        return 'email_taken'
      }
      await deliver(record)
      return record
    },

    async get(id) {
      const hit = cache.get(id)
      return hit && hit.until > Date.now() ? hit.record : read(id)
    },

    async active(ids) {
      const records = await store.many<AccountRecord>([...new Set(ids)].map((id) => `account:${id}`))
      return new Set(records.flatMap((record) => (record?.status === 'active' ? [record.id] : [])))
    },

    async speak({ _id, id }, language) {
      await store.update<AccountRecord>(_id, (record) =>
        record && record.language !== language ? { ...record, language } : undefined,
      )
      cache.delete(id)
    },

    async findByEmail(email) {
      const found = await store.get<Claim>(claimId(email))
      const record = found && (await read(found.account))
      return record?.status === 'active' ? record : undefined
    },
  }
}

/** What the owner's devices see of the account. */
function factOf(account: AccountRecord & Partial<Stored>): Account {
  const { id, version, email, name, phone, city, role, createdAt } = account
  return {
    _id: 'account',
    type: 'account',
    version,
    id,
    email,
    name,
    ...(phone === undefined ? {} : { phone }),
    ...(city === undefined ? {} : { city }),
    role,
    createdAt,
  }
}
