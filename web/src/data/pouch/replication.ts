import http from 'pouchdb-adapter-http'
import PouchDB from 'pouchdb-core'
import replication from 'pouchdb-replication'

// At import, and so once. Databases that are open already can replicate from then on as well.
PouchDB.plugin(http).plugin(replication)

PouchDB.replicate = new Proxy(PouchDB.replicate, {
  apply: (replicate, Pouch, [source, ...rest]) => Reflect.apply(replicate, Pouch, [askedOnce(source), ...rest]),
})

/**
 * A replication asks its source after every batch how far it is, for a progress that nobody shows, and does not listen to
 * failures: of a database that is closed meanwhile they would be nobody's.
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

/** A database behind the gate; `skip_setup`: asking whether it exists would be a request for nothing. */
export function openHttp(url: string, fetch: typeof globalThis.fetch): PouchDB.Database {
  return new PouchDB(url, {
    adapter: 'http',
    skip_setup: true,
    fetch,
  } as PouchDB.Configuration.RemoteDatabaseConfiguration)
}
