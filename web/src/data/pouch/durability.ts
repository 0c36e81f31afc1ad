/**
 * Browsers may tell of a write before it is on the disk, and lose it with the power; PouchDB cannot be told to ask for
 * more. So every transaction that writes asks for it here. Where it is not offered, it changes nothing.
 */
export function writeDurably(): void {
  if (typeof IDBDatabase === 'undefined') return
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    return transaction.call(this, names, mode, mode === 'readwrite' ? { durability: 'strict', ...options } : options)
  }
}
