import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import type { Databases } from './databases.ts'
import type { KeyValue } from './key-value.ts'
import { asPointer, type Pointer, type PointerStore, withNewDevice } from './pointer.ts'

interface Parts {
  pointer: PointerStore
  databases: Databases
}

/** A copy of the pointer beside the data it points to. */
export const keepPointerCopy = (db: Pouch, pointer: Pointer) =>
  changeLocal<{ pointer?: Pointer }>(db, 'pointer', {}, () => ({ pointer }))

/** Where `localStorage` was lost and the databases were not, the mailbox is taken up again, with all that waits in it. */
export async function recoverMailbox({ pointer, databases }: Parts): Promise<void> {
  if (!pointer.wasLost || pointer.get().signedIn) return
  const { database } = pointer.get()
  const [candidate, ...others] = await databases.otherMailboxes()
  if (candidate === undefined || others.length > 0) return
  const kept = await readLocal<{ pointer?: unknown }>(databases.open(candidate), 'pointer', {})
  const copy = asPointer(kept.pointer)
  if (copy?.database !== candidate || pointer.get().database !== database) return
  // How much of the storage is old is not known: from now on this is another device.
  pointer.set(withNewDevice(copy))
  await databases.destroy(database)
}

const WRITTEN = 'mogra_written'

/** Remembers beside the database how far it had come. */
export async function noteWritten(values: KeyValue, db: Pouch): Promise<void> {
  const { update_seq } = await db.info()
  values.set(WRITTEN, `${db.name} ${update_seq}`)
}

/** After a power loss a browser may come back with an older state; what is written on it is another device's. */
export async function takeNewDeviceAfterRollback(values: KeyValue, { pointer, databases }: Parts): Promise<void> {
  const [name, seq] = (values.get(WRITTEN) ?? '').split(' ')
  const { db } = databases.mailbox()
  if (name !== db.name) return
  const { update_seq } = await db.info()
  if (Number(update_seq) >= Number(seq)) return
  values.set(WRITTEN, undefined)
  pointer.set(withNewDevice(pointer.get()))
}
