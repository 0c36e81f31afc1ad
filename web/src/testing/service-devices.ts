import type { Role } from '#model'
import { eventually } from './eventually.ts'
import { type FakeNetwork, openFakeNetwork } from './fake-network.ts'
import { type RealService, startRealService } from './real-service.ts'
import { type TestDevice, testDevice } from './test-device.ts'

export interface OnlineDevice extends TestDevice {
  line: FakeNetwork
}

export interface ServiceDevices {
  service: RealService
  /** A device on which nobody is signed in. */
  device(): OnlineDevice
  /** Signs in; creates the account if it does not exist. */
  signIn(device: OnlineDevice, email: string, role?: Role): Promise<void>
  /** Closes the devices that the test opened; the service stays. */
  closeDevices(): Promise<void>
  close(): Promise<void>
}

let people = 0
/** An e-mail address that no other test uses. */
export const anEmail = () => `person${people++}@device.example`

/**
 * Resolves when a device has counted the documents on both sides, as it does when it is first idle. What is written during
 * the count makes the numbers differ, and is then pushed twice.
 */
export async function counted({ line, databases }: OnlineDevice): Promise<void> {
  await eventually(() => {
    if (!line.answered.some((request) => /^GET \/db\/mailbox-[^/]+$/.test(request))) throw new Error('not counted yet')
  })
  await databases.mailbox().db.info()
}

/** Devices that use the real service. */
export async function openServiceDevices(): Promise<ServiceDevices> {
  const service = await startRealService()
  const opened: OnlineDevice[] = []

  async function closeDevices() {
    for (const device of opened.splice(0)) {
      device.line.cut()
      await device.close()
    }
  }
  return {
    service,
    device() {
      const line = openFakeNetwork()
      const device = Object.assign(testDevice({ origin: service.url, fetch: line.fetch }), { line })
      opened.push(device)
      return device
    },
    async signIn(device, email, role = 'CUSTOMER') {
      const { accounts } = service.services
      if (!(await accounts.findByEmail(email)))
        await accounts.create({ email, name: 'Asha Rathore', role, verified: true })
      const known = new Set(service.mails())
      const asked = await device.session.requestCode(email)
      if (!asked.ok) throw new Error(asked.error)
      const mail = await service.services.demoSmtp?.next(
        (one) => one.to === email && !known.has(one) && /\b\d{6}\b/.test(one.text),
      )
      const signedIn = await device.session.signIn(email, mail?.text.match(/\b\d{6}\b/)?.[0] ?? '')
      if (!signedIn.ok) throw new Error(signedIn.error)
    },
    closeDevices,
    async close() {
      await closeDevices()
      await service.close()
    },
  }
}
