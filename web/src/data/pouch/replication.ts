import http from 'pouchdb-adapter-http'
import PouchDB from 'pouchdb-core'
import replication from 'pouchdb-replication'

// Registered at import, and so once. Databases that are already open can replicate from then on too.
PouchDB.plugin(http).plugin(replication)

PouchDB.replicate = new Proxy(PouchDB.replicate, {
  apply: (replicate, Pouch, [source, ...rest]) => Reflect.apply(replicate, Pouch, [askedOnce(source), ...rest]),
})

/**
 * PouchDB's replication asks its source for `info` after every batch, for a progress that is not shown, and does not
 * handle a failure: if the database is closed meanwhile, the rejection is unhandled. So `info` is only asked once.
 */
function askedOnce(source: PouchDB.Database): PouchDB.Database {
  let info: ReturnType<typeof source.info> | undefined
  return new Proxy(source, {
    get(database, name) {
      if (name !== 'info') return Reflect.get(database, name)
      return () => {
        info ??= database.info()
        return info
      }
    },
  })
}

/** A database behind the gate. `skip_setup` saves the request that asks whether it exists. */
export function openHttp(url: string, fetch: typeof globalThis.fetch): PouchDB.Database {
  return new PouchDB(url, {
    adapter: 'http',
    skip_setup: true,
    fetch,
  } as PouchDB.Configuration.RemoteDatabaseConfiguration)
}
