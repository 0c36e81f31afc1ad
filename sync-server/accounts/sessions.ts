import { randomBytes } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import type { Keys } from '../keys.ts'
import { unavailable } from '../problem.ts'
import type { AccountRecord, Accounts } from './accounts.ts'

export interface Session {
  account: AccountRecord
  /** The cookie's keyed hash; the cookie itself is stored nowhere. */
  id: string
}

export interface Sessions {
  /** Answers the cookie's value. */
  start(account: AccountRecord): Promise<string>
  /** May be up to 2 s old; ended after 30 idle days. */
  find(cookieValue: string | undefined): Promise<Session | undefined>
  /** As `find`, telling an account that is gone from a session that is. */
  look(cookieValue: string | undefined): Promise<Session | 'none' | 'account_deleted'>
  end(cookieValue: string | undefined): Promise<void>
  /** Which of these are over, as `find` would judge; hundreds in two requests. */
  ended(ids: string[]): Promise<string[]>
  onEnd(listener: (sessionId: string, accountId: string) => void): void
}

interface SessionRecord {
  _id: string
  type: 'session'
  account: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
}

const CACHE_MS = 2_000
const CACHED_AT_MOST = 20_000
const TOUCH_MS = 3_600_000
const IDLE_MS = 30 * 86_400_000

/** Sent back by the browser to this host alone; on https the name's prefix makes the browser insist on that. */
export const SESSION_COOKIE = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-sid' : 'sid')

export const sessionCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
  maxAge: IDLE_MS / 1000,
})

interface Needs {
  couch: Couch
  keys: Keys
  accounts: Accounts
  now: () => Date
}

export function openSessions({ couch, keys, accounts, now }: Needs): Sessions {
  const store = couch.db('credentials')
  const cache = new Map<string, { record: SessionRecord; until: number }>()
  const listeners: ((sessionId: string, accountId: string) => void)[] = []
  const hashOf = (cookieValue: string) => keys.digest('session', cookieValue)
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

  async function look(cookieValue: string | undefined): Promise<Session | 'none' | 'account_deleted'> {
    if (!cookieValue || cookieValue.length > 100) return 'none'
    const id = hashOf(cookieValue)
    const record = await read(id)
    if (!record || record.expiresAt <= now().toISOString()) return 'none'
    const account = await accounts.get(record.account)
    // A record that is merely missing was lost, and may be restored: nobody's phone is wiped for that.
    if (!account) throw unavailable()
    if (account.status === 'ended') return 'account_deleted'
    await touch(id, record)
    return { account, id }
  }

  return {
    look,

    async start(account) {
      const cookieValue = randomBytes(32).toString('base64url')
      const at = now().toISOString()
      const record: SessionRecord = {
        _id: `session:${hashOf(cookieValue)}`,
        type: 'session',
        account: account.id,
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

    async end(cookieValue) {
      if (!cookieValue) return
      const id = hashOf(cookieValue)
      for (;;) {
        const record = await store.get<SessionRecord>(`session:${id}`)
        const isGone = !record || (await store.remove(record)) === 'removed'
        // Last, or a request that came between would keep the ended session for another while.
        cache.delete(id)
        if (!record) return
        if (!isGone) continue
        for (const listener of listeners) listener(id, record.account)
        return
      }
    },

    async ended(ids) {
      const records = await store.many<SessionRecord>(ids.map((id) => `session:${id}`))
      const active = await accounts.active(records.flatMap((record) => (record ? [record.account] : [])))
      return ids.filter((_, i) => {
        const record = records[i]
        return !record || record.expiresAt <= now().toISOString() || !active.has(record.account)
      })
    },

    onEnd(listener) {
      listeners.push(listener)
    },
  }
}
