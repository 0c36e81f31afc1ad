import { badRequest, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch } from '../store/pouch.ts'
import { attachmentsOf } from './attachments.ts'
import { checkRev } from './ids.ts'
import { generationOf, leavesBeyond, leavesOf, revsOf, revTreeOf } from './revision-tree.ts'

export interface Reading {
  rev?: string | undefined
  revs: boolean
  latest: boolean
  attachments: boolean
  /** Revisions whose attachments the client already has. */
  attsSince?: string[]
}

export function readDocument(database: Database, id: string, parameters: Parameters): Promise<Doc> {
  const meta = parameters.flag('meta')
  const reading = readingOf(parameters)
  const revsInfo = parameters.flag('revs_info') || meta
  const conflicts = parameters.flag('conflicts') || meta
  const deletedConflicts = parameters.flag('deleted_conflicts') || meta
  const deleted = parameters.flag('deleted')
  return database.use(async (pouch) => {
    // Returns the leaf that the given revision led to, as PouchDB's tests expect; CouchDB 3.5 returns the winner.
    if (reading.latest && reading.rev) reading.rev = leavesBeyond((await revTreeOf(pouch, id)) ?? [], reading.rev)[0]
    if (deleted) reading.rev ??= leavesOf((await revTreeOf(pouch, id)) ?? [])[0]?.rev
    const doc = await readOne(pouch, id, reading, revsInfo ? { revs_info: true } : {})
    if (!conflicts && !deletedConflicts) return doc
    const others = leavesOf((await revTreeOf(pouch, id)) ?? []).slice(1)
    const living = others.filter((leaf) => !leaf.deleted).map((leaf) => leaf.rev)
    const gone = others.filter((leaf) => leaf.deleted).map((leaf) => leaf.rev)
    if (conflicts && living.length > 0) doc._conflicts = living
    if (deletedConflicts && gone.length > 0) doc._deleted_conflicts = gone
    return doc
  })
}

export async function readOpenRevs(database: Database, id: string, parameters: Parameters, attachments: boolean) {
  const wanted = parameters.text('open_revs') === 'all' ? 'all' : parameters.texts('open_revs')
  if (wanted !== 'all') for (const rev of wanted ?? []) checkRev(rev)
  const reading = readingOf(parameters)
  if (attachments) reading.attachments = true
  const leaves = await database.use((pouch) => readLeaves(pouch, id, wanted ?? [], reading))
  if (wanted === 'all' && leaves.length === 0) throw notFound()
  return leaves
}

export const readingOf = (parameters: Parameters): Reading => {
  const rev = parameters.text('rev')
  const attsSince = parameters.texts('atts_since')
  return {
    ...(rev ? { rev: checkRev(rev) } : {}),
    revs: parameters.flag('revs'),
    latest: parameters.flag('latest'),
    attachments: parameters.flag('attachments') || attsSince !== undefined,
    ...(attsSince ? { attsSince: attsSince.map(checkRev) } : {}),
  }
}

/** Returns `{ok: doc}` or `{missing: rev}` for each revision; with `latest`, each leaf that they led to, once. */
export async function readLeaves(pouch: Pouch, id: string, wanted: string[] | 'all', reading: Reading) {
  const tree = wanted === 'all' || reading.latest ? ((await revTreeOf(pouch, id)) ?? []) : []
  const asked = wanted === 'all' ? leavesOf(tree).map((leaf) => leaf.rev) : wanted
  const newest = (rev: string) => {
    const leaves = leavesBeyond(tree, rev)
    return leaves.length > 0 ? leaves : [rev]
  }
  const answers: ({ ok: Doc } | { missing: string })[] = []
  for (const rev of new Set(reading.latest ? asked.flatMap(newest) : asked)) {
    const doc = await readOne(pouch, id, { ...reading, rev }).catch((error: unknown) => {
      if (isObject(error) && error.status === 404) return undefined
      throw error
    })
    answers.push(doc ? { ok: doc } : { missing: rev })
  }
  return answers
}

async function readOne(pouch: Pouch, id: string, reading: Reading, more: JsonObject = {}): Promise<Doc> {
  // PouchDB's own `latest` would crash the process for an unknown revision.
  const { attsSince, latest: _, ...options } = reading
  const doc = await pouch.get(id, { ...options, ...more })
  if (attsSince) await leaveOutKnown(pouch, id, doc, attsSince)
  return doc
}

async function leaveOutKnown(pouch: Pouch, id: string, doc: Doc, known: string[]): Promise<void> {
  const seen = revsOf((await revTreeOf(pouch, id)) ?? [])
  const generation = Math.max(0, ...known.filter((rev) => seen.has(rev)).map(generationOf))
  for (const attachment of Object.values(attachmentsOf(doc))) {
    if (typeof attachment.revpos !== 'number' || attachment.revpos > generation) continue
    attachment.length = typeof attachment.data === 'string' ? Buffer.byteLength(attachment.data, 'base64') : 0
    attachment.stub = true
    delete attachment.data
  }
}

/** Returns an attachment and its metadata, from the winning or the given revision. */
export async function readAttachment(pouch: Pouch, id: string, name: string, rev: string | undefined) {
  const options = rev === undefined ? {} : { rev }
  const doc = await pouch.get(id, options)
  const attachments = attachmentsOf(doc)
  const description = Object.hasOwn(attachments, name) ? attachments[name] : undefined
  if (!description) throw notFound('Document is missing attachment')
  if (typeof description.digest !== 'string') throw badRequest('Attachment has no digest')
  const bytes = await pouch.getAttachment(id, name, { rev: String(doc._rev) })
  return { bytes, digest: description.digest, type: String(description.content_type) }
}
