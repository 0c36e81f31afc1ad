import type { CouchClient } from '../client/couch-client.ts'

/** One database on its way from one server to the other. */
export interface MigrationPair {
  database: string
  source: CouchClient
  target: CouchClient
}

/** A document as `_bulk_get` answers it: with `_revisions`, and stubs for attachments. */
export type Revision = Record<string, unknown> & { _id: string }
