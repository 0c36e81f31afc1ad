import type { Catalogue } from '../local/catalogue.ts'
import type { Feed } from '../local/feed.ts'
import type { Mailbox } from '../local/mailbox.ts'

export interface Stores {
  mailbox: Mailbox
  catalogue: Catalogue
  /** The feed of that name; undefined if the account reads no such feed. */
  feed: (name: string) => Feed | undefined
}

/** A query of the local databases that is read again whenever a watched document changes. */
export interface LiveQuery<T> {
  /** The same key means the same query. */
  key: string
  /** Id prefixes of documents, in the mailbox, in the catalogue and in the feed. */
  watches: readonly string[]
  /** The name of the feed that it reads too. */
  feed?: string
  /**
   * Returns the same object as the last time if nothing that it shows has changed: then no screen is drawn again. If it
   * returns only a part, it calls `isPart` with a function that loads the rest; after that it is read again.
   */
  read: (stores: Stores, isPart?: IsPart) => Promise<T>
}

export type IsPart = (loadRest: LoadRest) => void
export type LoadRest = () => Promise<unknown>

export type Live<T> = { status: 'loading' } | { status: 'failed'; error: Error } | { status: 'ready'; data: T }

/** Reads the whole answer as of now, for code that does not subscribe to the query. */
export async function readWhole<T>(query: LiveQuery<T>, stores: Stores): Promise<T> {
  await stores.mailbox.documents.follow()
  for (;;) {
    let loadRest: LoadRest | undefined
    const answer = await query.read(stores, (load) => {
      loadRest = load
    })
    if (!loadRest) return answer
    await loadRest()
  }
}
