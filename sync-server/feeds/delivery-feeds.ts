import { CITIES, type DeliveryRow, dayOf, hasYesterdaysFeed } from '#model'
import type { FeedReader } from '../accounts/listed-feeds.ts'
import type { Step } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { writeRow } from './feed-rows.ts'

/** Writes the rows of a city's deliveries, each into the feed of its day; safe to repeat. */
export interface DeliveryRows {
  /** `day`: `YYYYMMDD` in India. */
  put(row: DeliveryRow, day: string): Promise<void>
  /** Closes the row, whether or not it was ever written. */
  close(row: { id: string; version: number; city: string }, day: string): Promise<void>
}

export interface DeliveryFeeds {
  rows: DeliveryRows
  /** The feeds of a partner's city: today's, and before six in the morning yesterday's. Other readers have none. */
  of(reader: FeedReader): { name: string; database: string }[]
  /** Makes the database if it does not exist. */
  make(database: string): Promise<void>
  /** Drops the feeds of the day before yesterday and of earlier days; once a day. */
  work(step: Step): Promise<void>
}

const DAY_MS = 86_400_000
/** A feed is dropped when its day is two days ago. */
const KEPT_DAYS = 2
const CITY_IDS: ReadonlySet<string> = new Set(CITIES.map(({ id }) => id))

const compact = (day: string) => day.replaceAll('-', '')
const PREFIX = 'feed-deliveries-'
const databaseOf = (city: string, day: string) => `${PREFIX}${city}-${day}`
const dayIn = (database: string) => database.slice(-'YYYYMMDD'.length)

interface Needs {
  couch: Couch
  notifier: Pick<ChangeNotifier, 'notify'>
  now: () => Date
}

export function openDeliveryFeeds({ couch, notifier, now }: Needs): DeliveryFeeds {
  const made = new Map<string, Promise<void>>()
  let droppedOn = ''

  const dayBefore = (days: number) => compact(dayOf(new Date(now().getTime() - days * DAY_MS)))

  /** Creates it at the first use in this process, and remembers that. */
  function make(database: string): Promise<void> {
    const known = made.get(database)
    if (known) return known
    const making = create(database)
    made.set(database, making)
    making.catch(() => made.delete(database))
    return making
  }

  async function create(database: string) {
    await couch.createDatabase(database, { q: 1 })
    await couch.setSecurity(database, {
      members: { names: [], roles: ['PARTNER'] },
      admins: { names: [], roles: ['_admin'] },
    })
  }

  async function write(city: string, day: string, row: { _id: string; version: number }) {
    // It was dropped, and nobody reads it any more.
    if (day <= dayBefore(KEPT_DAYS)) return
    const database = databaseOf(city, day)
    await make(database)
    try {
      await writeRow({ couch, notifier }, database, row)
    } catch (error) {
      // Somebody has removed it meanwhile: the next try makes it again.
      if (isStatus(error, 404)) made.delete(database)
      throw error
    }
  }

  return {
    make,

    rows: {
      put: (row, day) => write(row.city, day, row),
      async close({ id, version, city }, day) {
        const row = { _id: id, type: 'delivery', version, city, closedAt: now().toISOString() }
        await write(city, day, row)
      },
    },

    of({ role, city }) {
      if (role !== 'PARTNER' || city === undefined || !CITY_IDS.has(city)) return []
      const today = { name: 'deliveries', database: databaseOf(city, dayBefore(0)) }
      if (!hasYesterdaysFeed(now())) return [today]
      return [today, { name: 'deliveries-before', database: databaseOf(city, dayBefore(1)) }]
    },

    async work(step) {
      const today = dayBefore(0)
      if (droppedOn === today) return
      for (const database of await couch.databases(PREFIX)) {
        if (dayIn(database) > dayBefore(KEPT_DAYS)) continue
        made.delete(database)
        await step('drop delivery feed', () => couch.destroyDatabase(database))
      }
      droppedOn = today
    },
  }
}
