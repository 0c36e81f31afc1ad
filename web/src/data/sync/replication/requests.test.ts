import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#model'
import { aPlaceOrder } from '../../../testing/documents.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  anEmail,
  counted,
  type OnlineDevice,
  openServiceDevices,
  type ServiceDevices,
} from '../../../testing/service-devices.ts'
import { read } from '../../../testing/two-devices.ts'
import { askOf } from '../../ask.ts'
import { orderById } from '../../orders/orders.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

const ofMailbox = ({ line }: OnlineDevice, since = 0) =>
  line.requests.slice(since).filter((request) => request.includes('/db/mailbox-'))

const isInStep = (device: OnlineDevice) =>
  eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))

async function aDeviceWith300Documents() {
  const device = all.device()
  device.status.subscribe(() => undefined)
  const email = anEmail()
  const account = await all.service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error('the address is new')
  await all.service.fillMailbox(
    account.mailbox.name,
    Array.from({ length: 300 }, (_, n) => ({
      ...{ _id: `favourite:f${n}:elsewhere`, type: 'favourite', device: 'elsewhere', flower: `f${n}`, on: true },
      updatedAt: '2026-11-21T10:00:00.000Z',
    })),
  )
  device.supervisor.start()
  await all.signIn(device, email)
  return device
}

const MOST_FOR_AN_ORDER = 7

/** Places the device's nth order, and returns the mailbox's requests until everything about it has arrived. */
async function requestsOfOrder(device: OnlineDevice, nth: number) {
  const before = device.line.requests.length
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  await eventually(async () => {
    const { databases } = device
    expect(await databases.mailbox().allOf('receipt')).toHaveLength(nth)
    expect(await databases.mailbox().allOf('notice')).toHaveLength(nth)
  })
  await isInStep(device)
  return ofMailbox(device, before)
}

test('a first sync of 300 documents takes at most 8 requests, an order 7, and a reconnect without news 3', async () => {
  const device = await aDeviceWith300Documents()
  await isInStep(device)
  await counted(device)
  const first = ofMailbox(device)
  expect(await device.databases.mailbox().leavesOf('favourite')).toHaveLength(300)
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(8)

  // A busy service writes what an order brings so slowly that it comes in several answers: one of three orders must not.
  let order: string[] = []
  for (let nth = 1; nth <= 3 && (nth === 1 || order.length > MOST_FOR_AN_ORDER); nth += 1)
    order = await requestsOfOrder(device, nth)
  expect(order.length, order.join('\n')).toBeLessThanOrEqual(MOST_FOR_AN_ORDER)

  device.line.cut()
  await eventually(() => expect(device.status.get().state).toBe('waiting'))
  device.line.mend()
  const before = device.line.requests.length
  device.wake('online')
  await isInStep(device)
  const again = ofMailbox(device, before)
  expect(again.length, again.join('\n')).toBeLessThanOrEqual(3)
  console.info(`requests: first sync ${first.length}, order ${order.length}, reconnect ${again.length}`)
})
