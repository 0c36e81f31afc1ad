import type { Catalogue } from '../local/catalogue.ts'
import type { Mailbox } from '../local/mailbox.ts'

export interface Stores {
  mailbox: Mailbox
  catalogue: Catalogue
}

/** A question to the local databases that is asked again whenever a watched document changes. */
export interface LiveQuery<T> {
  /** The same key means the same question. */
  key: string
  /** Id prefixes, of the mailbox and of the catalogue. */
  watches: readonly string[]
  read: (stores: Stores) => Promise<T>
  /** For answers of many documents: the same from the answer before and the watched ids that changed since. */
  follow?: (stores: Stores, before: T, changed: readonly string[]) => Promise<T>
}

export type Live<T> = { status: 'loading' } | { status: 'failed'; error: Error } | { status: 'ready'; data: T }
