import type { Device } from './device.ts'
import { here } from './here.ts'
import { recoverMailbox, takeNewDeviceAfterRollback } from './local/recover.ts'

let hasStarted = false

/** Opens the local data and keeps it in step from now on. Needs no network, and may be called again. */
export function startData(): void {
  if (hasStarted) return
  hasStarted = true
  const device = here()
  device.supervisor.start()
  setInOrder(device).catch((error: unknown) => console.warn('the local data could not be set in order', error))
}

async function setInOrder({ environment, pointer, databases, session }: Device) {
  await recoverMailbox({ pointer, databases })
  await takeNewDeviceAfterRollback(environment.values, { pointer, databases })
  await Promise.all([session.current(), databases.destroyLeftovers()])
}
