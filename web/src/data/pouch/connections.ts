export type StorageFailure = 'full' | 'failing'

const lostListeners = new Set<(database: string) => void>()
const failureListeners = new Set<(failure: StorageFailure, database: string) => void>()
/** How often the loss of a database was told, and how often it had been when a connection was first used. */
const losses = new Map<string, number>()
const lossesBefore = new WeakMap<IDBDatabase, number>()

/**
 * Hears once of a database whose connection turns out to be closed, be it that the browser or PouchDB did it. Whoever hears
 * gives up every connection to it that was used so far; what still works on those is not told of again.
 */
export const onLostConnection = (listener: (database: string) => void) => listen(lostListeners, listener)

/** Hears of every write that the storage itself gave up: no room, or a disk that fails. */
export const onStorageFailure = (listener: (failure: StorageFailure, database: string) => void) =>
  listen(failureListeners, listener)

/**
 * PouchDB can neither be told to ask for durability nor tells when it has lost its connection, and its changes feeds then
 * go silent. Both are seen to where every transaction begins.
 *
 * Browsers may tell of a write before it is on the disk, and lose it with the power: transactions that write ask for more
 * (where it is not offered, it changes nothing). They also close connections by themselves, on a storage that is broken
 * or full, and a transaction can no more be begun. A write without room ends in an abort, which PouchDB tells to whoever
 * wrote, be it a replication; here it is heard of for all of them.
 */
export function watchTransactions(): void {
  if (typeof IDBDatabase === 'undefined') return
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode !== 'readwrite') return begin(this, () => transaction.call(this, names, mode, options))
    const begun = begin(this, () => transaction.call(this, names, mode, { durability: 'strict', ...options }))
    begun.addEventListener('abort', (event) => {
      tellFailed(begun)
      if (begun.error?.name === 'QuotaExceededError') keepWorking(begun, event)
    })
    return begun
  }
}

function begin(connection: IDBDatabase, transaction: () => IDBTransaction): IDBTransaction {
  if (!lossesBefore.has(connection)) lossesBefore.set(connection, lossesOf(connection))
  try {
    return transaction()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') tellLost(connection)
    throw error
  }
}

function tellLost(connection: IDBDatabase) {
  const name = nameOf(connection)
  const told = lossesOf(connection)
  if (lossesBefore.get(connection) !== told) return
  losses.set(name, told + 1)
  for (const listener of [...lostListeners]) listener(name)
}

/** PouchDB opens a database with this one. */
const OPENING = 'detect-blob-support'

/**
 * On a full storage PouchDB would close the connection, and could open none, for want of room for notes that it need not
 * make: nothing that is stored could be read any more. And whoever writes a `_local` document would wait for ever.
 */
function keepWorking(transaction: IDBTransaction, event: Event) {
  event.stopPropagation()
  if (transaction.objectStoreNames.contains(OPENING)) transaction.oncomplete?.(event)
  else if (!transaction.onabort) transaction.onerror?.(event)
}

/** An abort without an error was asked for, and one over a double key is PouchDB's own affair. */
function tellFailed({ db, error }: IDBTransaction) {
  const failure = error && failureOf(error)
  if (failure) for (const listener of [...failureListeners]) listener(failure, nameOf(db))
}

/** What a storage error means to the person; absent: nothing that they could mend. */
function failureOf({ name }: { name: string }): StorageFailure | undefined {
  if (name === 'QuotaExceededError') return 'full'
  return ['UnknownError', 'NotReadableError', 'TransientError'].includes(name) ? 'failing' : undefined
}

const lossesOf = (connection: IDBDatabase) => losses.get(nameOf(connection)) ?? 0

const nameOf = ({ name }: IDBDatabase) => name.replace(/^_pouch_/, '')

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
