import { readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { compileReduce, mapper } from '../design-functions/map-reduce.ts'
import type { JsonObject } from '../http/json.ts'

export type Doc = JsonObject & { _id: string; _rev?: string }
export interface WriteRow {
  ok?: boolean
  error?: boolean
  id: string
  rev?: string
  status?: number
  name?: string
  message?: string
}
export interface ChangeRow {
  id: string
  seq: number
  changes: { rev: string }[]
  deleted?: boolean
  doc?: JsonObject
}
export interface AllDocsRow {
  id?: string
  key: unknown
  value?: { rev: string; deleted?: boolean }
  doc?: JsonObject | null
  error?: string
}
interface AllDocsAnswer {
  total_rows: number
  rows: AllDocsRow[]
  update_seq?: number
}

export type RevNode = [id: string, options: { status?: string; deleted?: boolean }, children: RevNode[]]
/** PouchDB's revision tree of a document: paths with the generation they start at. */
export type RevTree = { pos: number; ids: RevNode }[]

/** The parts of PouchDB that this server uses; its public types lack the revision trees and some of the options. */
export interface Pouch {
  bulkDocs(docs: JsonObject[], options: { new_edits: boolean }): Promise<WriteRow[]>
  put(doc: JsonObject): Promise<{ rev: string }>
  get(id: string, options?: JsonObject): Promise<Doc>
  remove(id: string, rev: string): Promise<unknown>
  getAttachment(id: string, name: string, options?: { rev?: string }): Promise<Buffer>
  allDocs(options: JsonObject): Promise<AllDocsAnswer>
  changes(options: JsonObject): Promise<{ results: ChangeRow[]; last_seq: number }>
  info(): Promise<{ doc_count: number; update_seq: number }>
  query(view: string, options: JsonObject): Promise<JsonObject>
  compact(): Promise<unknown>
  close(): Promise<void>
  destroy(): Promise<unknown>
  setMaxListeners(count: number): void
  on(event: 'error', listener: () => void): unknown
  _getRevisionTree(id: string, callback: (error: { status?: number } | null, tree?: RevTree) => void): void
  _cachedViews?: Record<string, Promise<{ db: Pouch }>>
}

/** Greater than every document id: without this bound the LevelDB adapter stops at "ÿ" and hides ids beyond Latin-1. */
export const HIGHEST_ID = '\u{10ffff}'

interface Level {
  _batch(operations: unknown, options: object, callback: unknown): unknown
}
interface Store {
  new (path: string, options: object): Pouch
  plugin(plugin: unknown): Store
}

// Loaded with `require`, because the published types redeclare Node's Buffer for every file of the program.
const require = createRequire(import.meta.url)
const createViews = require('pouchdb-abstract-mapreduce') as (
  bookkeeping: string,
  map: typeof mapper,
  reduce: typeof compileReduce,
  check: () => void,
) => unknown
const Store = (require('pouchdb-core') as Store)
  .plugin(require('pouchdb-adapter-leveldb'))
  .plugin(createViews('mrviews', mapper, compileReduce, () => undefined))

// Loads the adapter's own copy: two LevelDB bindings in one process would not see each other's locks.
const leveldown = createRequire(require.resolve('pouchdb-adapter-leveldb'))('leveldown') as {
  (path: string): Level
  destroy: unknown
}

/** Recognises LevelDB's errors for a file that could not be written or read. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof Error && /\b(IO error|Corruption)\b/.test(error.message)

/** A LevelDB that confirms a write after fsync, as CouchDB does; views skip this, because they can be rebuilt. */
function durableLevel(path: string): Level {
  const level = leveldown(path)
  if (path.includes('-mrview-')) return level
  const batch = level._batch.bind(level)
  level._batch = (operations, options, callback) => batch(operations, { ...options, sync: true }, callback)
  return level
}
durableLevel.destroy = leveldown.destroy

/** There are many small databases, so LevelDB's default buffers of 12 MB each would add up. */
const SMALL = { cacheSize: 512 * 1024, writeBufferSize: 512 * 1024 }

export async function openPouch(path: string, revsLimit: number): Promise<Pouch> {
  const pouch = new Store(path, { adapter: 'leveldb', db: durableLevel, revs_limit: revsLimit, ...SMALL })
  pouch.setMaxListeners(0)
  // If a map function throws, its document is left out of the view; without a listener PouchDB would print the error.
  pouch.on('error', () => undefined)
  const allDocs = pouch.allDocs.bind(pouch)
  pouch.allDocs = (options) => allDocs(withUpperBound(options))
  await pouch.info()
  return pouch
}

/** Deletes the store of a view. */
export async function destroyPouch(path: string): Promise<void> {
  await new Store(path, { adapter: 'leveldb', db: durableLevel }).destroy()
}

/** Closes the stores of the views too; PouchDB's `close` leaves them open. */
export async function closePouch(pouch: Pouch): Promise<void> {
  const views = await Promise.allSettled(Object.values(pouch._cachedViews ?? {}))
  for (const view of views) if (view.status === 'fulfilled') await view.value.db.close().catch(() => undefined)
  await pouch.close()
}

/** Deletes the stores of the views of a closed database; they are built again by the next query. */
export async function removeViews(path: string): Promise<void> {
  const beside = await readdir(dirname(path))
  const views = beside.filter((name) => name.startsWith(`${basename(path)}-mrview-`))
  await Promise.all(views.map((name) => rm(join(dirname(path), name), { recursive: true, force: true })))
}

function withUpperBound(options: JsonObject): JsonObject {
  if ('keys' in options || 'key' in options) return options
  const [top, bottom] = options.descending ? ['startkey', 'endkey'] : ['endkey', 'startkey']
  const low = options[bottom]
  // PouchDB compares the bounds by UTF-16 unit, so U+E000–U+FFFF sort after all other characters.
  if (typeof options[top] === 'string' || (typeof low === 'string' && low > HIGHEST_ID)) return options
  return { ...options, [top]: HIGHEST_ID }
}
