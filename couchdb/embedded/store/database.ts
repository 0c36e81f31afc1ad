import type { Sandboxed } from '../design-functions/sandbox.ts'
import type { Validator } from '../design-functions/validators.ts'
import { noDatabase, noRoom } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'
import type { Index } from '../mango/indexes.ts'
import { hasRoom } from './files.ts'
import { closePouch, isStoreFailure, openPouch, type Pouch, removeViews } from './pouch.ts'

const PROBE_EVERY_MS = 500

export interface Meta {
  name: string
  /** Part of the folder's name and of sequences: a database created again under an old name is a different one. */
  id: string
  createdAt: string
  security: JsonObject
  revsLimit: number
}

export class Database {
  meta: Meta
  folder: string
  removed = false
  lastUsedAt = 0
  /** How many revisions newer ones have replaced: the next compaction drops their bodies. */
  supersededSinceCompaction = 0
  /** The number of all documents, including deleted ones; undefined until it is first requested. */
  everSeen: number | undefined
  /** The validators of the design documents; read at the first write, and again after a design document changed. */
  validators: Promise<Validator[]> | undefined
  /** Compiled filters by design document, revision and path. */
  filters = new Map<string, Sandboxed>()
  /** Recent pages of changes, shared by the feeds; every write clears them. */
  pages = new Map<string, Promise<unknown>>()
  /** The indexes of Mango; read at the first query, and again after a design document changed. */
  indexes: Promise<Index[]> | undefined
  /** The views whose changes since the last write a query has looked for, by their names; false if that query failed. */
  upToDate = new Map<string, Promise<boolean>>()
  /** The last write of design documents; another object as soon as the next one begins. */
  designWrite: { done: Promise<unknown> } = { done: Promise.resolve() }
  #beforeOpen: () => void
  #pouch: Promise<Pouch> | undefined
  #closing: Promise<void> = Promise.resolve()
  #inside = new Set<Promise<unknown>>()
  #shouldReopen = false
  /** After a failed write, LevelDB would append behind a torn record, and the next start would lose what follows. */
  #hasFailed = false
  #probedAt = 0
  #restarting: Promise<void> | undefined
  #idle: (() => void)[] = []
  #tail: Promise<unknown> = Promise.resolve()
  #listeners = new Set<() => void>()

  constructor(meta: Meta, folder: string, beforeOpen: () => void) {
    this.meta = meta
    this.folder = folder
    this.#beforeOpen = beforeOpen
  }

  get isOpen(): boolean {
    return this.#pouch !== undefined
  }

  get isIdle(): boolean {
    return this.#inside.size === 0
  }

  /** Opens the store if necessary, and keeps it open while the work runs. */
  async use<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    if (this.#hasFailed) await this.#restart()
    if (this.removed) throw noDatabase()
    const working = this.#opened().then(work)
    this.#inside.add(working)
    try {
      return await working
    } catch (error) {
      this.#hasFailed ||= isStoreFailure(error)
      throw error
    } finally {
      this.#inside.delete(working)
      this.lastUsedAt = Date.now()
      if (this.isIdle) {
        if (this.#shouldReopen) void this.close()
        for (const wake of this.#idle.splice(0)) wake()
      }
    }
  }

  /** Resolves when all current calls of `use` have ended; new ones may start meanwhile. */
  async waitForReaders(): Promise<void> {
    await Promise.allSettled(this.#inside)
  }

  /** Runs the work under the write lock, so that what it has checked is still true when it writes. */
  exclusive<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    return this.inTurn((pouch) => {
      this.#refuseIfFailed()
      return work(pouch)
    })
  }

  /** Runs reads under the write lock, so that nothing is written meanwhile. */
  inTurn<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => this.use(work))
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  /** The listener is called after every write and when the database is deleted. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    this.pages.clear()
    this.upToDate.clear()
    for (const listener of [...this.#listeners]) listener()
  }

  /** Runs a write of design documents. A read that sees another `designWrite` at its end overlapped one. */
  async writeDesigns<T>(write: () => Promise<T>): Promise<T> {
    const writing = Promise.withResolvers<void>()
    this.designWrite = { done: writing.promise }
    try {
      return await write()
    } finally {
      this.forgetFunctions()
      this.upToDate.clear()
      writing.resolve()
    }
  }

  /** Called after a design document was written, and when the database closes: compiled functions use memory. */
  forgetFunctions(): void {
    this.validators = undefined
    this.indexes = undefined
    this.filters.clear()
  }

  /** Drops the bodies of old revisions, starting where the last compaction ended; writes are possible meanwhile. */
  async compact(): Promise<void> {
    this.supersededSinceCompaction = 0
    await this.use((pouch) => {
      this.#refuseIfFailed()
      return pouch.compact()
    })
  }

  /** Closes the store as soon as it is idle: PouchDB reads its settings only when it opens. */
  reopen(): void {
    this.#shouldReopen = true
  }

  /** Closes the store; only for an idle database, because a store must not be closed during a read. */
  async close(): Promise<void> {
    const pouch = this.#pouch
    this.#pouch = undefined
    this.#shouldReopen = false
    this.everSeen = undefined
    this.upToDate.clear()
    this.forgetFunctions()
    if (pouch) this.#closing = pouch.then(closePouch).catch(() => undefined)
    await this.#closing
  }

  /** Refuses new calls, waits for the running ones, then closes. */
  async retire(): Promise<void> {
    this.removed = true
    this.changed()
    await this.#becomesIdle()
    await this.close()
  }

  async #becomesIdle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #refuseIfFailed(): void {
    if (this.#hasFailed) throw noRoom()
  }

  /** Reopens the store once the disk has room. Until then reads use the open store, because reopening might fail. */
  async #restart(): Promise<void> {
    this.#restarting ??= (async () => {
      if (Date.now() - this.#probedAt < PROBE_EVERY_MS) return
      this.#probedAt = Date.now()
      if (!(await hasRoom(this.folder))) return
      await this.#becomesIdle()
      await this.close()
      await removeViews(this.folder)
      this.#hasFailed = false
    })().finally(() => {
      this.#restarting = undefined
    })
    await this.#restarting
  }

  #opened(): Promise<Pouch> {
    if (!this.#pouch) {
      this.#beforeOpen()
      const opening = this.#closing.then(() => openPouch(this.folder, this.meta.revsLimit))
      this.#pouch = opening
      opening.catch(() => {
        this.#pouch = undefined
      })
    }
    return this.#pouch
  }
}
