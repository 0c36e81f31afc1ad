import http from 'pouchdb-adapter-http'
import idb from 'pouchdb-adapter-idb'
import PouchDB from 'pouchdb-core'
import replication from 'pouchdb-replication'
import { watchTransactions } from './connections.ts'

export type Pouch = PouchDB.Database
export type Replication = PouchDB.Replication.Replication<object>

let isEquipped = false

/** Not at import: the adapter looks for IndexedDB there and then, and tests bring theirs along later. */
function equipped(): PouchDB.Static {
  if (!isEquipped) {
    watchTransactions()
    PouchDB.plugin(idb).plugin(http).plugin(replication)
  }
  isEquipped = true
  return PouchDB
}

/** A database in this browser. */
export function openLocal(name: string): Pouch {
  const Local = equipped()
  return new Local(name, { adapter: 'idb', auto_compaction: true })
}

/** A database behind the gate; `skip_setup`: asking whether it exists would be a request for nothing. */
export function openHttp(url: string, fetch: typeof globalThis.fetch): Pouch {
  const Remote = equipped()
  return new Remote(url, {
    adapter: 'http',
    skip_setup: true,
    fetch,
  } as PouchDB.Configuration.RemoteDatabaseConfiguration)
}
