import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Database } from './database.ts'
import { destroyPouch, type Pouch } from './pouch.ts'

/** The store of a view is named by the view's definition, so that equal views share it. */
export interface ViewStore {
  signature: string
  path: string
}

export function viewStoresOf(database: Database, design: JsonObject): ViewStore[] {
  const views = isObject(design.views) ? Object.values(design.views).filter(isObject) : []
  return views.map(({ map, reduce }) => {
    const signature = `${textOf(map)}${textOf(reduce)}undefined`
    const digest = createHash('md5').update(signature, 'binary').digest('hex')
    return { signature, path: `${prefixOf(database)}${digest}` }
  })
}

/** How many changes the view still has to index; an upper bound until the view is first read after opening. */
export async function pendingOf(pouch: Pouch, { signature }: ViewStore): Promise<number> {
  const { update_seq: now } = await pouch.info()
  const view = await pouch._cachedViews?.[signature]
  const reached = await view?.db.get('_local/lastSeq').catch(() => undefined)
  return now - (typeof reached?.seq === 'number' ? reached.seq : 0)
}

const cleanings = new WeakMap<Database, Promise<void>>()

/** Deletes the stores of views that no design document declares. PouchDB's own cleanup keeps those of changed views. */
export function cleanViewStores(database: Database): Promise<void> {
  const before = cleanings.get(database) ?? Promise.resolve()
  const cleaning = before.catch(() => undefined).then(() => clean(database))
  cleanings.set(database, cleaning)
  return cleaning
}

async function clean(database: Database): Promise<void> {
  const before = await database.use((pouch) => orphansOf(database, pouch))
  if (before.length === 0) return
  // A running read may still use the previous design document.
  await database.waitForReaders()
  // The write lock prevents a design document from declaring one of these views again meanwhile.
  await database.exclusive(async (pouch) => {
    const still = new Set(await orphansOf(database, pouch))
    for (const path of before) if (still.has(path)) await destroyPouch(path)
  })
}

async function orphansOf(database: Database, pouch: Pouch): Promise<string[]> {
  const { rows } = await pouch.allDocs({ startkey: '_design/', endkey: '_design0', include_docs: true })
  const declared = rows.flatMap(({ doc }) => (doc ? viewStoresOf(database, doc) : []).map(({ path }) => path))
  const folder = dirname(database.folder)
  const stores = (await readdir(folder)).map((name) => join(folder, name))
  return stores.filter((path) => path.startsWith(prefixOf(database)) && !declared.includes(path))
}

const prefixOf = ({ folder }: Database) => join(dirname(folder), `${basename(folder)}-mrview-`)

const textOf = (part: unknown) =>
  part === undefined ? 'undefined' : typeof part === 'string' ? part : JSON.stringify(part)
