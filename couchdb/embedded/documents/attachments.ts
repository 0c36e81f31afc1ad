import { badRequest, Failure } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Pouch } from '../store/pouch.ts'
import type { NormalisedDocument } from './ids.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const MAX_NAME = 1024

export const attachmentsOf = (doc: JsonObject): Record<string, JsonObject> =>
  isObject(doc._attachments) ? (doc._attachments as Record<string, JsonObject>) : {}

export function checkAttachmentName(name: string): string {
  if (name === '') throw badRequest('Attachment name must not be empty')
  if (name.startsWith('_')) throw badRequest(`Attachment name '${name}' starts with prohibited character '_'`)
  if (name.length > MAX_NAME || !name.isWellFormed()) throw badRequest('Attachment name is not valid')
  return name
}

export function normaliseAttachments(doc: NormalisedDocument, maxBytes: number): void {
  if (doc._attachments === undefined) return
  if (!isObject(doc._attachments)) throw badRequest('Attachments must be a JSON object', 'doc_validation')
  const prepared: Record<string, JsonObject> = {}
  for (const [name, attachment] of Object.entries(doc._attachments)) {
    checkAttachmentName(name)
    if (!isObject(attachment)) throw badRequest('Attachment must be a JSON object', 'doc_validation')
    prepared[name] = attachment.stub === true ? { stub: true } : inlineAttachment(name, attachment, maxBytes)
  }
  delete doc._attachments
  if (Object.keys(prepared).length > 0 && !doc._deleted) doc._attachments = prepared
}

function inlineAttachment(name: string, { data, content_type: type }: JsonObject, maxBytes: number): JsonObject {
  if (typeof data !== 'string' || data.length % 4 !== 0 || !BASE64.test(data))
    throw badRequest(`Attachment "${name}" is not valid base64 data`)
  if ((data.length / 4) * 3 > maxBytes + 2) throw new Failure(413, 'attachment_too_large', name)
  return { data, content_type: typeof type === 'string' && type !== '' ? type : 'application/octet-stream' }
}

/** Replaces stubs by the attachments of the previous revision; if one is missing, CouchDB returns 412. */
export async function fillStubs(pouch: Pouch, doc: NormalisedDocument): Promise<void> {
  const attachments = attachmentsOf(doc)
  const names = Object.keys(attachments).filter((name) => attachments[name]?.stub)
  if (names.length === 0) return
  const before = await firstStored(pouch, doc)
  for (const name of names) {
    const stored = before[name]
    if (!Object.hasOwn(before, name) || !stored)
      throw new Failure(412, 'missing_stub', `Invalid attachment stub in ${doc._id} for ${name}`)
    attachments[name] = stored
  }
}

async function firstStored(pouch: Pouch, doc: NormalisedDocument): Promise<Record<string, JsonObject>> {
  for (const rev of ancestorsOf(doc)) {
    const stored = await pouch.get(doc._id, rev === undefined ? {} : { rev }).catch(() => undefined)
    if (stored) return attachmentsOf(stored)
  }
  return {}
}

function ancestorsOf(doc: NormalisedDocument): (string | undefined)[] {
  if (!isObject(doc._revisions)) return [doc._rev]
  const { start, ids } = doc._revisions as { start: number; ids: string[] }
  return ids.map((id, index) => `${start - index}-${id}`)
}
