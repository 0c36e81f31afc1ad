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
  /**
   * May return the same object as the last time, if nothing has changed that it shows. An answer that is only a part of the
   * whole calls `isPart` with what loads the rest; it is read again after that.
   */
  read: (stores: Stores, isPart?: IsPart) => Promise<T>
}

export type IsPart = (loadRest: LoadRest) => void
export type LoadRest = () => Promise<unknown>

export type Live<T> = { status: 'loading' } | { status: 'failed'; error: Error } | { status: 'ready'; data: T }

/** The answer with all of its parts as of now, for those who do not look at it: nobody tells them of changes. */
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
