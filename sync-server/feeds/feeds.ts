import { createHash } from 'node:crypto'
import type { BulkRow } from '#model'
import type { FeedReader, ListedFeeds } from '../accounts/listed-feeds.ts'
import type { AdminRow, Step } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { type DeliveryRows, openDeliveryFeeds } from './delivery-feeds.ts'
import { type Closing, type FeedRows, openFeedRows } from './feed-rows.ts'
import { type GenerationFeed, type Kinds, openGenerations } from './generations.ts'

/** What waits for an admin. */
const ADMIN: GenerationFeed = { name: 'admin', role: 'ADMIN', shape: 3 }
/** The open bulk requests of all cities. */
const BULK: GenerationFeed = { name: 'bulk', role: 'SUPPLIER', shape: 1 }

/** A database that an account may read by now. */
interface ReadableFeed {
  /** The database in CouchDB. */
  database: string
  /** Ids of the cities whose rows the account may read, sorted; absent if it may read all rows. */
  cities?: readonly string[]
}

/** A feed as the session's answer lists it, and what is read under its name. */
interface ListedFeed {
  name: string
  /** The name by which the gate knows it. */
  database: string
  reads: ReadableFeed
}

/** One kind of feeds: which of its databases an account may read by now. */
interface FeedKind {
  /** `fresh`: nothing that was remembered counts. */
  of(reader: FeedReader, how?: 'fresh'): Promise<ListedFeed[]>
  /** Makes a database that is listed and may not exist yet. */
  make?(database: string): Promise<void>
}

/** The databases that everybody with a role replicates down. Only the service writes them. */
export interface Feeds extends ListedFeeds {
  /** The rows of `feed-admin`, for `tell`. */
  adminRows: FeedRows<AdminRow>
  /** The rows of `feed-bulk`, for `tell`. A closed row names its city, too: otherwise no supplier would hear of the end. */
  bulkRows: FeedRows<BulkRow, Closing & { city: string }>
  /** The rows of the cities' feeds of deliveries, for `tell`. */
  deliveryRows: DeliveryRows
  /** What this account reads by now under the name that the session's answer lists; undefined if it may not. */
  readable(reader: FeedReader, listedAs: string): Promise<ReadableFeed | undefined>
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

const HASH_LETTERS = 16

/**
 * The name under which a database is listed for those who serve these cities (sorted ids). Somebody who serves others
 * gets another name, and so another copy on the phone.
 */
export const narrowedName = (database: string, cities: readonly string[]) =>
  `${database}-${createHash('sha256').update(cities.join()).digest('hex').slice(0, HASH_LETTERS)}`

export function openFeeds(needs: Needs): Feeds {
  const admin = openGenerations(needs, ADMIN)
  const bulk = openGenerations(needs, BULK)
  const deliveries = openDeliveryFeeds(needs)
  const kinds: FeedKind[] = [
    {
      of: async (reader) =>
        deliveries.of(reader).map((listed) => ({ ...listed, reads: { database: listed.database } })),
      make: deliveries.make,
    },
    {
      async of({ role }, how) {
        const database = role === ADMIN.role ? await admin.current(how) : undefined
        return database === undefined ? [] : [{ name: ADMIN.name, database, reads: { database } }]
      },
    },
    {
      async of({ role, citiesServed = [] }, how) {
        const cities = [...new Set(citiesServed)].sort()
        const database = role === BULK.role && cities.length > 0 ? await bulk.current(how) : undefined
        if (database === undefined) return []
        return [{ name: BULK.name, database: narrowedName(database, cities), reads: { database, cities } }]
      },
    },
  ]
  const find = async (reader: FeedReader, listedAs: string, how?: 'fresh') =>
    (await Promise.all(kinds.map((kind) => kind.of(reader, how)))).flat().find(({ database }) => database === listedAs)

  return {
    adminRows: openFeedRows<AdminRow>(needs, admin.written),
    bulkRows: openFeedRows<BulkRow>(needs, bulk.written),
    deliveryRows: deliveries.rows,

    async listedFor(reader) {
      const listed = await Promise.all(
        kinds.map(async (kind) => {
          const found = await kind.of(reader)
          for (const { database } of found) await kind.make?.(database)
          return found
        }),
      )
      return listed.flat().map(({ name, database }) => ({ name, database }))
    },

    readable: async (reader, listedAs) =>
      ((await find(reader, listedAs)) ?? (await find(reader, listedAs, 'fresh')))?.reads,

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
