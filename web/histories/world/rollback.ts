/** The contents of a browser's database at one moment. */
export interface Snapshot {
  name: string
  version: number
  stores: {
    name: string
    options: IDBObjectStoreParameters
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
    entries: { key: IDBValidKey; value: unknown }[]
  }[]
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
  })

/** Copies the database: a browser may have this older state on its disk while the page already has more. */
export async function takeSnapshot(name: string): Promise<Snapshot> {
  const db = await done(indexedDB.open(name))
  const transaction = db.transaction([...db.objectStoreNames], 'readonly')
  const stores = await Promise.all(
    [...db.objectStoreNames].map(async (storeName) => {
      const store = transaction.objectStore(storeName)
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      return {
        name: storeName,
        options: { keyPath: store.keyPath, autoIncrement: store.autoIncrement },
        indexes: [...store.indexNames].map((indexName) => {
          const { keyPath, unique, multiEntry } = store.index(indexName)
          return { name: indexName, keyPath, unique, multiEntry }
        }),
        entries: keys.map((key, i) => ({ key, value: values[i] })),
      }
    }),
  )
  const { version } = db
  db.close()
  return { name, version, stores }
}

/** Restores the database, as after a power loss. No page may have it open. */
export async function putBack({ name, version, stores }: Snapshot): Promise<void> {
  await done(indexedDB.deleteDatabase(name))
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => {
    for (const { name: storeName, options, indexes } of stores) {
      const store = opening.result.createObjectStore(storeName, options)
      for (const { name: indexName, keyPath, unique, multiEntry } of indexes)
        store.createIndex(indexName, keyPath, { unique, multiEntry })
    }
  }
  const db = await done(opening)
  const transaction = db.transaction(
    stores.map((store) => store.name),
    'readwrite',
  )
  for (const { name: storeName, options, entries } of stores) {
    const store = transaction.objectStore(storeName)
    for (const { key, value } of entries) {
      if (options.keyPath === null || options.keyPath === undefined) store.put(value, key)
      else store.put(value)
    }
  }
  await ended(transaction)
  db.close()
}
