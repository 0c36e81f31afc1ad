import type { KeyValue } from '../platform/key-value.ts'
import { randomId } from '../platform/random-id.ts'
import { openLocal, type Pouch } from '../pouch/pouch.ts'
import { Catalogue } from './catalogue.ts'
import { Mailbox } from './mailbox.ts'
import type { SessionStateStore } from './session-state.ts'

const LEFTOVERS = 'mogra_leftovers'
/** A page that is suspended does not let go of its connection; nobody waits for it longer than that. */
const GONE_WITHIN_MS = 2000

/** The databases of this browser: one mailbox (which one, the pointer says) and the catalogue. */
export class Databases {
  readonly #prefix: string
  readonly #values: KeyValue
  readonly #pointer: SessionStateStore
  readonly #wrote: () => void
  readonly #open = new Map<string, Pouch>()
  /** Those that have a connection. */
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

  /** Where it has moved, or its connection was lost and the next one takes over; undefined: it is still the one. */
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

  /** Mailboxes in this browser that the pointer does not name and that nobody has given up. */
  async otherMailboxes(): Promise<string[]> {
    if (typeof indexedDB.databases !== 'function') return []
    const given = [this.#pointer.get().database, ...this.#leftovers()]
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name ? [name.replace(/^_pouch_/, '')] : []))
    return names.filter((name) => name.startsWith(`${this.#prefix}-mailbox-`) && !given.includes(name))
  }

  /** Another page has moved on from it and destroys it; opened again it would come back as an empty one. */
  forget(name: string): void {
    this.#open.delete(name)
  }

  /** A connection to it is closed: whoever needs it next opens another. False if nobody here was using that one any more. */
  dropLost(name: string): boolean {
    const db = this.#open.get(name)
    // One that is being opened lost none; closed as soon as it is open, it would be told of as the next loss.
    if (!db || !this.#connected.has(db)) return false
    this.#open.delete(name)
    // PouchDB would go on with the connection that it knows.
    db.close().catch(() => undefined)
    return true
  }

  /** Deletes a mailbox for good: what does not go at once goes later, and at the next start at the latest. */
  async destroy(name: string): Promise<void> {
    this.#setLeftovers([...this.#leftovers(), name])
    const db = this.open(name)
    this.#open.delete(name)
    const gone = db.destroy().then(() => this.#setLeftovers(this.#leftovers().filter((one) => one !== name)))
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, GONE_WITHIN_MS))])
  }

  async destroyLeftovers(): Promise<void> {
    const current = this.#pointer.get().database
    for (const name of this.#leftovers()) if (name !== current) await this.destroy(name)
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

export const newMailboxName = (prefix: string) => `${prefix}-mailbox-${randomId(12)}`
