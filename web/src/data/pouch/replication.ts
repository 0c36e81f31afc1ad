import http from 'pouchdb-adapter-http'
import PouchDB from 'pouchdb-core'
import replication from 'pouchdb-replication'

// At import, and so once. Databases that are open already can replicate from then on as well.
PouchDB.plugin(http).plugin(replication)

/** A database behind the gate; `skip_setup`: asking whether it exists would be a request for nothing. */
export function openHttp(url: string, fetch: typeof globalThis.fetch): PouchDB.Database {
  return new PouchDB(url, {
    adapter: 'http',
    skip_setup: true,
    fetch,
  } as PouchDB.Configuration.RemoteDatabaseConfiguration)
}
