import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { badRequest, Failure, noDatabase } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { Database, type Meta } from './database.ts'
import { DamagedFile, moveDurably, readJson, syncFolder, writeDurably } from './files.ts'
import { ADMINS_ONLY } from './security.ts'

const SYSTEM = ['_users', '_replicator', '_global_changes']
const NAME = /^[a-z][a-z0-9_$()+/-]*$/
const MAX_NAME = 238
const MAX_OPEN = 1000
/** LevelDB uses eight file handles while it compacts, and four otherwise. */
const HANDLES_EACH = 8
const IDLE_MS = 60_000
const GROWN_BY_REVISIONS = 1000

export type DatabaseEvent = { name: string; type: 'created' | 'updated' | 'deleted' }

/**
 * The databases of one folder. Each has its own folder, named by a random id, with `database.json` beside its store.
 * These folders are the registry, so creating a database takes as long among ten thousand databases as among ten.
 */
export class Databases {
  #folder: string
  #removedFolder: string
  #byName = new Map<string, Database>()
  #tail: Promise<unknown> = Promise.resolve()
  #listeners = new Set<(event: DatabaseEvent) => void>()
  #sweeper: NodeJS.Timeout
  #maxOpen: () => number

  private constructor(folder: string, maxOpen: () => number) {
    this.#maxOpen = maxOpen
    this.#folder = join(folder, 'databases')
    this.#removedFolder = join(folder, 'removed')
    this.#sweeper = setInterval(() => {
      this.#compactGrown()
      this.#closeIdle(IDLE_MS, 0)
    }, IDLE_MS / 4)
    this.#sweeper.unref()
  }

  /** `maxOpen` returns the operator's limit, or `undefined` if there is none. */
  static async open(folder: string, maxOpen: () => number | undefined = () => undefined): Promise<Databases> {
    const most = Math.floor(fileHandles() / HANDLES_EACH)
    const databases = new Databases(folder, () => Math.min(maxOpen() ?? MAX_OPEN, most))
    await mkdir(databases.#folder, { recursive: true })
    await rm(databases.#removedFolder, { recursive: true, force: true })
    await mkdir(databases.#removedFolder)
    for (const id of await readdir(databases.#folder)) await databases.#register(id)
    return databases
  }

  names(): string[] {
    return [...this.#byName.keys()].sort()
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  get(name: string): Database {
    checkName(name)
    const database = this.#byName.get(name)
    if (!database) throw noDatabase()
    return database
  }

  create(name: string): Promise<void> {
    checkName(name)
    return this.#inTurn(async () => {
      if (this.#byName.has(name))
        throw new Failure(412, 'file_exists', 'The database could not be created, the file already exists.')
      const meta: Meta = {
        name,
        id: randomBytes(8).toString('hex'),
        createdAt: new Date().toISOString(),
        security: ADMINS_ONLY,
        revsLimit: 1000,
      }
      const folder = join(this.#folder, meta.id)
      try {
        await mkdir(folder)
        await this.save(meta)
        await syncFolder(this.#folder)
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      this.#add(meta)
      this.#tell({ name, type: 'created' })
    })
  }

  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const database = this.get(name)
      await database.retire()
      const gone = join(this.#removedFolder, database.meta.id)
      await moveDurably(join(this.#folder, database.meta.id), gone)
      this.#byName.delete(name)
      this.#tell({ name, type: 'deleted' })
      rm(gone, { recursive: true, force: true }).catch(() => undefined)
    })
  }

  save(meta: Meta): Promise<void> {
    return writeDurably(join(this.#folder, meta.id, 'database.json'), JSON.stringify(meta))
  }

  onEvent(listener: (event: DatabaseEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await this.#tail
    await Promise.all([...this.#byName.values()].map((database) => database.retire()))
  }

  async #register(id: string): Promise<void> {
    const folder = join(this.#folder, id)
    const path = join(folder, 'database.json')
    const stored = await readJson(path)
    if (stored !== undefined) {
      if (!isMeta(stored) || stored.id !== id) throw new DamagedFile(path)
      return this.#add(stored)
    }
    // The server was killed before it registered this folder, so no client was told about it or wrote to it.
    const isEmpty = (await readdir(folder)).every((name) => name === 'database.json.new')
    if (!isEmpty) throw new DamagedFile(path)
    await rm(folder, { recursive: true, force: true })
  }

  #add(meta: Meta): void {
    const makeRoom = () => this.#closeIdle(0, this.#maxOpen() - 1)
    const database = new Database(meta, join(this.#folder, meta.id, 'data'), makeRoom)
    database.onChange(() => {
      if (!database.removed) this.#tell({ name: meta.name, type: 'updated' })
    })
    this.#byName.set(meta.name, database)
  }

  /** Closes the databases that were not used for the longest time. */
  #closeIdle(unusedMs: number, keep: number): void {
    const open = [...this.#byName.values()].filter((database) => database.isOpen)
    const unused = open
      .filter((database) => database.isIdle && Date.now() - database.lastUsedAt >= unusedMs)
      .sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    for (const database of unused.slice(0, Math.max(0, open.length - keep))) void database.close()
  }

  /** Compacts one database; the others follow in the next sweeps. */
  #compactGrown(): void {
    const grown = [...this.#byName.values()].find(
      (database) => database.supersededSinceCompaction >= GROWN_BY_REVISIONS,
    )
    grown?.compact().catch(() => undefined)
  }

  #tell(event: DatabaseEvent): void {
    for (const listener of [...this.#listeners]) listener(event)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => undefined)
    return turn
  }
}

const isMeta = (value: unknown): value is Meta =>
  isObject(value) &&
  [value.name, value.id, value.createdAt].every((text) => typeof text === 'string') &&
  isObject(value.security) &&
  Number.isSafeInteger(value.revsLimit)

/** The system's limit of open files for this process. */
function fileHandles(): number {
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

function checkName(name: string): void {
  if (SYSTEM.includes(name)) return
  if (name.length > MAX_NAME) throw badRequest(`Name: '${name}'. Database name is too long.`, 'database_name_too_long')
  if (NAME.test(name)) return
  throw badRequest(
    `Name: '${name}'. Only lowercase characters (a-z), digits (0-9), and any of the characters ` +
      '_, $, (, ), +, -, and / are allowed. Must begin with a letter.',
    'illegal_database_name',
  )
}
