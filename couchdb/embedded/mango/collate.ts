import { createRequire } from 'node:module'

// Required, not imported: the package has no types.
const require = createRequire(import.meta.url)

/**
 * CouchDB's order of values: null, false, true, numbers, texts, lists, objects. PouchDB's indexes are sorted by it (texts
 * by code unit), so that a condition and a range of keys mean the same.
 */
export const { collate } = require('pouchdb-collate') as { collate: (left: unknown, right: unknown) => number }
