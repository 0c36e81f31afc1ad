import type { KeyValue } from '../platform/key-value.ts'
import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import type { Databases } from './databases.ts'
import { asSessionState, type SessionState, type SessionStateStore, withNewDevice } from './session-state.ts'

interface Parts {
  sessionState: SessionStateStore
  databases: Databases
}

/** Keeps a copy of the session state in the mailbox that it names. */
export const keepSessionStateCopy = (db: Pouch, sessionState: SessionState) =>
  changeLocal<{ sessionState?: SessionState }>(db, 'pointer', {}, () => ({ sessionState }))

/**
 * Finds the mailbox again, with everything that waits in it, if `localStorage` was lost or is older than the databases
 * (browsers write it later).
 */
export async function recoverMailbox({ sessionState, databases }: Parts): Promise<void> {
  const before = sessionState.get()
  const copies = await Promise.all((await databases.otherMailboxes()).map((name) => copyIn(databases, name)))
  const kept = copies.filter((copy) => copy !== undefined)
  const successor = kept.find(({ replaced = [] }) => replaced.includes(before.database))
  const isOnlyOne = sessionState.wasLost && !before.signedIn && copies.length === 1
  const found = successor ?? (isOnlyOne ? kept[0] : undefined)
  if (!found || sessionState.get() !== before) return
  // Changes made here meanwhile are copied. It is not known how much of the storage is old, so this browser takes a new
  // device id.
  const devices = [...new Set([...found.devices, ...before.devices])]
  const { movedFrom = before.database } = found
  sessionState.set(withNewDevice({ ...found, devices, movedFrom }))
  if (movedFrom !== before.database) await databases.destroy(before.database)
}

async function copyIn(databases: Databases, name: string): Promise<SessionState | undefined> {
  const { sessionState } = await readLocal<{ sessionState?: unknown }>(databases.open(name), 'pointer', {})
  const copy = asSessionState(sessionState)
  return copy?.database === name ? copy : undefined
}

const WRITTEN = 'mogra_written'

/** Remembers the database's update sequence outside of it, so that a rollback can be noticed. */
export async function noteWritten(values: KeyValue, db: Pouch): Promise<void> {
  const { update_seq } = await db.info()
  values.set(WRITTEN, `${db.name} ${update_seq}`)
}

/** After a power loss a browser may come back with an older database. Its writes from then on need a new device id. */
export async function takeNewDeviceAfterRollback(values: KeyValue, { sessionState, databases }: Parts): Promise<void> {
  const [name, seq] = (values.get(WRITTEN) ?? '').split(' ')
  const { db } = databases.mailbox()
  if (name !== db.name) return
  const { update_seq } = await db.info()
  if (Number(update_seq) >= Number(seq)) return
  values.set(WRITTEN, undefined)
  sessionState.set(withNewDevice(sessionState.get()))
}
