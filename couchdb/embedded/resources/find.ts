import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { type FindRequest, findDocs, planned } from '../documents/find.ts'
import { checkFieldName, checkSelector } from '../documents/selector.ts'
import { badRequest, Failure, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { type Call, part, postedObject, resource } from '../http/resource.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'

const DEFAULT_LIMIT = 25

/** `_find`, `_explain`, `_index`: Mango over pouchdb-find. */
export function findResources(app: FastifyInstance, databases: Databases): void {
  resource(app, '/:db/_find', {
    post: (call) => find(memberDatabase(call, databases), postedObject(call)),
  })

  resource(app, '/:db/_explain', {
    post: async (call) => {
      const database = memberDatabase(call, databases)
      const { fields = [], ...request } = readFind(postedObject(call))
      const { limit, skip, selector } = request
      const plan = await database
        .use(async (pouch) => {
          const { limit: _, skip: __, ...query } = await planned(pouch, request)
          // PouchDB plans nothing for an empty selector.
          const isEmpty = Object.keys(query.selector).length === 0
          return pouch.explain(isEmpty ? { ...query, selector: { _id: { $gt: null } } } : query)
        })
        .catch(asMangoFailure)
      const page = { limit, skip, fields }
      // PouchDB would name its folder on our disk.
      return { ...plan, dbname: database.meta.name, selector, ...page, opts: { ...Object(plan.opts), ...page } }
    },
  })

  resource(app, '/:db/_index', {
    get: (call) => memberDatabase(call, databases).use((pouch) => pouch.getIndexes()),
    post: (call) => createIndex(adminDatabase(call, databases), postedObject(call)),
  })

  resource(app, '/:db/_index/:ddoc/json/:name', { delete: (call) => deleteIndex(call, part(call, 'ddoc')) })
  resource(app, '/:db/_index/_design/:ddoc/json/:name', { delete: (call) => deleteIndex(call, part(call, 'ddoc')) })

  async function deleteIndex(call: Call, ddoc: string) {
    const database = adminDatabase(call, databases)
    const id = `_design/${ddoc.replace(/^_design\//, '')}`
    const name = part(call, 'name')
    await database.exclusive(async (pouch) => {
      const { indexes } = await pouch.getIndexes()
      if (!indexes.some((index) => index.ddoc === id && index.name === name)) throw notFound('missing')
      await pouch.deleteIndex({ ddoc: id, name })
      database.changed()
    })
    return { ok: true }
  }
}

async function find(database: Database, body: JsonObject) {
  const request = readFind(body)
  const { docs, warning } = await database.use((pouch) => findDocs(pouch, request)).catch(asMangoFailure)
  return {
    docs,
    bookmark: docs.length === 0 ? 'nil' : bookmarkAt(request.skip + docs.length),
    ...(warning ? { warning } : {}),
  }
}

const KNOWN_KEYS = new Set([
  ...['selector', 'limit', 'skip', 'sort', 'fields', 'bookmark', 'use_index', 'allow_fallback', 'r', 'conflicts'],
  ...['stale', 'update', 'stable', 'execution_stats', 'partition'],
])

function readFind(body: JsonObject): FindRequest {
  if (body.selector === undefined) throw badRequest('Missing required key: selector', 'missing_required_key')
  const unknown = Object.keys(body).find((key) => !KNOWN_KEYS.has(key))
  if (unknown !== undefined) throw badRequest(`Invalid key ${unknown} for this request.`, 'invalid_key')
  const { fields, sort, use_index: index } = body
  const skip = whole(body, 'skip') ?? 0
  return {
    selector: checkSelector(body.selector),
    limit: whole(body, 'limit') ?? DEFAULT_LIMIT,
    skip: skip + positionOf(body.bookmark),
    ...(fields === undefined || (Array.isArray(fields) && fields.length === 0) ? {} : { fields: fieldNames(fields) }),
    ...(sort === undefined || (Array.isArray(sort) && sort.length === 0) ? {} : { sort: readSort(sort) }),
    ...(index === undefined || (Array.isArray(index) && index.length === 0) ? {} : { use_index: readUseIndex(index) }),
  }
}

function whole(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw badRequest(`Invalid value for \`${name}\`: must be a non-negative integer`, `invalid_${name}`)
  return value
}

/** Here a bookmark is simply the position that was reached. */
const bookmarkAt = (position: number) => Buffer.from(`m${position}`).toString('base64url')

function positionOf(bookmark: unknown): number {
  if (bookmark === undefined || bookmark === null || bookmark === '' || bookmark === 'nil') return 0
  const [, digits] = /^m(\d{1,12})$/.exec(Buffer.from(String(bookmark), 'base64url').toString()) ?? []
  if (digits === undefined) throw badRequest('Invalid bookmark value', 'invalid_bookmark')
  return Number(digits)
}

function fieldNames(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((field) => typeof field === 'string'))
    throw badRequest('`fields` must be a list of strings', 'invalid_fields')
  return value.map(checkFieldName)
}

