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
 * indexes hold it as null), and design documents do not count among the skipped ones.
 */
export async function findDocs(
  pouch: Pouch,
  { skip, limit, fields, ...query }: FindRequest,
): Promise<{ docs: JsonObject[]; warning?: string }> {
  if (limit === 0) return { docs: [] }
  const required = requiredFields(query.selector).map(parseField)
  for (let asked = skip + limit; ; asked *= 4) {
    const { docs, warning } = await ask(pouch, { ...query, limit: asked })
    const matching = docs.filter((doc) => required.every((path) => valueAt(doc, path) !== undefined))
    if (docs.length === asked && matching.length < skip + limit) continue
    const page = matching.slice(skip, skip + limit)
    return { docs: fields ? page.map((doc) => project(doc, fields)) : page, ...(warning ? { warning } : {}) }
  }
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

function project(doc: JsonObject, fields: string[]): JsonObject {
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
