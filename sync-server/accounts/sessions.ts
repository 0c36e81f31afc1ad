import { randomBytes } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { unavailable } from '../http/problem.ts'
import type { Keys } from '../settings/keys.ts'
import type { AccountRecord } from './account-record.ts'
import { type Accounts, demotionsOf } from './accounts.ts'
import { IDLE_MS } from './session-cookie.ts'

/** The proof with which a session began: a visitor proves nothing, and only a code proves the e-mail. */
export type ProvenBy = 'code' | 'password' | 'provider' | 'nothing'

export interface Session {
  account: AccountRecord
  /** The cookie's keyed hash; the cookie itself is not stored. */
  id: string
  provenBy: ProvenBy
  /** The time of expiry, unless the session is used before. */
  expiresAt: string
}

/** A session as its owner sees it. */
interface ListedSession {
  /** An id for this list: neither the cookie nor its hash. */
  id: string
  userAgent: string
  madeAt: string
  seenAt: string
  isCurrent: boolean
}

export interface Sessions {
  /** Starts a session and returns the cookie's value. */
  start(
    account: AccountRecord,
    how: { provenBy: ProvenBy; userAgent: string; adopts?: string | undefined },
  ): Promise<string>
  /** Returns the session, which may be up to 2 s old; undefined after 30 idle days or if it has ended. */
  find(cookieValue: string | undefined): Promise<Session | undefined>
  /** As `find`, but distinguishes a deleted account from an ended session. */
  look(cookieValue: string | undefined): Promise<Session | 'none' | 'account_deleted'>
  /** Ends the session and returns its account's id; undefined if it was over already. */
  end(cookieValue: string | undefined): Promise<string | undefined>
  /** Returns the sessions of the account, the latest first. */
  list(session: Pick<Session, 'account' | 'id'>): Promise<ListedSession[]>
  /**
   * Ends one session by its listed id; returns false if there is none. Its device is still told if the account is
   * deleted later.
   */
  revoke(session: Session, listedId: string): Promise<boolean>
  /** As `revoke`, for all sessions of the account. */
  revokeAll(account: string): Promise<void>
  /**
   * For a deleted account: its session records are kept in reduced form, so that devices that send their cookies are
   * told.
   */
  cutOff(account: string): Promise<void>
  onEnd(listener: (sessionId: string, accountId: string) => void): void
  /** Notes that the person has just typed a mailed code. */
  prove(session: Pick<Session, 'id'>): Promise<void>
  /** Returns when the person last typed a mailed code in this session; reads the record itself, not the cache. */
  provenAt(session: Pick<Session, 'id'>): Promise<string | undefined>
}

interface SessionRecord {
  _id: string
  type: 'session'
  account: string
  provenBy?: ProvenBy
  /** When a code was last typed to prove who is there; signing in does not count. */
  provenAt?: string
  userAgent?: string
  /** The account's demotions when the session began. */
  demotions?: number
  /**
   * The visitor who is merged into this account when the session is first used: only then is it certain that the device
   * has received the cookie.
   */
  adopts?: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  /** Set if it was ended from another device: its own device still holds the account's data, and will ask. */
  endedAt?: string
}

/**
 * Reduces the record of a session whose device does not know yet that it has ended: what is left can tell the device
 * so, and can delete the visitor who signed in there with a deleted account.
 */
function bare({ _id, type, account, adopts, createdAt, lastSeenAt, expiresAt }: SessionRecord): SessionRecord {
  return { _id, type, account, ...(adopts !== undefined && { adopts }), createdAt, lastSeenAt, expiresAt }
}

/** True if the account has lost rights since it signed in; it must then sign in again. */
const isDemoted = (record: SessionRecord, account: AccountRecord) => demotionsOf(record) < demotionsOf(account)

const CACHE_MS = 2_000
const CACHED_AT_MOST = 20_000
const TOUCH_MS = 3_600_000
const LISTED_AT_MOST = 1_000
/** The limit for reading all of them. */
const ALL = 100_000

interface Needs {
  couch: Couch
  keys: Keys
  accounts: Accounts
  /** Merges a visitor into the account; a session that adopts a visitor is admitted only after this. */
  adopt: (visitor: string, by: string) => Promise<void>
  /** Called when a visitor can no longer return. */
  depart: (visitor: string) => Promise<void>
  now: () => Date
}

