export type StorageFailure = 'full' | 'failing'

const lostListeners = new Set<(database: string) => void>()
const failureListeners = new Set<(failure: StorageFailure, database: string) => void>()
/** How many losses of a database were reported, and how many had been when a connection was first used. */
const losses = new Map<string, number>()
const lossesBefore = new WeakMap<IDBDatabase, number>()

/**
 * Calls `listener` once when a database's connection turns out to be closed, by the browser or by PouchDB. The listener
 * must give up every connection to it that was used so far; those are not reported again, even if they still work.
 */
export const onLostConnection = (listener: (database: string) => void) => listen(lostListeners, listener)

/** Calls `listener` for every write that the storage aborted: there was no space, or the disk fails. */
export const onStorageFailure = (listener: (failure: StorageFailure, database: string) => void) =>
  listen(failureListeners, listener)

/**
 * PouchDB has no option for durability, and does not report a lost connection: its changes feeds go silent. Both are
 * handled here, where every transaction begins.
 *
 * Browsers may report a write before it is on the disk, and lose it when the power fails: transactions that write ask
 * for strict durability (browsers without it ignore the option). Browsers also close connections by themselves when the
 * storage is broken or full; no transaction can begin on them any more. A write without space is aborted. PouchDB
 * reports that only to the writer, which may be a replication; here it is seen for all of them.
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

/** The object store of the transaction with which PouchDB opens a database. */
const OPENING = 'detect-blob-support'

/**
 * On a full storage PouchDB would close the connection, and could open no other, because it has no space for records
 * that it does not need: stored data could not be read any more. And a write of a `_local` document would never end.
 */
function keepWorking(transaction: IDBTransaction, event: Event) {
  event.stopPropagation()
  if (transaction.objectStoreNames.contains(OPENING)) transaction.oncomplete?.(event)
  else if (!transaction.onabort) transaction.onerror?.(event)
}

/** An abort without an error was intended, and one because of a duplicate key is handled by PouchDB. */
function tellFailed({ db, error }: IDBTransaction) {
  const failure = error && failureOf(error)
  if (failure) for (const listener of [...failureListeners]) listener(failure, nameOf(db))
}

/** The meaning of a storage error for the person; undefined if it is nothing that they can solve. */
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
