import type {
  ApplicationRow,
  BulkRow,
  ClosedRow,
  DeliveryItemRow,
  DeliveryRow,
  PayoutRow,
  SupportRow,
  TicketRow,
  UnservedRow,
} from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import type { Stored } from '../pouch/reads.ts'
import { type DocumentCache, documentCacheOf } from './document-cache.ts'
import { isComplete } from './initial-sync-flag.ts'

interface Rows {
  ticket: TicketRow
  application: ApplicationRow
  bulk: BulkRow
  delivery: DeliveryRow
  item: DeliveryItemRow
  payout: PayoutRow
  support: SupportRow
  unserved: UnservedRow
}

/** This browser's copy of a feed: what everybody with a role replicates down. */
export class Feed {
  readonly db: Pouch
  readonly documents: DocumentCache

  constructor(db: Pouch) {
    this.db = db
    this.documents = documentCacheOf(db)
  }

  /** All open rows of a kind, by id. */
  async openRows<K extends keyof Rows>(kind: K): Promise<Rows[K][]> {
    const rows = await this.documents.all<Stored & (Rows[K] | ClosedRow)>(kind)
    return rows.filter((row): row is Stored & Rows[K] => !('closedAt' in row))
  }

  /** Whether the first pull has been completed: before that, rows may be missing. */
  isComplete(): Promise<boolean> {
    return isComplete(this.db)
  }
}
