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

/** Opens a database in this browser. */
export function openLocal(name: string): Pouch {
  const Local = equipped()
  return new Local(name, { adapter: 'idb', auto_compaction: true })
}
