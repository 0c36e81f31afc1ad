import { notFound } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'
import type { User } from '../http/user.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch, WriteRow } from '../store/pouch.ts'
import { fillStubs } from './attachments.ts'
import { isDesign, isLocal, type NormalisedDocument } from './ids.ts'
import { leavesOf, revTreeOf } from './revision-tree.ts'
import { refusals } from './write-validation.ts'

export type Written = { ok: true; id: string; rev: string }
export type Refused = { id: string; rev?: string | undefined; error: string; reason: string }

// PouchDB stores its own state in _local documents (and follows the paths in them), so clients get other ids.
const localId = (id: string) => `_local/~${id.slice('_local/'.length)}`

/** Writes normalised documents; the results are in the order of the documents. */
export const writeDocuments = (
  database: Database,
  docs: NormalisedDocument[],
  newEdits: boolean,
  user: User,
): Promise<(Written | Refused)[]> => database.exclusive((pouch) => writeInTurn(database, pouch, docs, newEdits, user))

/** The same for callers that already hold the database's write lock. */
export async function writeInTurn(
  database: Database,
  pouch: Pouch,
  docs: NormalisedDocument[],
  newEdits: boolean,
  user: User,
): Promise<(Written | Refused)[]> {
  const refused = await refusals(database, pouch, docs, user)
  const stillborn = newEdits ? await editsOfDeleted(pouch, docs) : new Set<NormalisedDocument>()
  const ordinary = docs.filter((doc) => !isLocal(doc._id) && !refused.has(doc) && !stillborn.has(doc))
  for (const doc of ordinary) await fillStubs(pouch, doc)
  const fresh = database.everSeen === undefined ? 0 : await countUnseen(pouch, ordinary)
  // PouchDB sorts the array that it is given when `new_edits` is false.
  const write = () => pouch.bulkDocs([...ordinary], { new_edits: newEdits })
  const hasDesigns = ordinary.some((doc) => isDesign(doc._id))
  const rows = ordinary.length === 0 ? [] : await (hasDesigns ? database.writeDesigns(write) : write())
  const results = newEdits ? rows.map(resultOf) : replicated(ordinary, rows)
  if (database.everSeen !== undefined) database.everSeen += fresh
  database.supersededSinceCompaction += ordinary.filter((doc) => replacesRevision(doc, newEdits)).length
  if (ordinary.length > 0) database.changed()

  const byDoc = new Map(ordinary.map((doc, index) => [doc, results[index]]))
  const answers: (Written | Refused)[] = []
  for (const doc of docs) {
    const refusal = refused.get(doc)
    const answer = isLocal(doc._id) ? await writeLocal(pouch, doc) : byDoc.get(doc)
    if (refusal) answers.push({ id: doc._id, ...(newEdits ? {} : { rev: doc._rev }), ...refusal })
    else if (stillborn.has(doc)) answers.push({ id: doc._id, error: 'conflict', reason: 'Document update conflict.' })
    else if (answer) answers.push(answer)
  }
  return answers
}

/** A document's first revision leaves no older body behind, so it gives a compaction nothing to do. */
const replacesRevision = ({ _rev }: NormalisedDocument, newEdits: boolean) =>
  _rev !== undefined && (newEdits || !_rev.startsWith('1-'))

const resultOf = (row: WriteRow): Written | Refused =>
  row.error
    ? { id: row.id, error: row.name ?? 'unknown_error', reason: sentence(row.message ?? '') }
    : { ok: true, id: row.id, rev: row.rev ?? '' }

/** For a replicated write, PouchDB returns only the failures, and not which revision failed. */
function replicated(docs: NormalisedDocument[], failures: WriteRow[]): (Written | Refused)[] {
  const failed = new Map(failures.map((row) => [row.id, row]))
  return docs.map((doc) => {
    const failure = failed.get(doc._id)
    return failure ? { ...resultOf(failure), rev: doc._rev ?? '' } : { ok: true, id: doc._id, rev: doc._rev ?? '' }
  })
}

const sentence = (text: string) => (text === 'Document update conflict' ? `${text}.` : text)

/** CouchDB creates a deleted document again only if no revision is given; PouchDB accepts any. Finds such edits. */
async function editsOfDeleted(pouch: Pouch, docs: NormalisedDocument[]): Promise<Set<NormalisedDocument>> {
  const edits = docs.filter((doc) => !isLocal(doc._id) && (doc._rev !== undefined || doc._deleted))
  const trees = await Promise.all(edits.map((doc) => revTreeOf(pouch, doc._id)))
  return new Set(edits.filter((_, index) => leavesOf(trees[index] ?? [])[0]?.deleted))
}

async function countUnseen(pouch: Pouch, docs: NormalisedDocument[]): Promise<number> {
  const ids = [...new Set(docs.map((doc) => doc._id))]
  const trees = await Promise.all(ids.map((id) => revTreeOf(pouch, id)))
  return trees.filter((tree) => tree === undefined).length
}

/** Writes a local document, such as a replication checkpoint: the last writer wins, as in CouchDB 3. */
async function writeLocal(pouch: Pouch, doc: NormalisedDocument): Promise<Written> {
  const id = localId(doc._id)
  const stored = await pouch.get(id).catch(() => undefined)
  if (doc._deleted) {
    if (!stored?._rev) throw notFound()
    await pouch.remove(id, stored._rev)
    return { ok: true, id: doc._id, rev: '0-0' }
  }
  const { rev } = await pouch.put({ ...doc, _id: id, ...(stored?._rev ? { _rev: stored._rev } : {}) })
  return { ok: true, id: doc._id, rev }
}

export async function readLocal(pouch: Pouch, id: string): Promise<Doc> {
  const stored = await pouch.get(localId(id))
  return { ...stored, _id: id }
}

/** Counts existing and deleted documents. The first count of deleted ones reads all changes; writes then update it. */
export async function countDocuments(
  database: Database,
): Promise<{ living: number; deleted: number; lastSeq: number }> {
  const count = async (pouch: Pouch, seen: number) => {
    const { doc_count: living, update_seq: lastSeq } = await pouch.info()
    return { living, deleted: Math.max(0, seen - living), lastSeq }
  }
  const known = database.everSeen
  if (known !== undefined && database.isOpen) return database.use((pouch) => count(pouch, known))
  return database.inTurn(async (pouch) => {
    let seen = 0
    for (let since = 0; ; ) {
      const { results, last_seq } = await pouch.changes({ since, limit: 1000, return_docs: true } satisfies JsonObject)
      seen += results.length
      if (results.length < 1000) break
      since = last_seq
    }
    database.everSeen = seen
    return count(pouch, seen)
  })
}
