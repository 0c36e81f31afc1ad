const listeners = new Set<(database: string) => void>()
const lost = new WeakSet<IDBDatabase>()

/** Hears once of every connection to a database that turns out to be closed, be it that the browser or PouchDB did it. */
export function onLostConnection(listener: (database: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * PouchDB can neither be told to ask for durability nor tells when it has lost its connection, and its changes feeds then
 * go silent. Both are seen to where every transaction begins.
 *
 * Browsers may tell of a write before it is on the disk, and lose it with the power: transactions that write ask for more
 * (where it is not offered, it changes nothing). They also close connections by themselves, on a storage that is broken
 * or full, and a transaction can no more be begun.
 */
export function watchTransactions(): void {
  if (typeof IDBDatabase === 'undefined') return
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    try {
      return transaction.call(this, names, mode, mode === 'readwrite' ? { durability: 'strict', ...options } : options)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'InvalidStateError') tellLost(this)
      throw error
    }
  }
}

function tellLost(connection: IDBDatabase) {
  if (lost.has(connection)) return
  lost.add(connection)
  for (const listener of [...listeners]) listener(connection.name.replace(/^_pouch_/, ''))
}
