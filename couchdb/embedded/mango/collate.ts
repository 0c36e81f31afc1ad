import { createRequire } from 'node:module'

// Loaded with `require`, because the package has no types.
const require = createRequire(import.meta.url)

/**
 * Compares in CouchDB's order: null, false, true, numbers, texts, lists, objects. PouchDB's indexes have the same order
 * (texts by code unit), so a condition and a range of keys select the same documents.
 */
export const { collate } = require('pouchdb-collate') as { collate: (left: unknown, right: unknown) => number }
