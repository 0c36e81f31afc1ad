import { ulid } from 'ulid'
import { KEPT_FOR } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { addressGroup } from '../http/address-limits.ts'
import type { Keys } from '../settings/keys.ts'

/** An entry of the access log in `audit`: it holds no secret, no plain address and no free text. */
export interface AccessEntry {
  _id: string
  type: 'access'
  what: AccessEvent
  account: string
  at: string
  /** A keyed hash of the address, or of its network. */
  address: string
  userAgent: string
  /** What an admin read or whom they acted on, by its id. It stands under the admin alone: nobody's export shows where an admin was. */
  subject?: string
}

type AccessEvent =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'session-revoked'
  | 'sessions-revoked'
  | 'visitor-made'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'deletion-asked'
  | 'exported'
  | 'admin-made'
  | 'code-proven'
  | 'users-deleted'
  | 'users-exported'
  | 'settings-changed'
  | 'took-role'
  | 'bank-changed'
  | 'document-read'

/** The parts of a request that say where it comes from. */
export interface Origin {
  ip: string
  headers: { 'user-agent'?: string | undefined }
}

export interface AccessLog {
  note(what: AccessEvent, account: string, from: Origin, subject?: string): Promise<void>
  of(account: string): Promise<AccessEntry[]>
  /** Erases the entries of a deleted account: none of them may say where its person was. */
  erase(account: string): Promise<void>
  /** Removes entries of all accounts that are older than `KEPT_FOR.accessLogDays`. */
  sweep(): Promise<void>
}

const USER_AGENT_LENGTH = 200
const PAGE = 200

export const userAgentOf = ({ headers }: Origin) => (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH)

export function openAccessLog({ couch, keys, now }: { couch: Couch; keys: Keys; now: () => Date }): AccessLog {
  const store = couch.db('audit')
  const prefix = (account: string) => `access:${account}:`
  const of = (account: string) => store.range<AccessEntry>(prefix(account), `${prefix(account)}\uffff`)

  return {
    of,

    async note(what, account, from, subject) {
      const entry: AccessEntry = {
        _id: prefix(account) + ulid(now().getTime()),
        type: 'access',
        what,
        account,
        at: now().toISOString(),
        address: keys.digest('email', `address ${addressGroup(from.ip)}`).slice(0, 20),
        userAgent: userAgentOf(from),
        ...(subject !== undefined && { subject }),
      }
      await store.create(entry)
    },

    async erase(account) {
      for (const entry of await of(account)) await store.remove(entry)
    },

    async sweep() {
      const oldest = new Date(now().getTime() - KEPT_FOR.accessLogDays * 86_400_000).toISOString()
      const selector = { type: 'access', at: { $lt: oldest } }
      for (;;) {
        const old = await store.find<Stored>('by-age', { selector, fields: ['_id', '_rev'], limit: PAGE })
        for (const entry of old) await store.remove(entry)
        if (old.length < PAGE) return
      }
    },
  }
}
