import { createRequire } from 'node:module'

/**
 * CouchDB's order of values: null, false, true, numbers, texts, lists, objects. PouchDB's indexes are sorted by it (texts
 * by code unit), so that a condition and a range of keys mean the same.
 */
// Required, not imported: the package has no types.
export const { collate } = createRequire(import.meta.url)('pouchdb-collate') as {
  collate: (left: unknown, right: unknown) => number
}