export function openSessions({ couch, keys, accounts, adopt, depart, now }: Needs): Sessions {
  const store = couch.db('credentials')
  const cache = new Map<string, { record: SessionRecord; until: number }>()
  const listeners: ((sessionId: string, accountId: string) => void)[] = []
  const hashOf = (cookieValue: string) => keys.digest('session', cookieValue)
  const listedIdOf = (id: string) => keys.digest('session', `listed ${id}`).slice(0, 20)
  const idleUntil = () => new Date(now().getTime() + IDLE_MS).toISOString()

  async function read(id: string) {
    const hit = cache.get(id)
    if (hit && hit.until > Date.now()) return hit.record
    const record = await store.get<SessionRecord>(`session:${id}`)
    remember(id, record)
    return record
  }

  function remember(id: string, record: SessionRecord | undefined) {
    if (cache.size >= CACHED_AT_MOST) cache.clear()
    if (record) cache.set(id, { record, until: Date.now() + CACHE_MS })
    else cache.delete(id)
  }

  async function touch(id: string, record: SessionRecord) {
    if (now().getTime() - Date.parse(record.lastSeenAt) < TOUCH_MS) return
    const touched = { ...record, lastSeenAt: now().toISOString(), expiresAt: idleUntil() }
    remember(id, touched)
    // Another request or instance may touch or end the session first; both are fine. It is one write an hour, so it is
    // awaited.
    await store.put(touched)
  }

  async function settleAdoption(id: string, visitor: string, account: string) {
    await adopt(visitor, account)
    await store.update<SessionRecord>(`session:${id}`, (before) => {
      if (before?.adopts === undefined) return undefined
      const { adopts: _, ...settled } = before
      return settled
    })
    cache.delete(id)
  }

  async function look(cookieValue: string | undefined): Promise<Session | 'none' | 'account_deleted'> {
    if (!cookieValue || cookieValue.length > 100) return 'none'
    const id = hashOf(cookieValue)
    const record = await read(id)
    if (!record || record.expiresAt <= now().toISOString()) return 'none'
    const account = await accounts.get(record.account)
    // A missing record was lost and may be restored, so no device is told to delete its data.
    if (!account) throw unavailable()
    if (account.status === 'ended') {
      // The device has this cookie in place of the visitor's, so nobody can return as the visitor.
      if (record.adopts !== undefined) await settleAdoption(id, record.adopts, record.account)
      return 'account_deleted'
    }
    if (account.status === 'adopted' || record.endedAt !== undefined) return 'none'
    if (isDemoted(record, account)) return 'none'
    if (record.adopts !== undefined) await settleAdoption(id, record.adopts, account.id)
    await touch(id, record)
    return { account, id, provenBy: record.provenBy ?? 'code', expiresAt: record.expiresAt }
  }

  async function endById(id: string): Promise<string | undefined> {
    for (;;) {
      const record = await store.get<SessionRecord>(`session:${id}`)
      // This is the visitor's only session. `depart` comes before the removal, because afterwards nothing leads to the
      // visitor.
      if (record?.provenBy === 'nothing') await depart(record.account)
      const isGone = !record || (await store.remove(record)) === 'removed'
      // The cache is cleared last: otherwise a request in between would cache the ended session again.
      cache.delete(id)
      if (!record) return undefined
      if (!isGone) continue
      // The session was ended before, and its listeners were called then.
      if (record.endedAt !== undefined) return undefined
      for (const listener of listeners) listener(id, record.account)
      return record.account
    }
  }

  /** Nothing is kept of a visitor's session, because a visitor has no account that another device could delete. */
  async function endFromElsewhere(record: SessionRecord): Promise<boolean> {
    const id = idOf(record)
    if (record.provenBy === 'nothing') return (await endById(id)) !== undefined
    let wasLive = false
    await store.update<SessionRecord>(record._id, (before) => {
      wasLive = before !== undefined && before.endedAt === undefined
      return before && wasLive ? { ...bare(before), endedAt: now().toISOString() } : undefined
    })
    cache.delete(id)
    if (!wasLive) return false
    for (const listener of listeners) listener(id, record.account)
    return true
  }

  /** Returns the sessions that were not ended from another device. */
  const liveOf = (account: string, limit = ALL) =>
    store.find<SessionRecord & Stored>('by-account', {
      selector: { type: 'session', account, endedAt: { $exists: false } },
      limit,
    })
  const idOf = ({ _id }: { _id: string }) => _id.slice('session:'.length)

  return {
    look,

    async start(account, { provenBy, userAgent, adopts }) {
      const cookieValue = randomBytes(32).toString('base64url')
      const at = now().toISOString()
      const record: SessionRecord = {
        _id: `session:${hashOf(cookieValue)}`,
        type: 'session',
        account: account.id,
        provenBy,
        userAgent,
        ...(adopts === undefined ? {} : { adopts }),
        demotions: demotionsOf(account),
        createdAt: at,
        lastSeenAt: at,
        expiresAt: idleUntil(),
      }
      await store.create(record)
      return cookieValue
    },

    async find(cookieValue) {
      const found = await look(cookieValue)
      return typeof found === 'string' ? undefined : found
    },

    end: async (cookieValue) => (cookieValue ? endById(hashOf(cookieValue)) : undefined),

    async list({ account, id }) {
      const records = await liveOf(account.id, LISTED_AT_MOST)
      const live = records.filter((record) => record.expiresAt > now().toISOString() && !isDemoted(record, account))
      return live
        .map((record) => ({
          id: listedIdOf(idOf(record)),
          userAgent: record.userAgent ?? '',
          madeAt: record.createdAt,
          seenAt: record.lastSeenAt,
          isCurrent: idOf(record) === id,
        }))
        .sort((a, b) => (a.seenAt < b.seenAt ? 1 : -1))
    },

    async revoke({ account }, listedId) {
      const record = (await liveOf(account.id)).find((one) => listedIdOf(idOf(one)) === listedId)
      return record !== undefined && endFromElsewhere(record)
    },

    async revokeAll(account) {
      for (const record of await liveOf(account)) await endFromElsewhere(record)
    },

    async cutOff(account) {
      for (const { _id } of await liveOf(account)) {
        await store.update<SessionRecord>(_id, (record) =>
          record?.userAgent === undefined && record?.provenBy === undefined ? undefined : bare(record),
        )
        const id = idOf({ _id })
        cache.delete(id)
        for (const listener of listeners) listener(id, account)
      }
    },

    onEnd(listener) {
      listeners.push(listener)
    },

    async prove({ id }) {
      const provenAt = now().toISOString()
      await store.update<SessionRecord>(`session:${id}`, (record) =>
        record && record.endedAt === undefined ? { ...record, provenAt } : undefined,
      )
      cache.delete(id)
    },

    async provenAt({ id }) {
      const record = await store.get<SessionRecord>(`session:${id}`)
      return record?.endedAt === undefined ? record?.provenAt : undefined
    },
  }
}
