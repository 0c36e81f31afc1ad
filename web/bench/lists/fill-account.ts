import { type Account, dayOf } from '#model'
import { writeDraft } from '../../src/data/local/draft-storage.ts'
import { noteComplete } from '../../src/data/local/initial-sync-flag.ts'
import type { Pouch } from '../../src/data/pouch/pouch.ts'
import { recordPushProgress } from '../../src/data/push-state/push-progress.ts'
import { currentDataLayer } from '../../src/data/runtime/current-data-layer.ts'
import { aCompany } from '../../src/testing/documents.ts'
import { customersThings, shopFlower } from './customer-documents.ts'
import { aPartner, openDelivery, payoutOf, workOf } from './delivery-documents.ts'
import { keptAnswers, waitingRows } from './desk-documents.ts'
import type { Role } from './first-views.ts'
import { figures, interestOf, openRequest } from './supplier-documents.ts'

/** What the databases of this browser hold for one role. */
interface Contents {
  account?: Partial<Account>
  /** Documents of the mailbox beside the account. */
  documents: readonly object[]
  feed?: { name: string; database: string; rows: readonly object[] }
  /** Answers of the service that this browser keeps. */
  kept?: Partial<ReturnType<typeof keptAnswers>>
}

const each = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const listOf = (count: number, make: (n: number) => readonly object[]): object[] => each(count, make).flat()

/** What an account has that has so many of everything. */
const CONTENTS: Record<Role, (count: number) => Contents> = {
  CUSTOMER: (count) => ({ documents: listOf(count, customersThings) }),
  PARTNER(count) {
    const now = new Date()
    const day = dayOf(now)
    return {
      account: { city: 'jaipur' },
      documents: [
        aPartner(count, true),
        ...listOf(count, (n) => workOf(n, 'delivered')),
        ...(count > 0 ? workOf(count, 'on_the_way') : []),
        ...each(count, payoutOf),
      ],
      feed: {
        ...{ name: 'deliveries', database: `feed-deliveries-jaipur-${day.replaceAll('-', '')}` },
        rows: each(count, (n) => openDelivery(n, day, now)),
      },
    }
  },
  SUPPLIER: (count) => ({
    account: { businessName: 'Pushkar Roses', citiesServed: ['jaipur'] },
    documents: [figures(count), ...each(count, interestOf)],
    feed: { name: 'bulk', database: 'feed-bulk-1-bench', rows: each(count, openRequest) },
  }),
  ADMIN: (count) => ({
    documents: [],
    feed: { name: 'admin', database: 'feed-admin-1', rows: listOf(count, waitingRows) },
    kept: keptAnswers(count),
  }),
}

const FLOWERS = 500
const STORED_AT_ONCE = 1000

/** Fills this browser's databases as those of an account of this role that has so many of everything. */
export async function fillAccount(role: Role, count: number): Promise<void> {
  const { account: more, documents, feed, kept = {} } = CONTENTS[role](count)
  const { sessionState, databases, environment } = currentDataLayer()
  const account = { id: 'a1', email: 'asha@bench.example', name: 'Asha Rathore', role }
  sessionState.set({
    ...sessionState.get(),
    signedIn: {
      ...{ account, mailbox: { name: 'mailbox-bench', generation: 1 } },
      ...(feed && { feeds: [{ name: feed.name, database: feed.database }] }),
    },
  })
  const { db } = databases.mailbox()
  const own = {
    _id: 'account',
    type: 'account',
    version: 1,
    createdAt: '2025-01-01T10:00:00.000Z',
    ...account,
    ...more,
  }
  await store(db, [own, ...documents])
  // Marks everything as sent, as after a sync.
  await recordPushProgress(db, Number((await db.info()).update_seq), new Date().toISOString())
  if (feed) await store(databases.openFeed(feed.database).db, feed.rows)
  await store(databases.catalogue.db, [aCompany(), ...each(FLOWERS, shopFlower)])
  for (const [name, answer] of Object.entries(kept)) writeDraft(environment.values, name as keyof typeof kept, answer)
}

/** Stores the documents of a database that has fully arrived. */
async function store(db: Pouch, documents: readonly object[]) {
  for (let n = 0; n < documents.length; n += STORED_AT_ONCE) await db.bulkDocs(documents.slice(n, n + STORED_AT_ONCE))
  await noteComplete(db, new Date().toISOString())
}
