import type { Sandboxed } from '../design-functions/sandbox.ts'
import type { Validator } from '../design-functions/validators.ts'
import { noDatabase, noRoom } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'
import { hasRoom } from './files.ts'
import { closePouch, isStoreFailure, openPouch, type Pouch, removeViews } from './pouch.ts'

const PROBE_EVERY_MS = 500

export interface Meta {
  name: string
  /** Names the folder, and marks sequences: a database made again under an old name is another one. */
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
  writtenSinceCompaction = 0
  /** Documents ever seen, deleted ones too; known once somebody asked for it. */
  everSeen: number | undefined
  /** Of the design documents; read with the first write, and again after one of them changed. */
  validators: Promise<Validator[]> | undefined
  /** Compiled filters, by where they stand. */
  filters = new Map<string, Sandboxed>()
  /** Recent pages of changes, shared by the feeds; dropped with every write. */
  pages = new Map<string, Promise<unknown>>()
  #beforeOpen: () => void
  #pouch: Promise<Pouch> | undefined
  #closing: Promise<void> = Promise.resolve()
  #inside = new Set<Promise<unknown>>()
  #shouldReopen = false
  /** After a failed write LevelDB would go on behind a torn record, and lose what follows at the next start. */
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

  /** Opens the store if need be and keeps it open while the work runs. */
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

  /** Resolves when all who are inside now have left; others may come in meanwhile. */
  async waitForReaders(): Promise<void> {
    await Promise.allSettled(this.#inside)
  }

  /** Writers take turns, so that what one has checked still holds when it writes. */
  exclusive<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    return this.inTurn((pouch) => {
      this.#refuseIfFailed()
      return work(pouch)
    })
  }

  /** For readers that no writer must come between. */
  inTurn<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => this.use(work))
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  /** Called after every write and when the database goes away. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    this.pages.clear()
    for (const listener of [...this.#listeners]) listener()
  }

  /** Called when a design document was written, and when the database closes: each function holds a context. */
  forgetFunctions(): void {
    this.validators = undefined
    this.filters.clear()
  }

  /** Drops the bodies of superseded revisions; goes on from where the last one ended, while others write. */
  async compact(): Promise<void> {
    this.writtenSinceCompaction = 0
    await this.use((pouch) => {
      this.#refuseIfFailed()
      return pouch.compact()
    })
  }

  /** PouchDB takes its settings when it opens: the store closes as soon as nobody uses it. */
  reopen(): void {
    this.#shouldReopen = true
  }

  /** Only for idle ones: a store must not vanish under a reader. */
  async close(): Promise<void> {
    const pouch = this.#pouch
    this.#pouch = undefined
    this.#shouldReopen = false
    this.everSeen = undefined
    this.forgetFunctions()
    if (pouch) this.#closing = pouch.then(closePouch).catch(() => undefined)
    await this.#closing
  }

  /** Turns everybody away, waits for those inside, closes. */
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

  /** Once there is room again. Until then readers go on with the store as it is, for it might not open anew. */
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
