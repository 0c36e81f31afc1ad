import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { explain, type FindRequest, findDocs, indexesOf } from '../documents/find.ts'
import { badRequest, Failure, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { type Call, part, postedObject, resource } from '../http/resource.ts'
import { checkFieldName } from '../mango/field-path.ts'
import { type Index, indexesIn, indexJson, indexView } from '../mango/indexes.ts'
import { normalizeSelector } from '../mango/selector.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import type { Doc, Pouch } from '../store/pouch.ts'

const DEFAULT_LIMIT = 25

/** The Mango requests: `_find`, `_explain` and `_index`. */
export function findResources(app: FastifyInstance, databases: Databases): void {
  resource(app, '/:db/_find', {
    post: (call) => find(memberDatabase(call, databases), postedObject(call)),
  })

  resource(app, '/:db/_explain', {
    post: async (call) => {
      const database = memberDatabase(call, databases)
      const request = readFind(postedObject(call))
      return { dbname: database.meta.name, ...(await database.use((pouch) => explain(database, pouch, request))) }
    },
  })

  resource(app, '/:db/_index', {
    get: async (call) => {
      const database = memberDatabase(call, databases)
      const indexes = await database.use((pouch) => indexesOf(database, pouch))
      return { total_rows: indexes.length, indexes: indexes.map(indexJson) }
    },
    post: (call) => createIndex(adminDatabase(call, databases), postedObject(call)),
  })

  resource(app, '/:db/_index/:ddoc/json/:name', { delete: (call) => deleteIndex(call, part(call, 'ddoc')) })
  resource(app, '/:db/_index/_design/:ddoc/json/:name', { delete: (call) => deleteIndex(call, part(call, 'ddoc')) })

  async function deleteIndex(call: Call, ddoc: string) {
    const database = adminDatabase(call, databases)
    const id = `_design/${ddoc.replace(/^_design\//, '')}`
    const name = part(call, 'name')
    await database.exclusive(async (pouch) => {
      const design = await queryDesign(pouch, id)
      if (!design || !indexNamed(design, name)) throw notFound('missing')
      const { [name]: _, ...views } = Object(design.views)
      const { _id, _rev = '', language: __, views: ___, ...others } = design
      const isEmpty = Object.keys({ ...views, ...others }).length === 0
      await database.writeDesigns(() => (isEmpty ? pouch.remove(id, _rev) : pouch.put({ ...design, views })))
      database.changed()
    })
    return { ok: true }
  }
}

async function find(database: Database, body: JsonObject) {
  const request = readFind(body)
  const { docs, warning } = await database.use((pouch) => findDocs(database, pouch, request))
  return {
    docs,
    bookmark: docs.length === 0 ? 'nil' : bookmarkAt(request.skip + docs.length),
    ...(warning !== undefined && { warning }),
  }
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
/** Members that are checked and ignored: there is only one copy of the data, and it is always up to date. */
const PASSED_OVER: Record<string, { takes: (value: unknown) => boolean; error: string }> = {
  r: { takes: (value) => Number.isInteger(value) && Number(value) > 0, error: 'invalid_pos_integer' },
  conflicts: { takes: isBoolean, error: 'invalid_boolean' },
  stale: {
    takes: (value) => ['ok', 'false', false].some((known) => known === value),
    error: 'invalid_ok_or_false_value',
  },
  update: { takes: isBoolean, error: 'invalid_boolean' },
  stable: { takes: isBoolean, error: 'invalid_boolean' },
  execution_stats: { takes: isBoolean, error: 'invalid_boolean' },
  partition: { takes: (value) => typeof value === 'string', error: 'illegal_partition' },
}
const READ = ['selector', 'limit', 'skip', 'sort', 'fields', 'bookmark', 'use_index', 'allow_fallback']

/** Reads a request with CouchDB's error messages (`mango_opts`, `mango_error`). */
function readFind(body: JsonObject): FindRequest {
  if (body.selector === undefined) throw badRequest('Missing required key: selector', 'missing_required_key')
  for (const [name, value] of Object.entries(body)) {
    if (READ.includes(name)) continue
    const member = Object.hasOwn(PASSED_OVER, name) ? PASSED_OVER[name] : undefined
    if (!member) throw badRequest(`Invalid key ${name.slice(0, 100)} for this request.`, 'invalid_key')
    if (!member.takes(value)) throw badRequest(`Invalid value for \`${name}\``, member.error)
  }
  const { allow_fallback: allowFallback = true } = body
  if (typeof allowFallback !== 'boolean') throw badRequest('Invalid value for `allow_fallback`', 'invalid_boolean')
  return {
    selector: normalizeSelector(body.selector),
    limit: whole(body, 'limit') ?? DEFAULT_LIMIT,
    skip: (whole(body, 'skip') ?? 0) + positionOf(body.bookmark),
    fields: fieldNames(body.fields ?? []),
    sort: readSort(body.sort ?? []),
    useIndex: readUseIndex(body.use_index ?? []),
    allowFallback,
  }
}

function whole(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw badRequest(`Invalid value for \`${name}\`: must be a non-negative integer`, 'invalid_non_neg_integer')
  return value
}

/** A bookmark of the embedded server is the position that was reached. */
const bookmarkAt = (position: number) => Buffer.from(`m${position}`).toString('base64url')

function positionOf(bookmark: unknown): number {
  if (bookmark === undefined || bookmark === null || bookmark === '' || bookmark === 'nil') return 0
  const [, digits] = /^m(\d{1,12})$/.exec(Buffer.from(String(bookmark), 'base64url').toString()) ?? []
  if (digits === undefined) throw badRequest('Invalid bookmark value', 'invalid_bookmark')
  return Number(digits)
}

function fieldNames(value: unknown): string[] {
  if (!Array.isArray(value)) throw badRequest('`fields` must be a list of strings', 'invalid_fields')
  return value.map((field: unknown) => {
    if (typeof field !== 'string') throw badRequest('`fields` must be a list of strings', 'invalid_field')
    return checkFieldName(field)
  })
}

function readSort(value: unknown): [field: string, direction: string][] {
  if (!Array.isArray(value)) throw badRequest('Sort must be an array of sort specs', 'invalid_sort_json')
  const sort = value.map((item: unknown): [string, string] => {
    const [[field, direction] = [], ...others] = isObject(item) ? Object.entries(item) : [[item, 'asc']]
    if (typeof field !== 'string' || others.length > 0 || (direction !== 'asc' && direction !== 'desc'))
      throw badRequest('Invalid sort field', 'invalid_sort_field')
    return [checkFieldName(field), direction]
  })
  if (new Set(sort.map(([, direction]) => direction)).size > 1)
    throw badRequest('Sorts currently only support a single direction for all fields.', 'unsupported_mixed_sort')
  return sort
}

/** Reads `ddoc`, `ddoc/name`, or a list of both; a prefix `_design/` is optional. */
function readUseIndex(value: unknown): string[] {
  const parts = typeof value === 'string' ? value.replace(/^_design\//, '').split('/') : value
  if (Array.isArray(parts) && parts.length <= 2 && parts.every((part) => typeof part === 'string')) return parts
  throw badRequest('Invalid index name', 'invalid_index_name')
}

async function createIndex(database: Database, body: JsonObject) {
  if (body.type !== undefined && body.type !== 'json')
    throw new Failure(501, 'not_implemented', 'The embedded server keeps json indexes only.')
  const wrong = (reason: string) => badRequest(reason, 'invalid_index_json')
  if (!isObject(body.index)) throw wrong('`index` must be an object')
  const { fields, partial_filter_selector: partial } = body.index
  if (!Array.isArray(fields) || fields.length === 0) throw wrong('`fields` must be a non-empty list')
  const view = indexView(readSort(fields), partial)
  // Two equal requests create one index; a different name creates another one.
  const made = createHash('sha1')
    .update(JSON.stringify([view, body.ddoc, body.name]))
    .digest('hex')
  const id = `_design/${nameOf(body.ddoc, made, 'ddoc')}`
  const name = nameOf(body.name, made, 'name')
  return database.exclusive(async (pouch) => {
    const design = (await queryDesign(pouch, id)) ?? { _id: id, language: 'query' }
    const changed: Doc = { ...design, views: { ...Object(design.views), [name]: view } }
    if (isSame(indexNamed(design, name), indexNamed(changed, name))) return { result: 'exists', id, name }
    await database.writeDesigns(() => pouch.put(changed))
    database.everSeen = undefined
    database.changed()
    return { result: 'created', id, name }
  })
}

/** Returns the design document or undefined; throws if it is not one for indexes. */
async function queryDesign(pouch: Pouch, id: string): Promise<Doc | undefined> {
  const design = await pouch.get(id).catch((error: unknown) => {
    if (isObject(error) && error.status === 404) return undefined
    throw error
  })
  if (design && design.language !== 'query')
    throw badRequest('Existing design doc has an invalid language', 'invalid_ddoc_lang')
  return design
}

const indexNamed = (design: Doc, name: string) => indexesIn(design).find((index) => index.name === name)

/** Two indexes with the same fields in a different order are different. */
const isSame = (one: Index | undefined, other: Index | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Refuses a slash in a name, because the index could not be found later (see `indexesIn`). */
function nameOf(value: unknown, fallback: string, what: string): string {
  if (value === undefined || value === null || value === '') return fallback
  const name = typeof value === 'string' ? value.replace(/^_design\//, '') : ''
  if (name === '' || name === '__proto__' || name.includes('/') || name.length > 200)
    throw badRequest(`Invalid ${what}`, 'invalid_index_json')
  return name
}
