import { vi } from 'vitest'

/**
 * From now on no writing transaction can be committed, as on a full disk; the returned function frees the space again.
 */
export function fillStorage(): () => void {
  const writing = new WeakSet<IDBTransaction>()
  const { put, add } = IDBObjectStore.prototype
  const { dispatchEvent } = IDBTransaction.prototype
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      writing.add(this.transaction)
      return put.apply(this, given)
    }),
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
      writing.add(this.transaction)
      return add.apply(this, given)
    }),
    vi.spyOn(IDBTransaction.prototype, 'dispatchEvent').mockImplementation(function (this: IDBTransaction, event) {
      if (event.type !== 'complete' || !writing.has(this)) return dispatchEvent.call(this, event)
      abortForWantOfRoom(this)
      return true
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

/** The fake's internal method to abort a transaction, which a browser would do itself. */
const abortForWantOfRoom = (transaction: IDBTransaction) =>
  (transaction as unknown as { _abort(error: string): void })._abort('QuotaExceededError')
