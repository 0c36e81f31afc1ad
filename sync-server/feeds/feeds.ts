import type { BulkRow, Role } from '#model'
import type { AdminRow, Step } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { type DeliveryRows, openDeliveryFeeds } from './delivery-feeds.ts'
import { type FeedRows, openFeedRows } from './feed-rows.ts'
import { type GenerationFeed, type Generations, type Kinds, openGenerations } from './generations.ts'

/** What waits for an admin. */
const ADMIN: GenerationFeed = { name: 'admin', role: 'ADMIN', shape: 2 }
/** Bulk requests that are open. */
const BULK: GenerationFeed = { name: 'bulk', role: 'SUPPLIER', shape: 1 }

/** A feed as the session's answer lists it. */
interface ListedFeed {
  name: string
  /** The name by which the gate knows it. */
  database: string
}

type Reader = { role: Role; city?: string }

/** One kind of feeds: which of its databases an account may read by now. */
interface FeedKind {
  /** `fresh`: nothing that was remembered counts. */
  of(reader: Reader, how?: 'fresh'): Promise<ListedFeed[]>
  /** Makes a database that is listed and may not exist yet. */
  make?(database: string): Promise<void>
}

/** The databases that everybody with a role replicates down. Only the service writes them. */
export interface Feeds {
  /** The rows of `feed-admin`, for `tell`. */
  adminRows: FeedRows<AdminRow>
  /** The rows of `feed-bulk`, for `tell`. */
  bulkRows: FeedRows<BulkRow>
  /** The rows of the cities' feeds of deliveries, for `tell`. */
  deliveryRows: DeliveryRows
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

const ofRole = ({ name, role }: GenerationFeed, generations: Generations): FeedKind => ({
  async of(reader, how) {
    const database = reader.role === role ? await generations.current(how) : undefined
    return database === undefined ? [] : [{ name, database }]
  },
})

export function openFeeds(needs: Needs): Feeds {
  const admin = openGenerations(needs, ADMIN)
  const bulk = openGenerations(needs, BULK)
  const deliveries = openDeliveryFeeds(needs)
  const kinds: FeedKind[] = [
    { of: async (reader) => deliveries.of(reader), make: deliveries.make },
    ofRole(ADMIN, admin),
    ofRole(BULK, bulk),
  ]
  const namesFor = async (reader: Reader, how?: 'fresh') =>
    (await Promise.all(kinds.map((kind) => kind.of(reader, how)))).flat()
  async function listedFor(reader: Reader): Promise<ListedFeed[]> {
    const listed = await Promise.all(
      kinds.map(async (kind) => {
        const found = await kind.of(reader)
        for (const { database } of found) await kind.make?.(database)
        return found
      }),
    )
    return listed.flat()
  }
  const isListed = async (reader: Reader, database: string, how?: 'fresh') =>
    (await namesFor(reader, how)).some((listed) => listed.database === database)

  return {
    adminRows: openFeedRows<AdminRow>(needs, admin.written),
    bulkRows: openFeedRows<BulkRow>(needs, bulk.written),
    deliveryRows: deliveries.rows,
    listedFor,
    mayRead: async (reader, database) =>
      (await isListed(reader, database)) || (await isListed(reader, database, 'fresh')),
    async beginTerm(kinds, step) {
      await admin.beginTerm(kinds, step)
      await bulk.beginTerm(kinds, step)
    },
    async work(kinds, step) {
      await admin.work(kinds, step)
      await bulk.work(kinds, step)
      await deliveries.work(step)
    },
  }
}
