import type { CouchClient } from '../client/couch-client.ts'

/** One database that is moved from one server to another. */
export interface MigrationPair {
  database: string
  source: CouchClient
  target: CouchClient
}

/** A document as `_bulk_get` returns it: with `_revisions`, and stubs for attachments. */
export type Revision = Record<string, unknown> & { _id: string }
