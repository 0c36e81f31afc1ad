import type { Pouch } from '../pouch/pouch.ts'
import {
  type Leaves,
  leavesOfDocument,
  READ_AT_ONCE,
  readLeaves,
  readNewestLeaves,
  type Stored,
} from '../pouch/reads.ts'

const caches = new WeakMap<Pouch, DocumentCache>()

/** Returns the cache of a database connection; each connection has one. */
export function documentCacheOf(db: Pouch): DocumentCache {
  const cache = caches.get(db) ?? new DocumentCache(db)
  caches.set(db, cache)
  return cache
}

/**
 * The documents of one database that have been read, by kind: the documents whose ids begin with `<kind>:`. Each document is
 * read once; after that `follow` reads only what has changed, by sequence, so nothing is missed when writes and reads overlap.
 * A kind can be loaded in parts: its newest documents first, the others later.
 */
export class DocumentCache {
  readonly #db: Pouch
  readonly #kinds = new Map<string, LoadedKind>()
  /** Ids of the documents that were loaded or have changed, in that order. */
  readonly #log: string[] = []
  #started: Promise<void> | undefined
  /** The sequence up to which all loaded kinds are up to date. */
  #followedTo = 0
  #followed: Promise<unknown> = Promise.resolve()
  /** The greatest sequence that the changes feed has reported. */
  #heard = 0
  /** The last read of changes that has begun and has not failed, and what the feed had reported by then. */
  #reading: { heard: number; done: Promise<void> } | undefined
  #nextFollow: Promise<void> | undefined
  /** What screens wait for now. */
  readonly #urgent = new Set<Promise<unknown>>()

  constructor(db: Pouch) {
    this.#db = db
  }

  /** Returns all documents of a kind, by id. */
  async all<T extends Stored>(kind: string): Promise<readonly T[]> {
    await this.loadAll(kind)
    await this.follow()
    return this.loaded<T>(kind)
  }

  /** Returns all leaves of a kind: of a document in conflict every revision that has no successor. */
  async allLeaves(kind: string): Promise<Stored[]> {
    await this.loadAll(kind)
    await this.follow()
    return this.#kind(kind).leaves()
  }

  /** Returns the documents of a kind that came or changed since this was first called. It reads no others. */
  async newOnes<T extends Stored>(kind: string): Promise<readonly T[]> {
    const loaded = this.#kind(kind)
    await this.follow()
    return loaded.changed() as T[]
  }

  /** Returns the loaded documents of a kind, by id, as of the last `follow`. */
  loaded<T extends Stored>(kind: string): readonly T[] {
    // The caller vouches for the type, as for every read of a kind.
    return this.#kind(kind).documents() as readonly T[]
  }

  /** Returns the ids of what was loaded or has changed since the log had this length, and its length now. */
  loggedSince(length: number): { ids: Iterable<string>; length: number } {
    return { ids: new Set(this.#log.slice(length)), length: this.#log.length }
  }

  /** Returns one of the loaded documents; undefined if it is not loaded or does not exist. */
  one<T extends Stored>(kind: string, id: string): T | undefined {
    return this.#kind(kind).get(id)?.at(0) as T | undefined
  }

  /** Returns the id from which on all documents of the kind are loaded: `<kind>:` if all of them are, undefined if none is. */
  loadedFrom(kind: string): string | undefined {
    return this.#kind(kind).from
  }

  isWhole(kind: string): boolean {
    return this.loadedFrom(kind) === firstId(kind)
  }

  /**
   * Reads what a screen waits for. Meanwhile no further documents of a kind that is loaded whole are read: with thousands of
   * them the screen waited several times as long. The work itself must not wait until a kind is loaded whole.
   */
  async first<T>(work: () => Promise<T>): Promise<T> {
    const done = work()
    this.#urgent.add(done)
    try {
      return await done
    } finally {
      this.#urgent.delete(done)
    }
  }

  /** Loads the newest documents of a kind, those with the greatest ids. Does nothing if so many are loaded already. */
  async loadNewest(kind: string, count: number): Promise<void> {
    if (this.isWhole(kind) || this.loaded(kind).length >= count) return
    await this.#start()
    const loading = this.#kind(kind)
    const read = await readNewestLeaves(this.#db, kind, count)
    loading.add(read)
    loading.reach(read[count - 1]?.id ?? firstId(kind))
  }

  loadAll(kind: string): Promise<void> {
    return this.#kind(kind).whole(() => this.#load(kind, firstId(kind), () => this.#turn()))
  }

  /** Resolves when the page is idle and no screen waits. */
  async #turn() {
    await pageIdle()
    while (this.#urgent.size > 0) await Promise.allSettled(this.#urgent)
  }

  /** Loads every document from this id on. */
  loadFrom(kind: string, id: string): Promise<void> {
    return this.#load(kind, id)
  }

  /** Reads a few documents at a time: more would block the page of a slow phone. `turn` waits until the next may be read. */
  async #load(kind: string, id: string, turn?: () => Promise<void>) {
    await this.#start()
    const loading = this.#kind(kind)
    let startkey = id
    while (loading.from === undefined || startkey < loading.from) {
      const endkey = loading.from ?? afterLastId(kind)
      const read = await readLeaves(this.#db, { startkey, endkey, limit: READ_AT_ONCE })
      loading.add(read)
      const last = read.at(-1)
      if (!last || read.length < READ_AT_ONCE) break
      startkey = `${last.id}\0`
      await turn?.()
    }
    loading.reach(id)
  }

  /** Called when the changes feed reports this sequence, or begins after it. */
  heard(seq: number): void {
    this.#heard = Math.max(this.#heard, seq)
  }

  /**
   * Reads what has changed since the last time: until now, or at least what the feed has reported. Callers share a read that
   * has not begun yet, or one that began after the feed reported what they want.
   */
  follow(until: 'now' | 'heard' = 'now'): Promise<void> {
    if (until === 'heard' && this.#followedTo >= this.#heard) return Promise.resolve()
    if (until === 'heard' && this.#reading && this.#reading.heard >= this.#heard) return this.#reading.done
    if (!this.#nextFollow) {
      const next = this.#followed.then(() => {
        this.#nextFollow = undefined
        this.#reading = { heard: this.#heard, done: next }
        return this.#readChanges()
      })
      this.#nextFollow = next
      this.#followed = next.catch(() => {
        this.#reading = undefined
      })
    }
    return this.#nextFollow
  }

  async #readChanges() {
    await this.#start()
    for (;;) {
      const { results, last_seq } = await this.#db.changes<object>({
        since: this.#followedTo,
        include_docs: true,
        conflicts: true,
        limit: READ_AT_ONCE,
      })
      for (const { id, doc, deleted } of results) {
        const kinds = [...this.#kinds].flatMap(([kind, loaded]) => (id.startsWith(firstId(kind)) ? [loaded] : []))
        if (kinds.length === 0) continue
        const leaves = deleted || !doc ? [] : await leavesOfDocument(this.#db, doc)
        for (const kind of kinds) kind.follow(id, leaves)
      }
      this.#followedTo = Number(last_seq)
      if (results.length < READ_AT_ONCE) return
    }
  }

