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

/** IndexedDB delivers all documents of one read at once: with more than this, the page freezes on a slow phone. */
const READ_AT_ONCE = 50

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

/** The same for thousands, read in batches: what is written meanwhile may be missing, but changes feeds report it. */
export async function getLongRange<T extends Stored>(db: Pouch, prefix: string): Promise<T[]> {
  const found: T[] = []
  const range = rangeOf(prefix)
  for (;;) {
    const { rows } = await db.allDocs<T>({ ...range, include_docs: true, limit: READ_AT_ONCE })
    const last = rows.at(-1)
    found.push(...docsOf<T>(rows))
    if (rows.length < READ_AT_ONCE || !last) return found
    range.startkey = `${last.id}\0`
  }
}

/** The documents of a range, with every leaf: a document in conflict has several revisions that none other follows. */
export async function getLeaves(db: Pouch, prefix: string): Promise<Stored[]> {
  const { rows } = await db.allDocs<Stored>({ ...rangeOf(prefix), include_docs: true, conflicts: true })
  const docs = docsOf<Stored & { _conflicts?: string[] }>(rows)
  const others = docs.flatMap(({ _id, _conflicts = [] }) => _conflicts.map((rev) => db.get<Stored>(_id, { rev })))
  return [...docs.map(({ _conflicts, ...doc }) => doc), ...(await Promise.all(others))]
}

/** `;` sorts right after `:`. */
const rangeOf = (prefix: string) => ({ startkey: `${prefix}:`, endkey: `${prefix};`, inclusive_end: false })

const docsOf = <T>(rows: readonly object[]): T[] =>
  rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc as T] : []))
