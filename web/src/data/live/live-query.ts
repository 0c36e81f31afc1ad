import type { Catalogue } from '../local/catalogue.ts'
import type { Mailbox } from '../local/mailbox.ts'

export interface Stores {
  mailbox: Mailbox
  catalogue: Catalogue
}

/** A query of the local databases that is read again whenever a watched document changes. */
export interface LiveQuery<T> {
  /** The same key means the same query. */
  key: string
  /** Id prefixes of documents, in the mailbox and in the catalogue. */
  watches: readonly string[]
  read: (stores: Stores) => Promise<T>
  /**
   * For answers of many documents: computes the new answer from the previous one and the watched ids that have changed
   * since.
   */
  follow?: (stores: Stores, before: T, changed: readonly string[]) => Promise<T>
}

export type Live<T> = { status: 'loading' } | { status: 'failed'; error: Error } | { status: 'ready'; data: T }
