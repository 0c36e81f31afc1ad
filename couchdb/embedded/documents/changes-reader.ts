import type { JsonObject } from '../http/json.ts'
import type { Database } from '../store/database.ts'
import type { ChangeRow } from '../store/pouch.ts'
import { leavesOf, revTreeOf } from './revision-tree.ts'

export interface PageRequest {
  since: number
  limit: number
  descending: boolean
  allLeaves: boolean
  includeDocs: boolean
  conflicts: boolean
  attachments: boolean
}

export interface Page {
  rows: ChangeRow[]
  lastSeq: number
  /** Whether there were no more changes after this page when it was read. */
  atEnd: boolean
}

const CACHED_PAGES = 16
const CACHED_ROWS = 200

/** Reads one page of changes; feeds that wait for the same database share one read. */
export async function readPage(database: Database, request: PageRequest): Promise<Page> {
  const key = JSON.stringify(request)
  const cached = database.pages.get(key) as Promise<Page> | undefined
  if (cached) return cached
  const reading = database.use(async (pouch): Promise<Page> => {
    const { results, last_seq } = await pouch.changes({
      since: request.since,
      limit: request.limit,
      descending: request.descending,
      style: request.allLeaves ? 'all_docs' : 'main_only',
      include_docs: request.includeDocs,
      conflicts: request.includeDocs && request.conflicts,
      attachments: request.includeDocs && request.attachments,
      return_docs: true,
    } satisfies JsonObject)
    if (request.allLeaves) await sortLeaves(results, (id) => revTreeOf(pouch, id))
    return { rows: results, lastSeq: last_seq, atEnd: results.length < request.limit }
  })
  if (request.limit <= CACHED_ROWS && !request.attachments && database.pages.size < CACHED_PAGES) {
    database.pages.set(key, reading)
    reading.catch(() => database.pages.delete(key))
  }
  return reading
}

/** Puts the winner first, as CouchDB does; PouchDB lists leaves in the order of its tree. */
async function sortLeaves(rows: ChangeRow[], treeOf: (id: string) => ReturnType<typeof revTreeOf>): Promise<void> {
  for (const row of rows) {
    if (row.changes.length < 2) continue
    const tree = await treeOf(row.id)
    if (tree) row.changes = leavesOf(tree).map(({ rev }) => ({ rev }))
  }
}
