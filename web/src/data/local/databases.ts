import type { KeyValue } from '../platform/key-value.ts'
import { randomId } from '../platform/random-id.ts'
import { openLocal, type Pouch } from '../pouch/pouch.ts'
import { Catalogue } from './catalogue.ts'
import { Feed } from './feed.ts'
import { Mailbox } from './mailbox.ts'
import { keptFeeds, readFeeds, type SessionStateStore } from './session-state.ts'

const LEFTOVERS = 'mogra_leftovers'
/** A suspended page does not close its connection and blocks the deletion; the caller waits no longer than this. */
const GONE_WITHIN_MS = 2000

/** This browser's databases: the catalogue, and one mailbox, which the session state names. */
export class Databases {
  readonly #prefix: string
  readonly #values: KeyValue
  readonly #pointer: SessionStateStore
  readonly #wrote: () => void
  readonly #open = new Map<string, Pouch>()
  /** Databases whose connection has been opened. */
  readonly #connected = new WeakSet<Pouch>()
  #mailbox: Mailbox | undefined
  #catalogue: Catalogue | undefined

  constructor(parts: { prefix: string; values: KeyValue; sessionState: SessionStateStore; wrote: () => void }) {
    this.#prefix = parts.prefix
    this.#values = parts.values
    this.#pointer = parts.sessionState
    this.#wrote = parts.wrote
  }

  get catalogue(): Catalogue {
    const db = this.open(`${this.#prefix}-catalogue`)
    if (this.#catalogue?.db !== db) this.#catalogue = new Catalogue(db)
    return this.#catalogue
  }

  mailbox(): Mailbox {
    const { database, device } = this.#pointer.get()
    const db = this.open(database)
    if (this.#mailbox?.db !== db || this.#mailbox.device !== device)
      this.#mailbox = new Mailbox(db, device, this.#wrote, () => this.#successorOf(db))
    return this.#mailbox
  }

  /** What live queries read. */
  stores() {
    return { mailbox: this.mailbox(), catalogue: this.catalogue, feed: (name: string) => this.feed(name) }
  }

  /** The copy of the feed that is read now; undefined if the account reads no such feed. */
  feed(name: string): Feed | undefined {
    const database = readFeeds(this.#pointer.get()).get(name)
    return database === undefined ? undefined : this.openFeed(database)
  }

  /** The local copy of a feed's database. */
  openFeed(database: string): Feed {
    return new Feed(this.open(this.#feedName(database)))
  }

  /** Destroys every feed's copy that is not to be kept, as the browser lists them. */
  async destroyStrayFeeds(): Promise<void> {
    const kept = this.#keptFeeds()
    for (const name of await localNames()) {
      if (name.startsWith(this.#feedName('feed-')) && !kept.includes(name)) await this.destroy(name)
    }
  }

  /** Forgets the copies of feeds that are destroyed, perhaps by another page. */
  forgetStrayFeeds(): void {
    const kept = this.#keptFeeds()
    for (const name of this.#open.keys())
      if (name.startsWith(this.#feedName('feed-')) && !kept.includes(name)) this.forget(name)
  }

  #keptFeeds = () => keptFeeds(this.#pointer.get()).map((database) => this.#feedName(database))
  #feedName = (database: string) => `${this.#prefix}-${database}`

  /** The mailbox that has replaced `db` after a migration or a lost connection; undefined if `db` is still in use. */
  #successorOf(db: Pouch): Mailbox | undefined {
    const { database, replaced = [] } = this.#pointer.get()
    const isLost = database === db.name && this.#open.get(database) !== db
    return isLost || replaced.includes(db.name) ? this.mailbox() : undefined
  }

  newMailboxName(): string {
    return newMailboxName(this.#prefix)
  }

  open(name: string): Pouch {
    const known = this.#open.get(name)
    if (known) return known
    const db = openLocal(name)
    db.once('created', () => this.#connected.add(db))
    this.#open.set(name, db)
    return db
  }

  isOpen(name: string): boolean {
    return this.#open.has(name)
  }

  /** Mailbox databases that the session state does not name and that do not wait to be deleted. */
  async otherMailboxes(): Promise<string[]> {
    const given = [this.#pointer.get().database, ...this.#leftovers()]
    return (await localNames()).filter((name) => name.startsWith(`${this.#prefix}-mailbox-`) && !given.includes(name))
  }

  /** Forgets a database that another page destroys; opening it again would create an empty one. */
  forget(name: string): void {
    this.#open.delete(name)
  }

  /**
   * Forgets a database whose connection was lost; the next use opens another one. Returns false if this page had no
   * open connection to it.
   */
  dropLost(name: string): boolean {
    const db = this.#open.get(name)
    // A database that is still being opened has lost no connection; closing it once it is open would be reported as
    // another loss.
    if (!db || !this.#connected.has(db)) return false
    this.#open.delete(name)
    // Unless it is closed, PouchDB reuses the lost connection.
    db.close().catch(() => undefined)
    return true
  }

  /**
   * Deletes a mailbox for good. If it cannot be deleted at once, that happens later, at the next start at the latest.
   */
  async destroy(name: string): Promise<void> {
    this.#setLeftovers([...this.#leftovers(), name])
    const db = this.open(name)
    this.#open.delete(name)
    const gone = db.destroy().then(() => this.#setLeftovers(this.#leftovers().filter((one) => one !== name)))
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, GONE_WITHIN_MS))])
  }

  async destroyLeftovers(): Promise<void> {
    const current = [this.#pointer.get().database, ...this.#keptFeeds()]
    for (const name of this.#leftovers()) if (!current.includes(name)) await this.destroy(name)
  }

  async close(): Promise<void> {
    for (const db of this.#open.values()) await db.close()
    this.#open.clear()
  }

  #leftovers(): string[] {
    return [...new Set((this.#values.get(LEFTOVERS) ?? '').split(' ').filter((name) => name.startsWith(this.#prefix)))]
  }

  #setLeftovers(names: readonly string[]) {
    this.#values.set(LEFTOVERS, names.length > 0 ? names.join(' ') : undefined)
  }
}

/** The databases that the browser lists; some browsers list none. */
async function localNames(): Promise<string[]> {
  if (typeof indexedDB.databases !== 'function') return []
  return (await indexedDB.databases()).flatMap(({ name }) => (name ? [name.replace(/^_pouch_/, '')] : []))
}

export const newMailboxName = (prefix: string) => `${prefix}-mailbox-${randomId(12)}`