function readSort(value: unknown): JsonObject[] {
  const wrong = badRequest('Invalid sort json', 'invalid_sort_json')
  if (!Array.isArray(value)) throw wrong
  const sort = value.map((item: unknown) => {
    const [[field, direction] = [], ...others] = isObject(item) ? Object.entries(item) : [[item, 'asc']]
    if (typeof field !== 'string' || others.length > 0 || (direction !== 'asc' && direction !== 'desc')) throw wrong
    return { [checkFieldName(field)]: direction }
  })
  if (new Set(sort.flatMap((item) => Object.values(item))).size > 1)
    throw badRequest('Sorts currently only support a single direction for all fields.', 'unsupported_mixed_sort')
  return sort
}

function readUseIndex(value: unknown): string | string[] {
  if (typeof value === 'string' && value !== '') return value
  if (Array.isArray(value) && value.length <= 2 && value.every((item) => typeof item === 'string')) return value
  throw badRequest('Invalid index name', 'invalid_index_name')
}

async function createIndex(database: Database, body: JsonObject) {
  if (body.type !== undefined && body.type !== 'json')
    throw new Failure(501, 'not_implemented', 'The embedded server keeps json indexes only.')
  const wrong = (reason: string) => badRequest(reason, 'invalid_index_json')
  if (!isObject(body.index)) throw wrong('`index` must be an object')
  const { fields, partial_filter_selector: partial } = body.index
  if (!Array.isArray(fields) || fields.length === 0) throw wrong('`fields` must be a non-empty list')
  const index = {
    fields: readSort(fields),
    ...(partial === undefined ? {} : { partial_filter_selector: checkSelector(partial) }),
  }
  // Asking twice for the same makes one index; under another name it is another one.
  const made = createHash('sha1')
    .update(JSON.stringify([index, body.ddoc, body.name]))
    .digest('hex')
  const ddoc = nameOf(body.ddoc, made, 'ddoc').replace(/^_design\//, '')
  const name = nameOf(body.name, made, 'name')
  return database.exclusive(async (pouch) => {
    const { indexes } = await pouch.getIndexes()
    const before = indexes.find((known) => known.ddoc === `_design/${ddoc}` && known.name === name)
    // pouchdb-find never changes an index that has the name already.
    if (before && !isDeepStrictEqual(before.def, index)) await pouch.deleteIndex({ ddoc: `_design/${ddoc}`, name })
    const answer = await pouch.createIndex({ index: { ...index, ddoc, name } }).catch(asMangoFailure)
    database.everSeen = undefined
    if (answer.result === 'created') database.changed()
    return answer
  })
}

function nameOf(value: unknown, fallback: string, what: string): string {
  if (value === undefined || value === null || value === '') return fallback
  if (typeof value !== 'string' || value.length > 200) throw badRequest(`Invalid ${what}`, 'invalid_index_json')
  return value
}

/** pouchdb-find throws plain errors, each of them about the request. */
function asMangoFailure(error: unknown): never {
  if (error instanceof Failure) throw error
  const { message = '', status } = isObject(error) ? error : {}
  if (status !== undefined) throw error
  const text = String(message)
  if (/Cannot sort on|no index available/i.test(text))
    throw badRequest('No index exists for this sort, try indexing by the sort fields.', 'no_usable_index')
  if (/Could not find that index/.test(text)) throw badRequest(text, 'no_usable_index')
  if (/operator|unsupported|must be|invalid|language/i.test(text)) throw badRequest(text.slice(0, 200))
  throw error
}
