import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { checkId, checkRev, isDesign, isLocal, type NormalisedDocument } from '../documents/ids.ts'
import { documentPart, leavesAsMultipart, readMultipartDocument } from '../documents/multipart-document.ts'
import { checkSize, type Limits, normaliseDocument } from '../documents/normalise.ts'
import { readDocument, readOpenRevs } from '../documents/reads.ts'
import { type Refused, readLocal, type Written, writeDocuments } from '../documents/writes.ts'
import { badRequest, conflict, Failure, forbidden, notFound, unauthorized } from '../http/failure.ts'
import { asObject, type JsonObject } from '../http/json.ts'
import { accepts, type Call, jsonBody, part, postedObject, rawBody, resource } from '../http/resource.ts'
import type { Databases } from '../store/databases.ts'

/** `/{db}` (POST), `/{db}/{docid}`, `/{db}/_design/{name}`, `/{db}/_local/{name}`. */
export function documentResources(app: FastifyInstance, databases: Databases, limits: Limits): void {
  const databaseFor = (call: Call, id: string) =>
    isDesign(id) ? adminDatabase(call, databases) : memberDatabase(call, databases)

  const get = async (id: string, call: Call) => {
    const database = memberDatabase(call, databases)
    checkId(id)
    if (isLocal(id)) return database.use((pouch) => readLocal(pouch, id))
    const { parameters } = call
    if (parameters.has('open_revs')) {
      const isMixed = accepts(call, 'multipart/mixed')
      const leaves = await readOpenRevs(database, id, parameters, isMixed)
      return isMixed ? sendMultipart(call, leavesAsMultipart(leaves)) : leaves
    }
    const doc = await readDocument(database, id, parameters)
    call.reply.header('etag', `"${doc._rev}"`)
    if (call.request.headers['if-none-match'] === `"${doc._rev}"`) return call.reply.code(304).send()
    return accepts(call, 'multipart/related') ? sendMultipart(call, documentPart(doc)) : doc
  }

  const put = async (id: string, call: Call) => {
    const database = databaseFor(call, checkId(id))
    const body = await bodyOf(call)
    // The path determines the id, but an `_id` in the body must still be valid.
    if (body._id !== undefined) checkId(body._id)
    const newEdits = call.parameters.text('new_edits') !== 'false'
    const rev = isLocal(id) ? undefined : givenRev(call, body._rev)
    const doc = normaliseDocument(
      { ...body, _id: id, ...(rev === undefined ? {} : { _rev: rev }) },
      { newEdits, limits },
    )
    checkSize(doc, rawBody(call).length, limits)
    const [result] = await writeDocuments(database, [doc], newEdits, call.user)
    return answerWrite(call, result, doc._deleted ? 200 : 201)
  }

  const remove = async (id: string, call: Call) => {
    const database = databaseFor(call, checkId(id))
    if (isLocal(id)) {
      const [result] = await writeDocuments(database, [{ _id: id, _deleted: true }], true, call.user)
      return call.reply.code(200).send(result)
    }
    const rev = givenRev(call, undefined)
    // Read first: a missing document is a 404, also without a revision, which for an existing document is a 409.
    await database.use((pouch) => pouch.get(id))
    const doc: NormalisedDocument = { _id: id, _deleted: true, ...(rev === undefined ? {} : { _rev: rev }) }
    const [result] = await writeDocuments(database, [doc], true, call.user)
    return answerWrite(call, result, 200)
  }

  const on = (path: string, idOf: (call: Call) => string) =>
    resource(app, path, {
      get: (call) => get(idOf(call), call),
      put: (call) => put(idOf(call), call),
      delete: (call) => remove(idOf(call), call),
    })
  on('/:db/:id', (call) => part(call, 'id'))
  on('/:db/_design/:name', (call) => `_design/${part(call, 'name')}`)
  on('/:db/_local/:name', (call) => `_local/${part(call, 'name')}`)

  async function bodyOf(call: Call): Promise<JsonObject> {
    const type = call.request.headers['content-type'] ?? ''
    if (/^multipart\/related\b/i.test(type)) return readMultipartDocument(rawBody(call), type, limits)
    return asObject(jsonBody(call))
  }
}

const sendMultipart = (call: Call, { type, body }: { type: string; body: Buffer }) => call.reply.type(type).send(body)

/** POST /{db}: generates an id if none is given. */
export async function postDocument(call: Call, databases: Databases, limits: Limits) {
  const database = memberDatabase(call, databases)
  const doc = normaliseDocument(postedObject(call), { newEdits: true, limits })
  if (isDesign(doc._id)) adminDatabase(call, databases)
  checkSize(doc, rawBody(call).length, limits)
  const [result] = await writeDocuments(database, [doc], true, call.user)
  return answerWrite(call, result)
}

/** Reads the revision from the body, the query or If-Match; different values are refused. */
export function givenRev(call: Call, inBody: unknown): string | undefined {
  const ifMatch = call.request.headers['if-match']?.replace(/^(?:W\/)?"(.*)"$/, '$1')
  const given = [inBody, call.parameters.text('rev'), ifMatch].filter((rev) => rev !== undefined && rev !== '')
  const [first, ...others] = given
  if (others.some((rev) => rev !== first))
    throw badRequest('Document rev from request body, query string and If-Match have different values')
  return first === undefined ? undefined : checkRev(first)
}

export function answerWrite(call: Call, result: Written | Refused | undefined, status = 201) {
  if (!result) throw new Failure(500, 'internal_server_error', 'No answer')
  if ('error' in result) {
    if (result.error === 'conflict') throw conflict()
    if (result.error === 'not_found') throw notFound(result.reason)
    if (result.error === 'forbidden') throw forbidden(result.reason)
    if (result.error === 'unauthorized') throw unauthorized(result.reason)
    throw new Failure(400, result.error, result.reason)
  }
  call.reply.header('etag', `"${result.rev}"`)
  return call.reply.code(status).send(result)
}
