import { badRequest, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch } from '../store/pouch.ts'
import { attachmentsOf } from './attachments.ts'
import { checkRev } from './ids.ts'
import { generationOf, leavesOf, revsOf, revTreeOf } from './rev-tree.ts'

interface Reading {
  rev?: string
  revs: boolean
  latest: boolean
  attachments: boolean
  /** Revisions whose attachments the client has already. */
  attsSince?: string[]
}

export function readDocument(database: Database, id: string, parameters: Parameters): Promise<Doc> {
  const meta = parameters.flag('meta')
  const reading = readingOf(parameters)
  const revsInfo = parameters.flag('revs_info') || meta
  const conflicts = parameters.flag('conflicts') || meta
  const deletedConflicts = parameters.flag('deleted_conflicts') || meta
  return database.use(async (pouch) => {
    const doc = await readOne(pouch, id, reading, revsInfo ? { revs_info: true } : {})
    if (!conflicts && !deletedConflicts) return doc
    const others = leavesOf((await revTreeOf(pouch, id)) ?? []).slice(1)
    const living = others.filter((leaf) => !leaf.deleted).map((leaf) => leaf.rev)
    const deleted = others.filter((leaf) => leaf.deleted).map((leaf) => leaf.rev)
    if (conflicts && living.length > 0) doc._conflicts = living
    if (deletedConflicts && deleted.length > 0) doc._deleted_conflicts = deleted
    return doc
  })
}

export async function readOpenRevs(database: Database, id: string, parameters: Parameters): Promise<JsonObject[]> {
  const wanted = parameters.text('open_revs') === 'all' ? 'all' : parameters.texts('open_revs')
  if (wanted !== 'all') for (const rev of wanted ?? []) checkRev(rev)
  const reading = readingOf(parameters)
  return database.use((pouch) => readLeaves(pouch, id, wanted ?? [], reading))
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

/** `{ok: doc}` or `{missing: rev}` for each; revisions that lead to the same leaf are answered once. */
export async function readLeaves(pouch: Pouch, id: string, wanted: string[] | 'all', reading: Reading) {
  const leaves = async () => leavesOf((await revTreeOf(pouch, id)) ?? []).map((leaf) => leaf.rev)
  const revs = wanted === 'all' ? await leaves() : [...new Set(wanted)]
  const answers: ({ ok: Doc } | { missing: string })[] = []
  const answered = new Set<string>()
  for (const rev of revs) {
    const doc = await readOne(pouch, id, { ...reading, rev }).catch((error: unknown) => {
      if (isObject(error) && error.status === 404) return undefined
      throw error
    })
    if (!doc) answers.push({ missing: rev })
    else if (!answered.has(String(doc._rev))) answers.push({ ok: doc })
    answered.add(String(doc?._rev))
  }
  return answers
}

async function readOne(pouch: Pouch, id: string, reading: Reading, more: JsonObject = {}): Promise<Doc> {
  const { attsSince, ...options } = reading
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

/** Attachment and its description, of the winning or the given revision. */
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
