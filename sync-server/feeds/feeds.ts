import type { Role } from '#model'
import type { AdminRow, Step } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { type FeedRows, openFeedRows } from './feed-rows.ts'
import { type GenerationFeed, type Kinds, openGenerations } from './generations.ts'

/** What waits for an admin. */
const ADMIN: GenerationFeed = { name: 'admin', role: 'ADMIN', shape: 1 }

/** A feed as the session's answer lists it. */
interface ListedFeed {
  name: string
  /** The name by which the gate knows it. */
  database: string
}

type Reader = { role: Role }

/** One kind of feeds: which of its databases an account may read by now. */
interface FeedKind {
  /** `fresh`: nothing that was remembered counts. */
  of(reader: Reader, how?: 'fresh'): Promise<ListedFeed[]>
}

/** The databases that everybody with a role replicates down. Only the service writes them. */
export interface Feeds {
  /** The rows of `feed-admin`, for `tell`. */
  adminRows: FeedRows<AdminRow>
  /** The feeds that this account may read by now. */
  listedFor(reader: Reader): Promise<ListedFeed[]>
  /** Whether this account may read the feed of that name by now. */
  mayRead(reader: Reader, database: string): Promise<boolean>
  /** Replaces worn feeds at the beginning of a term, before anything is decided or told. */
  beginTerm(kinds: Kinds, step: Step): Promise<void>
  /** What the holder of the lease does later on. */
  work(kinds: Kinds, step: Step): Promise<void>
}

interface Needs {
  couch: Couch
  notifier: ChangeNotifier
  now: () => Date
  /** A generation with more closed rows is replaced; default: 20,000. */
  closedAtMost?: number
}

export function openFeeds(needs: Needs): Feeds {
  const admin = openGenerations(needs, ADMIN)
  const kinds: FeedKind[] = [
    {
      async of({ role }, how) {
        const database = role === ADMIN.role ? await admin.current(how) : undefined
        return database === undefined ? [] : [{ name: ADMIN.name, database }]
      },
    },
  ]
  const listedFor = async (reader: Reader, how?: 'fresh') =>
    (await Promise.all(kinds.map((kind) => kind.of(reader, how)))).flat()
  const isListed = async (reader: Reader, database: string, how?: 'fresh') =>
    (await listedFor(reader, how)).some((listed) => listed.database === database)

  return {
    adminRows: openFeedRows<AdminRow>(needs, admin.written),
    listedFor,
    mayRead: async (reader, database) =>
      (await isListed(reader, database)) || (await isListed(reader, database, 'fresh')),
    beginTerm: admin.beginTerm,
    work: admin.work,
  }
}
