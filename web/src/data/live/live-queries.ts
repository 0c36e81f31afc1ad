import { documentCacheOf } from '../local/document-cache.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { LiveEntry } from './live-entry.ts'
import type { IsPart, LiveQuery, Stores } from './live-query.ts'

/** How many answers without subscribers are kept, so that going back to a screen shows them at once. */
const KEPT_ANSWERS = 50

/** All live queries of a page. They share one changes feed per database. */
export class LiveQueries {
  readonly #stores: () => Stores
  /** Entries by query key: those that are watched, and those that are only kept. */
  readonly #entries = new Map<string, LiveEntry<unknown>>()
  readonly #watched = new Set<LiveEntry<unknown>>()
  readonly #feeds = new Map<Pouch, Feed>()

  constructor(stores: () => Stores) {
    this.#stores = stores
  }

  entry<T>(query: LiveQuery<T>): LiveEntry<T> {
    const known = this.#entries.get(query.key)
    // The same key means the same query, and so the same type.
    if (known) return known as LiveEntry<T>
    const entry = new LiveEntry<T>(
      query,
      (isPart) => this.#read(query, isPart),
      (isWatched) => this.#noteWatched(entry as LiveEntry<unknown>, isWatched),
    )
    this.#entries.set(query.key, entry as LiveEntry<unknown>)
    return entry
  }

  touch(ids: readonly string[]): void {
    for (const entry of this.#watched) for (const id of ids) entry.touched(id)
  }

  /** Reads everything again, with new feeds: those of a page that was frozen may have missed changes. */
  refreshAll(): void {
    this.close()
    for (const entry of this.#watched) entry.refresh()
  }

  /** The session state names another mailbox now; pass `keepAnswers` if it belongs to the same person. */
  switched(options: { keepAnswers: boolean }): void {
    const all = new Set([...this.#entries.values(), ...this.#watched])
    for (const entry of all) entry.restart({ keepAnswer: options.keepAnswers })
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close()
    this.#feeds.clear()
  }

  async #read<T>(query: LiveQuery<T>, isPart: IsPart): Promise<T> {
    const stores = this.#stores()
    // The feed starts first: a write between the read and the start of the feed would be missed.
    await this.#listen([stores.mailbox.db, stores.catalogue.db, ...this.#feedsOf(query, stores)])
    return query.read(stores, isPart)
  }

  /** Of the feeds, only those that a query on the screen reads are opened. */
  #feedsOf(query: LiveQuery<unknown>, stores: Stores): Pouch[] {
    const names = new Set([query, ...[...this.#watched].map((entry) => entry.query)].flatMap(({ feed }) => feed ?? []))
    return [...names].flatMap((name) => stores.feed(name)?.db ?? [])
  }

  async #listen(databases: readonly Pouch[]) {
    for (const [db, feed] of this.#feeds) {
      if (databases.includes(db)) continue
      feed.close()
      this.#feeds.delete(db)
    }
    await Promise.all(databases.map((db) => this.#listenTo(db)))
  }

  async #listenTo(db: Pouch) {
    const feed = this.#feeds.get(db) ?? new Feed(db, (id) => this.touch([id]))
    this.#feeds.set(db, feed)
    await feed.ready.catch((error: unknown) => {
      // The next read tries again.
      if (this.#feeds.get(db) === feed) this.#feeds.delete(db)
      throw error
    })
  }

  #noteWatched(entry: LiveEntry<unknown>, isWatched: boolean) {
    if (isWatched) {
      this.#watched.add(entry)
      // It may have been evicted between its first rendering and now.
      if (!this.#entries.has(entry.query.key)) this.#entries.set(entry.query.key, entry)
      return
    }
    this.#watched.delete(entry)
    const unwatched = [...this.#entries].filter(([, one]) => !one.isWatched)
    for (const [key] of unwatched.slice(0, Math.max(0, unwatched.length - KEPT_ANSWERS))) this.#entries.delete(key)
  }
}

class Feed {
  readonly ready: Promise<void>
  #isClosed = false
  #changes: PouchDB.Core.Changes<object> | undefined

  constructor(db: Pouch, changed: (id: string) => void) {
    const documents = documentCacheOf(db)
    this.ready = db.info().then(({ update_seq }) => {
      if (this.#isClosed) return
      // It reports nothing up to here, and the documents may have been read before.
      documents.heard(Number(update_seq))
      // `since` is a number and not "now", so that no write from here on is missed.
      this.#changes = db.changes({ since: update_seq, live: true, return_docs: false }).on('change', ({ id, seq }) => {
        documents.heard(Number(seq))
        changed(id)
      })
      // A destroyed database ends its feed; the session state names another database by then.
      this.#changes.catch(() => undefined)
    })
    this.ready.catch(() => undefined)
  }

  close() {
    this.#isClosed = true
    this.#changes?.cancel()
  }
}
