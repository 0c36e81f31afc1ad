import idb from 'pouchdb-adapter-idb'
import PouchDB from 'pouchdb-core'
import { watchTransactions } from './connections.ts'

export type Pouch = PouchDB.Database
export type Replication = PouchDB.Replication.Replication<object>

let isEquipped = false

/** Not at import: the adapter looks for IndexedDB when it is registered, and tests install theirs later. */
function equipped(): PouchDB.Static {
  if (!isEquipped) {
    watchTransactions()
    PouchDB.plugin(idb)
  }
  isEquipped = true
  return PouchDB
}

/**
 * Each replication, changes feed and running read of changes listens at its database: about five at rest, and twice as
 * many while much happens at once. Above this number Node and the browser warn of a leak.
 */
const MOST_LISTENERS = 20

/** Opens a database in this browser. */
export function openLocal(name: string): Pouch {
  const Local = equipped()
  const db = new Local(name, { adapter: 'idb', auto_compaction: true })
  db.setMaxListeners(MOST_LISTENERS)
  return db
}
