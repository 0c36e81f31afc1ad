import * as v from 'valibot'
import {
  bytesOf,
  deviceId,
  type GateRefusal,
  Intent,
  MOST_DOCUMENT_BYTES,
  mayAsk,
  ownDeclarationOf,
  type Role,
  revision,
} from '#model'
import { isPlain } from './bodies.ts'

/** An accepted document, as it was sent. */
export interface Pushed {
  id: string
  rev: string
  /** The hashes of its revision history, its own first, as far as the device sent them. */
  ancestors: readonly string[]
  isIntent: boolean
  isDeleted: boolean
  /** The document without `_revisions`, as the mailbox will hold it. */
  doc: { _id: string }
  json: string
}

const ID_LENGTH = 256
const REVISIONS = 1000
/** More edits than any device makes; above 2^53, stores no longer agree on the next generation. */
const GENERATIONS = 1_000_000

const Revisions = v.strictObject({
  start: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GENERATIONS)),
  ids: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))), v.minLength(1), v.maxLength(REVISIONS)),
})

/** Members of every pushed document. `_attachments` and unknown members with an underscore are refused. */
const Envelope = v.looseObject({
  _id: v.pipe(v.string(), v.minLength(1), v.maxLength(ID_LENGTH)),
  _rev: revision,
  _revisions: v.optional(Revisions),
  _deleted: v.optional(v.literal(true)),
})
const SPECIAL = Object.keys(Envelope.entries)

const Tombstone = v.looseObject({ type: v.string(), device: deviceId })
/** The only members that a tombstone may have, so that it cannot hold data that the quota does not count. */
const TOMBSTONE = [...SPECIAL, ...Object.keys(Tombstone.entries)]

/** Validates a document that a device pushed; returns it, or the reason for its refusal. */
export function validateDocument(value: unknown, role: Role): Pushed | GateRefusal {
  if (!isPlain(value)) return 'not_understood'
  const parsed = v.safeParse(Envelope, value)
  if (!parsed.success) return reasonOf(value)
  const { _revisions, ...rest } = parsed.output
  const doc: Doc = rest
  if ('_attachments' in doc) return 'has_attachments'
  if (Object.keys(doc).some((name) => name.startsWith('_') && !SPECIAL.includes(name))) return 'not_understood'
  if (!isConsistent(doc._rev, _revisions)) return 'bad_revision'
  // The history does not count towards the size of the document.
  if (bytesOf(doc) > MOST_DOCUMENT_BYTES) return 'too_large'

  const isIntent = doc._id.startsWith('intent:')
  const reason = isIntent ? checkIntent(doc, role) : checkOwn(doc)
  return (
    reason ?? {
      id: doc._id,
      rev: doc._rev,
      ancestors: _revisions?.ids ?? [],
      isIntent,
      isDeleted: doc._deleted === true,
      doc,
      json: JSON.stringify(value),
    }
  )
}

interface Doc {
  _id: string
  _rev: string
  _deleted?: true | undefined
  [member: string]: unknown
}

function checkIntent(doc: Doc, role: Role): GateRefusal | undefined {
  if (doc._deleted || !doc._rev.startsWith('1-')) return 'intent_changed'
  const parsed = v.safeParse(Intent, doc)
  if (!parsed.success) return 'not_understood'
  return mayAsk(role, parsed.output.kind) ? undefined : 'not_allowed'
}

function checkOwn(doc: Doc): GateRefusal | undefined {
  const declared = ownDeclarationOf(doc._id)
  if (!declared) return 'not_yours'
  if (!doc._deleted) {
    if (v.is(declared.schema, doc)) return undefined
    return isOfDevice(doc) ? 'not_understood' : 'not_yours'
  }
  if (doc.type !== declared.type || Object.keys(doc).some((name) => !TOMBSTONE.includes(name))) return 'not_understood'
  return isOfDevice(doc) ? undefined : 'not_yours'
}

const isOfDevice = (doc: Doc) => v.is(Tombstone, doc) && doc._id.endsWith(`:${String(doc.device)}`)

/** A document without a history must be a first revision. */
const isConsistent = (rev: string, revisions: v.InferOutput<typeof Revisions> | undefined) =>
  revisions === undefined
    ? rev.startsWith('1-')
    : revisions.start >= revisions.ids.length && rev === `${revisions.start}-${revisions.ids[0]}`

function reasonOf(value: unknown): GateRefusal {
  if (typeof value !== 'object' || value === null || !('_id' in value)) return 'not_understood'
  const parsed = v.safeParse(v.pick(Envelope, ['_id', '_deleted']), value)
  return parsed.success ? 'bad_revision' : 'not_understood'
}
