import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#model'
import { aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { askOf } from '../ask.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
}, 120_000)
afterEach(() => all.closeDevices())
afterAll(() => all.close())

async function setMaintenance(maintenance: boolean) {
  const { deskSettings } = all.service.services
  const { version, emailNotifications, autoApproval } = await deskSettings.get()
  await deskSettings.change({ version, emailNotifications, autoApproval, maintenance }, 'admin')
}

test.each(['an account', 'a visitor'])(
  'in maintenance the device of %s keeps an order, says why, and sends it when maintenance ends',
  async (who) => {
    const device = all.device()
    device.supervisor.start()
    const unfollow = device.status.subscribe(() => {})
    if (who === 'an account') await all.signIn(device, anEmail())
    await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
    await setMaintenance(true)
    await askOf(() => device)(placeOrder, aPlaceOrder())
    await eventually(() =>
      expect(device.status.get()).toMatchObject({ state: 'waiting', isMaintenance: true, unsent: 1 }),
    )
    expect(device.status.get()).not.toHaveProperty('retryAt')

    await setMaintenance(false)
    device.wake('online')
    await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
    expect(device.status.get()).not.toHaveProperty('isMaintenance')
    unfollow()
  },
)
