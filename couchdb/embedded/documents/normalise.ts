import { randomBytes } from 'node:crypto'
import { checkDesign } from '../design-functions/design.ts'
import { badRequest, Failure } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { normaliseAttachments } from './attachments.ts'
import { checkId, checkRev, isDesign, isLocal, type NormalisedDocument } from './ids.ts'

export interface Limits {
  document: number
  attachment: number
  request: number
}

const MAX_REVISIONS = 1000
// CouchDB returns these members on request and ignores them in documents that it receives.
const IGNORED = new Set(['_conflicts', '_deleted_conflicts', '_revs_info', '_local_seq'])
const KNOWN = new Set([
  ...['_id', '_rev', '_deleted', '_attachments', '_revisions', '_access'],
  // A replicator writes these members into its documents.
  ...['_replication_id', '_replication_state', '_replication_state_reason', '_replication_state_time'],
  '_replication_stats',
])

/** Checks a document from a client and converts it into the form that PouchDB stores correctly. */
export function normaliseDocument(value: unknown, options: { newEdits: boolean; limits: Limits }): NormalisedDocument {
  if (!isObject(value)) throw badRequest('Document must be a JSON object')
  const doc: NormalisedDocument = {
    _id: value._id === undefined ? randomBytes(16).toString('hex') : checkId(value._id),
  }
  for (const [name, member] of Object.entries(value)) {
    if (IGNORED.has(name) || name === '_id') continue
    if (name.startsWith('_') && !KNOWN.has(name))
      throw badRequest(`Bad special document member: ${name}`, 'doc_validation')
    doc[name] = member
  }
  if (doc._deleted !== undefined && typeof doc._deleted !== 'boolean')
    throw badRequest('Bad special document member: _deleted', 'doc_validation')
  if (doc._deleted === false) delete doc._deleted
  if (isLocal(doc._id)) return normaliseLocal(doc)
  if (value._rev !== undefined) doc._rev = checkRev(value._rev)
  normaliseRevisions(doc, options.newEdits)
  normaliseAttachments(doc, options.limits.attachment)
  if (isDesign(doc._id) && !doc._deleted) checkDesign(doc)
  return doc
}

function normaliseLocal(doc: NormalisedDocument): NormalisedDocument {
  delete doc._revisions
  delete doc._rev
  // Local documents have no attachments: CouchDB drops them without an error.
  delete doc._attachments
  return doc
}

/** `_revisions` determines the revision, and a `_rev` beside it is ignored. */
function normaliseRevisions(doc: NormalisedDocument, newEdits: boolean): void {
  const given = doc._revisions
  delete doc._revisions
  if (given === undefined) {
    if (!newEdits && doc._rev === undefined)
      throw badRequest('When `new_edits: false`, the document needs `_rev` or `_revisions`.')
    return
  }
  const wrong = badRequest("_revisions isn't a valid object", 'doc_validation')
  if (!isObject(given)) throw wrong
  const { start, ids } = given
  if (!Array.isArray(ids) || typeof start !== 'number' || !Number.isInteger(start)) throw wrong
  if (ids.length === 0 || start < ids.length) throw wrong
  const revs = ids.map((id, index) => checkRev(`${start - index}-${String(id)}`))
  doc._rev = `${revs[0]}`
  const hashes = revs.map((rev) => rev.slice(rev.indexOf('-') + 1))
  if (!newEdits) doc._revisions = { start, ids: hashes.slice(0, MAX_REVISIONS) }
}

/** Measures the document only if the whole request is larger than the limit of one document. */
export function checkSize(doc: NormalisedDocument, requestBytes: number, limits: Limits): void {
  if (requestBytes <= limits.document) return
  const { _attachments: _, ...rest } = doc
  if (Buffer.byteLength(JSON.stringify(rest)) > limits.document) throw new Failure(413, 'document_too_large', doc._id)
}
