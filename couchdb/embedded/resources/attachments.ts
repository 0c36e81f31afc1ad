import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { attachmentsOf, checkAttachmentName } from '../documents/attachments.ts'
import { checkId, isDesign, isLocal } from '../documents/ids.ts'
import type { Limits } from '../documents/normalise.ts'
import { readAttachment } from '../documents/reads.ts'
import { writeInTurn } from '../documents/writes.ts'
import { badRequest, conflict, Failure, notFound } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { type Call, part, rawBody, resource } from '../http/resource.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import type { Doc } from '../store/pouch.ts'
import { answerWrite, givenRev } from './documents.ts'

/** `/{db}/{docid}/{attachment}`, also below `_design/{name}`; an attachment's name may contain slashes. */
export function attachmentResources(app: FastifyInstance, databases: Databases, limits: Limits): void {
  const on = (path: string, idOf: (call: Call) => string) =>
    resource(app, path, {
      get: (call) => get(idOf(call), call),
      put: (call) => put(idOf(call), call),
      delete: (call) => remove(idOf(call), call),
    })
  on('/:db/:id/*', (call) => part(call, 'id'))
  on('/:db/_design/:name/*', (call) => `_design/${part(call, 'name')}`)
  on('/:db/_local/:name/*', (call) => `_local/${part(call, 'name')}`)

  async function get(id: string, call: Call) {
    const database = memberDatabase(call, databases)
    checkOwner(id)
    const name = checkAttachmentName(part(call, '*'))
    const rev = givenRev(call, undefined)
    const { bytes, digest, type } = await database.use((pouch) => readAttachment(pouch, id, name, rev))
    const etag = `"${digest.replace(/^md5-/, '')}"`
    call.reply.header('etag', etag).header('content-type', type).header('x-content-type-options', 'nosniff')
    if (call.request.headers['if-none-match'] === etag) return call.reply.code(304).send()
    return call.reply.send(bytes)
  }

  async function put(id: string, call: Call) {
    const database = writable(id, call)
    const name = checkAttachmentName(part(call, '*'))
    const bytes = rawBody(call)
    if (bytes.length > limits.attachment) throw new Failure(413, 'attachment_too_large', name)
    const type = call.request.headers['content-type'] ?? 'application/octet-stream'
    const attachment = { data: bytes.toString('base64'), content_type: type }
    return change(id, call, database, (attachments) => ({ ...attachments, [name]: attachment }), true)
  }

  async function remove(id: string, call: Call) {
    const database = writable(id, call)
    const name = checkAttachmentName(part(call, '*'))
    return change(id, call, database, ({ [name]: gone, ...others }) => {
      if (!gone) throw notFound('Document is missing attachment')
      return others
    })
  }

  function writable(id: string, call: Call): Database {
    checkOwner(id)
    return isDesign(id) ? adminDatabase(call, databases) : memberDatabase(call, databases)
  }
}

function checkOwner(id: string): void {
  if (isLocal(checkId(id))) throw badRequest('_local documents do not accept attachments.')
}

type Attachments = Record<string, unknown>

/** Reads, changes and writes the document under the write lock; only its newest revision may be changed. */
async function change(
  id: string,
  call: Call,
  database: Database,
  edit: (attachments: Attachments) => Attachments,
  mayCreate = false,
) {
  const rev = givenRev(call, undefined)
  const [result] = await database.exclusive(async (pouch) => {
    const stored = await pouch.get(id, rev === undefined ? {} : { rev }).catch((error: unknown): Doc => {
      if (isObject(error) && error.status === 404) {
        if (rev !== undefined) throw new Failure(409, 'not_found', 'missing_rev')
        if (mayCreate) return { _id: id }
      }
      throw error
    })
    if (rev === undefined && stored._rev !== undefined) throw conflict()
    const attachments = edit(attachmentsOf(stored))
    const { _attachments: _, ...doc } = stored
    const next = Object.keys(attachments).length > 0 ? { ...doc, _attachments: attachments } : doc
    return writeInTurn(database, pouch, [{ ...next, _id: id }], true, call.user)
  })
  return answerWrite(call, result, mayCreate ? 201 : 200)
}
