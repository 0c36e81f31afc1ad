import { isObject, type JsonObject } from '../http/json.ts'
import { collate } from './collate.ts'
import { hasField, parseField, valueAt } from './field-path.ts'
import { matcher } from './matcher.ts'
import { normalizeSelector, type Selector } from './selector.ts'

export interface Index {
  /** The design document's id; null for `_all_docs`. */
  ddoc: string | null
  name: string
  /** The fields with their declared order, `asc` or `desc`. */
  fields: JsonObject
  partialFilter: Selector | undefined
}

const ALL_DOCS: Index = { ddoc: null, name: '_all_docs', fields: { _id: 'asc' }, partialFilter: undefined }

export const columnsOf = ({ fields }: Index): string[] => Object.keys(fields)

/** Formats an index as CouchDB's `_index` and `_explain` return it. */
export function indexJson({ ddoc, name, fields, partialFilter }: Index): JsonObject {
  const def = {
    fields: Object.entries(fields).map(([field, direction]) => ({ [field]: direction })),
    ...(partialFilter && { partial_filter_selector: partialFilter }),
  }
  return ddoc === null ? { ddoc, name, type: 'special', def } : { ddoc, name, type: 'json', partitioned: false, def }
}

/** Returns `_all_docs` and the indexes that these design documents declare; only those of the language `query` do. */
export function indexesAmong(designs: readonly JsonObject[]): Index[] {
  const declared = designs.filter(({ language }) => language === 'query').flatMap(indexesIn)
  return [ALL_DOCS, ...declared.toSorted((one, other) => collate([one.ddoc, one.name], [other.ddoc, other.name]))]
}

export const indexesIn = (design: JsonObject): Index[] =>
  Object.entries(Object(design.views)).flatMap(([name, view]) => {
    const { map } = Object(view)
    // PouchDB finds a view by `ddoc/name`, and would find a wrong one if either contained a slash.
    if (!isObject(map) || !isObject(map.fields) || `${design._id}/${name}`.split('/').length !== 3) return []
    return [{ ddoc: String(design._id), name, fields: map.fields, partialFilter: partialFilterOf(map) }]
  })

function partialFilterOf({ partial_filter_selector: filter }: JsonObject): Selector | undefined {
  const selector = isObject(filter) ? normalizeSelector(filter) : {}
  return Object.keys(selector).length > 0 ? selector : undefined
}

/** Returns the view of an index, as CouchDB writes it into a design document. */
export const indexView = (fields: [field: string, direction: string][], filter: unknown): JsonObject => ({
  map: {
    fields: Object.fromEntries(fields),
    partial_filter_selector: filter === undefined ? {} : normalizeSelector(filter),
  },
  reduce: '_count',
  options: {
    def: {
      fields: fields.map(([field, direction]) => ({ [field]: direction })),
      ...(filter !== undefined && { partial_filter_selector: filter }),
    },
  },
})

/**
 * The map function of an index for pouchdb-abstract-mapreduce. The key is the value of the field, or a list of values
 * for several fields. A document without one of the fields is not in the index, as in CouchDB.
 */
export function indexMapper(map: JsonObject, emit: (key: unknown, value: unknown) => void): (doc: unknown) => void {
  let paths: string[][] | undefined
  let isMeant: (doc: unknown) => boolean = () => true
  return (doc) => {
    if (!paths) {
      paths = Object.keys(Object(map.fields)).map(parseField)
      isMeant = matcher(partialFilterOf(map) ?? {})
    }
    const values = paths.map((path) => valueAt(doc, path))
    if (values.every(hasField) && isMeant(doc)) emit(values.length === 1 ? values[0] : values, null)
  }
}
