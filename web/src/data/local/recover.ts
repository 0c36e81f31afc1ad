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

/**
 * Where `localStorage` was lost, or came back older than the databases (browsers write it later), the mailbox is taken up
 * again, with all that waits in it.
 */
export async function recoverMailbox({ pointer, databases }: Parts): Promise<void> {
  const before = pointer.get()
  const copies = await Promise.all((await databases.otherMailboxes()).map((name) => copyIn(databases, name)))
  const kept = copies.filter((copy) => copy !== undefined)
  const successor = kept.find(({ replaced = [] }) => replaced.includes(before.database))
  const isOnlyOne = pointer.wasLost && !before.signedIn && copies.length === 1
  const found = successor ?? (isOnlyOne ? kept[0] : undefined)
  if (!found || pointer.get() !== before) return
  // What was written here meanwhile comes along. How much of the storage is old is not known: this is another device now.
  const devices = [...new Set([...found.devices, ...before.devices])]
  const { movedFrom = before.database } = found
  pointer.set(withNewDevice({ ...found, devices, movedFrom }))
  if (movedFrom !== before.database) await databases.destroy(before.database)
}

async function copyIn(databases: Databases, name: string): Promise<Pointer | undefined> {
  const { pointer } = await readLocal<{ pointer?: unknown }>(databases.open(name), 'pointer', {})
  const copy = asPointer(pointer)
  return copy?.database === name ? copy : undefined
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
