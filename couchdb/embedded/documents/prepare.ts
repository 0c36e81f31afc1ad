import { randomBytes } from 'node:crypto'
import { badRequest, Failure } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { prepareAttachments } from './attachments.ts'
import { checkId, checkRev, isDesign, isLocal, type Prepared } from './ids.ts'
import { compileValidator } from './validators.ts'

export interface Limits {
  document: number
  attachment: number
  request: number
}

const MAX_REVISIONS = 1000
// CouchDB sends these along when asked and ignores them when they come back.
const IGNORED = new Set(['_conflicts', '_deleted_conflicts', '_revs_info', '_local_seq'])
const KNOWN = new Set(['_id', '_rev', '_deleted', '_attachments', '_revisions'])

/** Checks a document from outside and brings it into the form that PouchDB stores without surprises. */
export function prepareDocument(value: unknown, options: { newEdits: boolean; limits: Limits }): Prepared {
  if (!isObject(value)) throw badRequest('Document must be a JSON object')
  const doc: Prepared = { _id: value._id === undefined ? randomBytes(16).toString('hex') : checkId(value._id) }
  for (const [name, member] of Object.entries(value)) {
    if (IGNORED.has(name) || name === '_id') continue
    if (name.startsWith('_') && !KNOWN.has(name))
      throw badRequest(`Bad special document member: ${name}`, 'doc_validation')
    doc[name] = member
  }
  if (doc._deleted !== undefined && typeof doc._deleted !== 'boolean')
    throw badRequest('Bad special document member: _deleted', 'doc_validation')
  if (doc._deleted === false) delete doc._deleted
  if (isLocal(doc._id)) return prepareLocal(doc)
  if (value._rev !== undefined) doc._rev = checkRev(value._rev)
  prepareRevisions(doc, options.newEdits)
  prepareAttachments(doc, options.limits.attachment)
  if (isDesign(doc._id) && !doc._deleted) checkDesign(doc)
  return doc
}

function prepareLocal(doc: Prepared): Prepared {
  delete doc._revisions
  delete doc._rev
  if (doc._attachments !== undefined) throw badRequest('_local documents do not accept attachments.')
  return doc
}

function prepareRevisions(doc: Prepared, newEdits: boolean): void {
  const given = doc._revisions
  delete doc._revisions
  if (newEdits) return
  if (given === undefined) {
    if (doc._rev === undefined) throw badRequest('When `new_edits: false`, the document needs `_rev` or `_revisions`.')
    return
  }
  const wrong = badRequest("_revisions isn't a valid object", 'doc_validation')
  if (!isObject(given)) throw wrong
  const { start, ids } = given
  if (!Array.isArray(ids) || typeof start !== 'number' || !Number.isInteger(start)) throw wrong
  if (ids.length === 0 || start < ids.length) throw wrong
  for (const [index, id] of ids.entries()) checkRev(`${start - index}-${String(id)}`)
  const rev = `${start}-${String(ids[0])}`
  if (doc._rev !== undefined && doc._rev !== rev)
    throw badRequest('_rev and _revisions contradict each other', 'doc_validation')
  doc._rev = rev
  doc._revisions = { start, ids: ids.slice(0, MAX_REVISIONS) }
}

/** The store reads index definitions of every design document; a broken one would break every query. */
function checkDesign(doc: Prepared): void {
  const wrong = (reason: string) => badRequest(reason, 'invalid_design_doc')
  const { views = {}, language = 'javascript', validate_doc_update: validator } = doc
  if (validator !== undefined && typeof validator !== 'string') throw wrong('`validate_doc_update` must be a string')
  if (validator !== undefined) compileValidator(validator)
  if (typeof language !== 'string') throw wrong('`language` must be a string')
  if (!isObject(views)) throw wrong('`views` must be an object')
  for (const [name, view] of Object.entries(views)) {
    if (!isObject(view)) throw wrong(`\`views/${name}\` must be an object`)
    if (language !== 'query') {
      if (typeof view.map !== 'string') throw wrong(`\`views/${name}/map\` must be a string`)
      if (view.reduce !== undefined && typeof view.reduce !== 'string')
        throw wrong(`\`views/${name}/reduce\` must be a string`)
      continue
    }
    const def = isObject(view.options) ? view.options.def : undefined
    const fields = isObject(def) ? def.fields : undefined
    if (!isObject(view.map) || !isObject(view.map.fields) || !Array.isArray(fields) || fields.length === 0)
      throw wrong(`\`views/${name}\` is no index`)
  }
}

/** Only when the whole request is larger than one document may be, is it worth measuring. */
export function checkSize(doc: Prepared, requestBytes: number, limits: Limits): void {
  if (requestBytes <= limits.document) return
  const { _attachments: _, ...rest } = doc
  if (Buffer.byteLength(JSON.stringify(rest)) > limits.document) throw new Failure(413, 'document_too_large', doc._id)
}
