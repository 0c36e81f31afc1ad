import type { Sandboxed } from '../functions/sandbox.ts'
import type { Validator } from '../functions/validators.ts'
import { noDatabase } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'
import { closePouch, openPouch, type Pouch } from './pouch.ts'

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
  #users = 0
  #shouldReopen = false
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
    return this.#users === 0
  }

  /** Opens the store if need be and keeps it open while the work runs. */
  async use<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
    if (this.removed) throw noDatabase()
    this.#users += 1
    try {
      return await work(await this.#opened())
    } finally {
      this.#users -= 1
      this.lastUsedAt = Date.now()
      if (this.#users === 0) {
        if (this.#shouldReopen) void this.close()
        for (const wake of this.#idle.splice(0)) wake()
      }
    }
  }

  /** Writers take turns, so that what one has checked still holds when it writes. */
  exclusive<T>(work: (pouch: Pouch) => Promise<T>): Promise<T> {
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
    await this.use((pouch) => pouch.compact())
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
    while (!this.isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve))
    await this.close()
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
