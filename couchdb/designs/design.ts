import { createHash } from 'node:crypto'
import { compile } from '../../design-docs/compile.ts'
import type { DatabaseDeclaration, Index } from '../../design-docs/databases.ts'

export type JsonObject = Record<string, unknown>

/** A design document as it is declared. */
export interface Design {
  name: string
  body: JsonObject
  digest: string
}

/** Returns one design document for each index and view, so that a change rebuilds only what has changed. */
export async function designsOf({ name, indexes = [], views = [], hasValidator }: DatabaseDeclaration) {
  const designs = indexes.map((index) => designOf(index.name, indexBody(index)))
  for (const { name: view, reduce } of views) {
    const map = await compile(`${name}/views/${view}.ts`, 'map')
    const views = { [view]: { map, ...(reduce ? { reduce } : {}) } }
    designs.push(designOf(view, { language: 'javascript', views }))
  }
  if (hasValidator) {
    const validator = await compile(`${name}/validator.ts`, 'validate')
    designs.push(designOf('writers', { language: 'javascript', validate_doc_update: validator }))
  }
  return designs
}

export const designOf = (name: string, body: JsonObject): Design => ({ name, body, digest: digestOf(body) })

/** The body that CouchDB's `_index` would write. */
export function indexBody({ name, fields }: Index): JsonObject {
  const map = { fields: Object.fromEntries(fields.map((field) => [field, 'asc'])), partial_filter_selector: {} }
  return { language: 'query', views: { [name]: { map, reduce: '_count', options: { def: { fields } } } } }
}

/** The digest depends on the order of the members, because the order of an index's fields matters. */
export const digestOf = (body: JsonObject): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)
