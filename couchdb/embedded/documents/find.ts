import { isObject, type JsonObject } from '../http/json.ts'
import type { Pouch } from '../store/pouch.ts'

export interface FindRequest {
  selector: JsonObject
  limit: number
  skip: number
  fields?: string[]
  sort?: JsonObject[]
  use_index?: string | string[]
}

/**
 * pouchdb-find with CouchDB's rules put right: a document without the field never matches a condition on it (PouchDB's
 * indexes hold it as null), nor is it sorted by it, and design documents do not count among those asked for.
 */
export async function findDocs(
  pouch: Pouch,
  { fields, ...request }: FindRequest,
): Promise<{ docs: JsonObject[]; warning?: string }> {
  if (request.limit === 0) return { docs: [] }
  const { skip, limit, ...query } = await planned(pouch, request)
  const required = requiredFields(query.selector).map(parseField)
  const designs = (await pouch.allDocs({ startkey: '_design/', endkey: '_design0' })).rows.length
  for (let asked = skip + limit; ; asked *= 4) {
    const { docs, warning } = await ask(pouch, { ...query, limit: asked + designs })
    const matching = docs.filter((doc) => required.every((path) => valueAt(doc, path) !== undefined))
    if (docs.length >= asked && matching.length < skip + limit) continue
    const page = matching.slice(skip, skip + limit)
    return { docs: fields ? page.map((doc) => project(doc, fields)) : page, ...(warning ? { warning } : {}) }
  }
}

/**
 * The request as pouchdb-find can plan it: what is sorted by has to be there, and before the fields that are sorted by
 * come those that the index has in front of them, when the selector knows their value.
 */
export async function planned(pouch: Pouch, { selector, sort, ...request }: FindRequest): Promise<FindRequest> {
  if (!sort) return { selector, ...request }
  const fields = sort.flatMap((item) => Object.keys(item))
  const missing = fields.filter((field) => field !== '_id' && !isIndexed(selector[field]))
  const required = missing.map((field) => [field, { ...Object(selector[field]), $exists: true }])
  const isKnown = (field: string) => isObject(selector[field]) && '$eq' in selector[field]
  const { indexes } = await pouch.getIndexes()
  const leading = indexes
    .filter(({ ddoc, name }) => request.use_index === undefined || isMeant(request.use_index, ddoc, name))
    .map(({ def }) => Object(def).fields.flatMap(Object.keys) as string[])
    .filter(
      (names) => names.length > fields.length && fields.every((field, at) => names.at(at - fields.length) === field),
    )
    .map((names) => names.slice(0, -fields.length))
    .find((names) => names.every(isKnown))
  const [direction = 'asc'] = sort.flatMap((item) => Object.values(item))
  return {
    ...request,
    selector: { ...selector, ...Object.fromEntries(required) },
    sort: [...(leading ?? []).map((field) => ({ [field]: direction })), ...sort],
  }
}

const isIndexed = (condition: unknown) =>
  isObject(condition) && ['$eq', '$gt', '$gte', '$lt', '$lte', '$exists'].some((operator) => operator in condition)

function isMeant(wanted: string | string[], ddoc: unknown, name: unknown): boolean {
  const [wantedDdoc = '', wantedName] = [wanted].flat()
  const isSame = `_design/${wantedDdoc.replace(/^_design\//, '')}` === ddoc
  return isSame && (wantedName === undefined || wantedName === name)
}

/** An index that was asked for and does not serve is passed over with a warning. */
async function ask(pouch: Pouch, { use_index: index, ...query }: JsonObject) {
  if (index === undefined) return pouch.find(query)
  try {
    return await pouch.find({ ...query, use_index: index })
  } catch (error) {
    if (!isObject(error) || !['unknown_error', 'no_usable_index'].includes(String(error.error))) throw error
    const { docs, warning } = await pouch.find(query)
    const passedOver = `${index} was not used because it does not contain a valid index for this query.`
    return { docs, warning: warning ? `${passedOver}\n${warning}` : passedOver }
  }
}

function requiredFields(selector: JsonObject): string[] {
  return Object.entries(selector).flatMap(([key, condition]) => {
    if (key === '$and' && Array.isArray(condition)) return condition.flatMap(requiredFields)
    if (key.startsWith('$')) return []
    return isObject(condition) && condition.$exists === false ? [] : [key]
  })
}

/** `a.b` is b within a; `a\.b` is a field with a dot in its name. */
const parseField = (field: string): string[] =>
  field.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.').replaceAll('\\$', '$'))

function valueAt(doc: unknown, path: string[]): unknown {
  let value = doc
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

export function project(doc: JsonObject, fields: string[]): JsonObject {
  const picked: JsonObject = {}
  for (const path of fields.map(parseField)) {
    const value = valueAt(doc, path)
    const last = path.at(-1)
    if (value === undefined || last === undefined) continue
    let target = picked
    for (const part of path.slice(0, -1)) {
      const next = isObject(target[part]) ? target[part] : {}
      target[part] = next
      target = next
    }
    target[last] = value
  }
  return picked
}
