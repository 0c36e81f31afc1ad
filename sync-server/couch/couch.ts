import { isReplicated } from '../../design-docs/databases.ts'
import { pauseWithJitter } from './back-off.ts'
import { type Feed, openChangesFeed, type Subscription } from './changes-feed.ts'
import { openConnection, type WriteAnswer } from './connect.ts'
import { isStatus, Undecided } from './failures.ts'
import type { OutageLog } from './outage-log.ts'
import { openStore, type Store } from './store.ts'

export interface Couch {
  db(name: string): Store
  /** Leaves an existing database unchanged. */
  createDatabase(name: string, options?: { q?: number }): Promise<void>
  setSecurity(name: string, security: { members: Members; admins: Members }): Promise<void>
  destroyDatabase(name: string): Promise<void>
  /** Returns the names of the databases that begin with this. */
  databases(prefix: string): Promise<string[]>
  /** Follows a feed until the subscription is closed. */
  follow<Row>(feed: Feed<Row>): Subscription
  /** Asks how far this machine's clock is ahead of CouchDB's; in milliseconds, to the second. */
  clockOffMs(): Promise<number>
  /** Resolves with true if CouchDB answers `_up`. */
  isUp(): Promise<boolean>
  /** The URL's origin, without credentials. */
  origin: string
  close(): Promise<void>
}

interface Members {
  names: string[]
  roles: string[]
}

const WAITS_MS = [0, 50, 150, 400, 1000, 2000]

export function connectCouch(url: string, outages?: Pick<OutageLog, 'report' | 'answered'>): Couch {
  const connection = openConnection(url, undefined, outages?.answered)

  /** For idempotent requests: repeats the request until a quorum has carried it out. */
  async function insist(what: string, ask: () => Promise<WriteAnswer<unknown>>): Promise<void> {
    let cause: unknown
    for (const wait of WAITS_MS) {
      await pauseWithJitter(wait)
      const answer = await ask()
      if (answer.decided) return
      cause = answer.cause
    }
    throw new Undecided(`${what}: no quorum`, { cause })
  }

  return {
    db: (name) => openStore(connection, name, { isStamped: !isReplicated(name) }),
    origin: connection.origin,
    follow: openChangesFeed(url, outages?.report),

    async createDatabase(name, { q } = {}) {
      const request = { method: 'PUT', db: name, ...(q ? { qs: { q } } : {}) }
      await insist(name, () => connection.write(request)).catch((error: unknown) => {
        if (!isStatus(error, 412)) throw error
      })
    },

    setSecurity: (name, security) =>
      insist(`${name}/_security`, () =>
        connection.write({ method: 'PUT', db: name, path: '_security', body: security }),
      ),

    async destroyDatabase(name) {
      await insist(name, () => connection.write({ method: 'DELETE', db: name })).catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error
      })
    },

    databases: (prefix) =>
      connection.read<string[]>({
        path: '_all_dbs',
        // nano writes these two as JSON.
        qs: { startkey: prefix, endkey: `${prefix}\uffff` },
      }),

    isUp: () =>
      connection.read({ path: '_up' }).then(
        () => true,
        () => false,
      ),

    clockOffMs: connection.clockOffMs,
    close: connection.close,
  }
}
