import { keepSessionStateCopy, recoverMailbox, takeNewDeviceAfterRollback } from '../local/recovery.ts'
import { finishMigration } from '../session/mailbox-migration.ts'
import { currentDataLayer } from './current-data-layer.ts'
import type { DataLayer } from './data-layer.ts'

let hasStarted = false

/** Opens the local data and keeps it in sync from now on. Needs no network; further calls do nothing. */
export function startData(): void {
  if (hasStarted) return
  hasStarted = true
  const device = currentDataLayer()
  device.supervisor.start()
  setInOrder(device).catch((error: unknown) => console.warn('the local data could not be set in order', error))
}

/** A browser may close the connection to its storage meanwhile; the next try opens another. */
const TRIES = 3

/** Recovers and tidies the local data at the start of a page; exported for its tests. */
export async function setInOrder(device: DataLayer): Promise<void> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const isDone = await setInOrderOnce(device).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  await setInOrderOnce(device)
}

async function setInOrderOnce({ environment, sessionState: pointer, databases, session, storage }: DataLayer) {
  await recoverMailbox({ sessionState: pointer, databases })
  await takeNewDeviceAfterRollback(environment.values, { sessionState: pointer, databases })
  await keepSessionStateCopy(databases.mailbox().db, pointer.get())
  await finishMigration({ sessionState: pointer, databases })
  await Promise.all([session.current(), databases.destroyLeftovers(), storage.measure()])
}