  /** Changes are followed from the sequence that the database has before the first read. */
  #start(): Promise<void> {
    this.#started ??= this.#db.info().then(
      ({ update_seq }) => {
        this.#followedTo = Number(update_seq)
      },
      (error: unknown) => {
        this.#started = undefined
        throw error
      },
    )
    return this.#started
  }

  #kind(kind: string): LoadedKind {
    const known = this.#kinds.get(kind)
    if (known) return known
    const fresh = new LoadedKind((id) => this.#log.push(id))
    this.#kinds.set(kind, fresh)
    return fresh
  }
}

/** Resolves when the page has nothing else to do, at the latest after this time; at once where no browser can tell. */
const LONGEST_MS = 100
const pageIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') resolve()
    else requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
  })

const firstId = (kind: string) => `${kind}:`
/** `;` follows `:` in the order of ids. */
const afterLastId = (kind: string) => `${kind};`

class LoadedKind {
  readonly #noted: (id: string) => void
  /** By id. Deleted documents stay, without leaves: a part that was read before the deletion must not add them again. */
  readonly #leaves = new Map<string, Leaves>()
  readonly #changed = new Set<string>()
  /** Every document from this id on is loaded. */
  from: string | undefined
  #sorted: readonly Stored[] | undefined
  #whole: Promise<void> | undefined

  constructor(noted: (id: string) => void) {
    this.#noted = noted
  }

  get(id: string): Leaves | undefined {
    return this.#leaves.get(id)
  }

  documents(): readonly Stored[] {
    this.#sorted ??= this.#loaded().flatMap(([, [winner]]) => winner ?? [])
    return this.#sorted
  }

  leaves(): Stored[] {
    return this.#loaded().flatMap(([, leaves]) => leaves)
  }

  changed(): Stored[] {
    return [...this.#changed].flatMap((id) => this.#leaves.get(id)?.at(0) ?? [])
  }

  /** Does not replace a document: `follow` has read it at the same time or later. */
  add(read: readonly { id: string; leaves: Leaves }[]): void {
    for (const { id, leaves } of read) if (!this.#leaves.has(id)) this.#set(id, leaves)
  }

  follow(id: string, leaves: Leaves): void {
    this.#changed.add(id)
    this.#set(id, leaves)
  }

  reach(from: string): void {
    if (this.from !== undefined && this.from <= from) return
    this.from = from
    this.#sorted = undefined
  }

  whole(load: () => Promise<void>): Promise<void> {
    this.#whole ??= load().catch((error: unknown) => {
      this.#whole = undefined
      throw error
    })
    return this.#whole
  }

  #set(id: string, leaves: Leaves) {
    this.#leaves.set(id, leaves)
    this.#sorted = undefined
    this.#noted(id)
  }

  #loaded(): [string, Leaves][] {
    const { from } = this
    if (from === undefined) return []
    return [...this.#leaves].filter(([id]) => id >= from).sort(([one], [other]) => (one < other ? -1 : 1))
  }
}
