import { randomBytes } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { unavailable } from '../http/problem.ts'
import type { Keys } from '../settings/keys.ts'
import type { AccountRecord } from './account-record.ts'
import { type Accounts, demotionsOf } from './accounts.ts'
import { IDLE_MS } from './session-cookie.ts'

/** How somebody proved who they are: a visitor proves nothing, and only a code proves the e-mail. */
export type ProvenBy = 'code' | 'password' | 'provider' | 'nothing'

export interface Session {
  account: AccountRecord
  /** The cookie's keyed hash; the cookie itself is stored nowhere. */
  id: string
  provenBy: ProvenBy
  /** Unless it is used before. */
  expiresAt: string
}

/** A session as its owner sees it. */
interface ListedSession {
  /** Neither the cookie nor its hash. */
  id: string
  userAgent: string
  madeAt: string
  seenAt: string
  isCurrent: boolean
}

export interface Sessions {
  /** Answers the cookie's value. */
  start(
    account: AccountRecord,
    how: { provenBy: ProvenBy; userAgent: string; adopts?: string | undefined },
  ): Promise<string>
  /** May be up to 2 s old; ended after 30 idle days. */
  find(cookieValue: string | undefined): Promise<Session | undefined>
  /** As `find`, telling an account that is gone from a session that is. */
  look(cookieValue: string | undefined): Promise<Session | 'none' | 'account_deleted'>
  /** Answers whose it was. */
  end(cookieValue: string | undefined): Promise<string | undefined>
  /** Those of the session's account, the latest first. */
  list(session: Pick<Session, 'account' | 'id'>): Promise<ListedSession[]>
  /** Ends one by its listed id; false: there is none. Its device still hears of it when the account is deleted later. */
  revoke(session: Session, listedId: string): Promise<boolean>
  /** As `revoke`, all of them. */
  revokeAll(account: string): Promise<void>
  /** Of a deleted account: what is left of its sessions says that it is gone, to whoever brings their cookies. */
  cutOff(account: string): Promise<void>
  onEnd(listener: (sessionId: string, accountId: string) => void): void
}

interface SessionRecord {
  _id: string
  type: 'session'
  account: string
  provenBy?: ProvenBy
  userAgent?: string
  /** Of the account, as the session began. */
  demotions?: number
  /** A visitor who becomes this account when the session is first used: by then its owner has got the cookie. */
  adopts?: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  /** Ended from elsewhere: its device holds the account's data still, and will ask. */
  endedAt?: string
}

/**
 * What is left of a session whose device has not heard of its end: enough to tell it so, and to delete the visitor who
 * signed in there with a deleted account.
 */
function bare({ _id, type, account, adopts, createdAt, lastSeenAt, expiresAt }: SessionRecord): SessionRecord {
  return { _id, type, account, ...(adopts !== undefined && { adopts }), createdAt, lastSeenAt, expiresAt }
}

/** Who has fewer rights than when they signed in signs in once more. */
const isDemoted = (record: SessionRecord, account: AccountRecord) => demotionsOf(record) < demotionsOf(account)

const CACHE_MS = 2_000
const CACHED_AT_MOST = 20_000
const TOUCH_MS = 3_600_000
const LISTED_AT_MOST = 1_000
/** When all of them are meant. */
const ALL = 100_000

interface Needs {
  couch: Couch
  keys: Keys
  accounts: Accounts
  /** Hands a visitor over; whoever was signed in as one is not let in before. */
  adopt: (visitor: string, by: string) => Promise<void>
  /** A visitor can come back no more. */
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
    // Another request or instance may touch it first, or end it: both are fine. One write an hour, so it is waited for.
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
    // A record that is merely missing was lost, and may be restored: nobody's phone is wiped for that.
    if (!account) throw unavailable()
    if (account.status === 'ended') {
      // The device has this cookie in place of the visitor's: nobody comes as the visitor any more.
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
      // Their only one; before it goes, for afterwards nothing leads to them.
      if (record?.provenBy === 'nothing') await depart(record.account)
      const isGone = !record || (await store.remove(record)) === 'removed'
      // Last, or a request that came between would keep the ended session for another while.
      cache.delete(id)
      if (!record) return undefined
      if (!isGone) continue
      // It was over before, and whoever was to hear of it has.
      if (record.endedAt !== undefined) return undefined
      for (const listener of listeners) listener(id, record.account)
      return record.account
    }
  }

  /** A visitor has no account that could be deleted from another device, so nothing of theirs is kept. */
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

  /** Those that were not ended from elsewhere. */
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
  }
}
