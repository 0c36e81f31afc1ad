import { type ChangeFilter, designFilter, selectorFilter, viewFilter } from '../documents/filters.ts'
import { badRequest, Failure } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Call } from '../http/resource.ts'
import { checkFieldName } from '../mango/field-path.ts'
import { normalizeSelector, type Selector } from '../mango/selector.ts'
import type { Database } from '../store/database.ts'

/** Returns the filter that `filter` names. `_selector` needs the documents in the rows. */
export async function changesFilter(
  call: Call,
  database: Database,
  body: JsonObject,
): Promise<ChangeFilter | undefined> {
  const { parameters } = call
  const name = parameters.text('filter') ?? ''
  if (name === '') return undefined
  if (name === '_selector')
    return selectorFilter(database, changesSelector(body.selector), parameters.flag('include_docs'))
  if (name === '_doc_ids') {
    const ids = parameters.withBody(body).texts('doc_ids')
    if (!ids) throw badRequest('`doc_ids` filter parameter is not a list of doc ids.')
    const wanted = new Set(ids)
    return async (rows) => rows.filter((row) => wanted.has(row.id))
  }
  if (name === '_design') return async (rows) => rows.filter((row) => row.id.startsWith('_design/'))
  if (name === '_view') {
    const view = parameters.text('view') ?? ''
    if (view === '') throw badRequest('`view` filter parameter is not provided.')
    return viewFilter(database, view)
  }
  if (name.startsWith('_')) throw badRequest('unknown builtin filter name')
  return designFilter(database, name, requestOf(call, database))
}

/** Reads the selector of a filter; every error of Mango becomes a bad request. */
function changesSelector(value: unknown): Selector {
  if (!isObject(value)) throw badRequest('Selector error: expected a JSON object')
  try {
    return normalizeSelector(value)
  } catch (error) {
    throw error instanceof Failure && error.status === 400 ? badRequest(error.message) : error
  }
}

/** Returns the requested fields; undefined means the whole document. */
export function changesFields(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badRequest('Selector error: fields must be JSON array')
  if (!value.every((field) => typeof field === 'string')) throw badRequest('Selector error: fields must be strings')
  return value.length > 0 ? value.map(checkFieldName) : undefined
}

/** Returns the request object of a filter function, with CouchDB's members but without the credentials. */
function requestOf({ request, user }: Call, database: Database) {
  const { authorization: _, cookie: __, ...headers } = request.headers
  return {
    method: request.method,
    path: request.url.split('?', 1)[0]?.split('/').slice(1).map(decodeURIComponent),
    raw_path: request.url,
    query: request.query,
    headers,
    userCtx: { db: database.meta.name, name: user.name, roles: user.roles },
    secObj: database.meta.security,
  }
}
