import { randomBytes } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { ChangeNotifier } from './change-notifier.ts'

/** A document that the service writes into a mailbox: a copy of data in the core databases. */
interface Fact {
  _id: string
  type: string
  /** The version of the core's document; facts without one never change. */
  version?: number
}

export interface Mailboxes {
  /** Creates an empty mailbox that only its account may read and write. Its name is never used again. */
  create(accountId: string): Promise<{ name: string; generation: 1 }>
  /** As `create`, with a name that was chosen before; safe to repeat. */
  make(name: string, accountId: string): Promise<void>
  /** Returns the mailbox's name; throws if the account does not exist. */
  of(accountId: string): Promise<string>
  /** Writes a copy if there is none or only an older one, and wakes the devices. */
  put(mailbox: string, fact: Fact): Promise<void>
  /** Removes copies, if they are there, and wakes the devices. */
  remove(mailbox: string, ids: readonly string[]): Promise<void>
  get<T extends object>(mailbox: string, id: string): Promise<(T & Stored) | undefined>
}

export const newMailboxName = () => `mailbox-${randomBytes(16).toString('hex')}`
export const MAILBOX_NAME = /^mailbox-[0-9a-f]{32}$/

export function openMailboxes({ couch, notifier }: { couch: Couch; notifier: ChangeNotifier }): Mailboxes {
  async function make(name: string, accountId: string) {
    await couch.createDatabase(name, { q: 1 })
    await couch.setSecurity(name, {
      members: { names: [accountId], roles: [] },
      admins: { names: [], roles: ['_admin'] },
    })
  }

  return {
    make,

    async create(accountId) {
      const name = newMailboxName()
      await make(name, accountId)
      return { name, generation: 1 }
    },

    async of(accountId) {
      const account = await couch.db('accounts').get<{ mailbox: { name: string } }>(`account:${accountId}`)
      if (!account) throw new Error(`there is no account ${accountId}`)
      return account.mailbox.name
    },

    async put(mailbox, fact) {
      const store = couch.db(mailbox)
      if ((await store.create(fact)) === 'exists') {
        let isNewer = false
        await store.update<Fact>(fact._id, (before) => {
          isNewer = before === undefined || (fact.version ?? 0) > (before.version ?? 0)
          return isNewer ? fact : undefined
        })
        if (!isNewer) return
      }
      notifier.notify(mailbox)
    },

    async remove(mailbox, ids) {
      const store = couch.db(mailbox)
      const found = await store.many([...ids])
      const tombstones = found.flatMap((doc) => (doc ? [{ _id: doc._id, _rev: doc._rev, _deleted: true }] : []))
      if (tombstones.length === 0) return
      await store.putAll(tombstones)
      notifier.notify(mailbox)
    },

    get: (mailbox, id) => couch.db(mailbox).get(id),
  }
}
