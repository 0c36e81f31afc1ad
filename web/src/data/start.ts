import { keepPointerCopy, recoverMailbox, takeNewDeviceAfterRollback } from './local/recover.ts'
import type { Device } from './page/device.ts'
import { here } from './page/here.ts'
import { finishMove } from './session/switch-mailbox.ts'

let hasStarted = false

/** Opens the local data and keeps it in step from now on. Needs no network, and may be called again. */
export function startData(): void {
  if (hasStarted) return
  hasStarted = true
  const device = here()
  device.supervisor.start()
  setInOrder(device).catch((error: unknown) => console.warn('the local data could not be set in order', error))
}

/** A browser may close the connection to its storage meanwhile; the next one is opened at once. */
const TRIES = 3

/** What a page does before it trusts what it finds; exported for its tests. */
export async function setInOrder(device: Device): Promise<void> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const isDone = await setInOrderOnce(device).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  await setInOrderOnce(device)
}

async function setInOrderOnce({ environment, pointer, databases, session, storage }: Device) {
  await recoverMailbox({ pointer, databases })
  await takeNewDeviceAfterRollback(environment.values, { pointer, databases })
  await keepPointerCopy(databases.mailbox().db, pointer.get())
  await finishMove({ pointer, databases })
  await Promise.all([session.current(), databases.destroyLeftovers(), storage.measure()])
}
