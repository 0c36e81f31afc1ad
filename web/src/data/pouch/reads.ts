import type { Pouch } from './pouch.ts'

/**
 * A stored document. Its reader vouches for the type: the id prefix says what it is, and the gate and the service wrote
 * it so.
 */
export type Stored = { _id: string; _rev?: string | undefined }

export async function getOne<T extends Stored>(db: Pouch, id: string): Promise<T | undefined> {
  const { rows } = await db.allDocs<T>({ keys: [id], include_docs: true })
  return docsOf<T>(rows)[0]
}

/** IndexedDB returns the result of a read all at once: more documents than these would block the page of a slow phone. */
export const READ_AT_ONCE = 50

/** A document's revisions that no other one follows, the winning one first; none if it was deleted. */
export type Leaves = readonly Stored[]
type WithConflicts = Stored & { _conflicts?: string[] | undefined }

export async function getMany<T extends Stored>(db: Pouch, ids: readonly string[]): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const keys = ids.slice(at, at + READ_AT_ONCE)
    const { rows } = await db.allDocs<T>({ keys, include_docs: true })
    found.push(...docsOf<T>(rows))
  }
  return found
}

/** All documents whose id begins with `<prefix>:`, by id. */
export async function getRange<T extends Stored>(db: Pouch, prefix: string): Promise<T[]> {
  const { rows } = await db.allDocs<T>({ ...rangeOf(prefix), include_docs: true })
  return docsOf<T>(rows)
}

/** `endkey` is not in it. */
type Range = { startkey: string; endkey: string; limit?: number; descending?: boolean }

/** The leaves of each document of a range, by id. */
export async function readLeaves(db: Pouch, range: Range): Promise<{ id: string; leaves: Leaves }[]> {
  const { rows } = await db.allDocs<object>({ ...range, inclusive_end: false, include_docs: true, conflicts: true })
  return Promise.all(
    docsOf<WithConflicts>(rows).map(async (doc) => ({ id: doc._id, leaves: await leavesOfDocument(db, doc) })),
  )
}

/** The leaves of the documents with the greatest ids that begin with `<prefix>:`, the greatest first. */
export const readNewestLeaves = (db: Pouch, prefix: string, limit: number) => {
  const { startkey, endkey } = rangeOf(prefix)
  return readLeaves(db, { startkey: endkey, endkey: startkey, descending: true, limit })
}

/** All leaves of the documents whose ids begin with `<prefix>:`. */
export async function getLeaves(db: Pouch, prefix: string): Promise<Stored[]> {
  return (await readLeaves(db, rangeOf(prefix))).flatMap(({ leaves }) => leaves)
}

/** Reads the other leaves of a document that was read with its conflicts. */
export async function leavesOfDocument(db: Pouch, { _conflicts = [], ...doc }: WithConflicts): Promise<Leaves> {
  const others = _conflicts.map((rev) => db.get<Stored>(doc._id, { rev }))
  return [doc, ...(await Promise.all(others))]
}

/** `;` sorts right after `:`. */
const rangeOf = (prefix: string) => ({ startkey: `${prefix}:`, endkey: `${prefix};`, inclusive_end: false })

const docsOf = <T>(rows: readonly object[]): T[] =>
  rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc as T] : []))
