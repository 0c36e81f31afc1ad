import { afterEach, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { aPlaceOrder } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { read, readList } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { ordersNewestFirst } from '../orders/orders.ts'
import { memoryKeyValue } from '../platform/key-value.ts'
import { followMailbox } from '../session/mailbox-migration.ts'
import { setInOrder } from './start.ts'

const opened: TestDevice[] = []
const keep = (device: TestDevice) => {
  opened.push(device)
  return device
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

test('a device whose session state is unreadable finds its mailbox again, with the order that waits in it', async () => {
  const values = memoryKeyValue()
  const before = testDevice({ values })
  const { name } = before.environment
  before.sessionState.set({
    ...before.sessionState.get(),
    signedIn: { account, mailbox: { name: 'mailbox-1', generation: 1 } },
  })
  await setInOrder(before)
  await askOf(() => before)(placeOrder, aPlaceOrder())
  await before.close()
  values.set('mogra_session', '{"database":')

  const after = keep(testDevice({ name, values }))
  expect(after.sessionState.get().signedIn).toBeUndefined()
  await setInOrder(after)
  expect(after.sessionState.get()).toMatchObject({ signedIn: { account } })
  expect(await readList(after, ordersNewestFirst)).toMatchObject([{ stage: 'saved' }])
})

test('a device whose session state is older than its databases finds the mailbox that it has since moved to', async () => {
  const values = memoryKeyValue()
  const before = testDevice({ values })
  const { name } = before.environment
  before.sessionState.set({
    ...before.sessionState.get(),
    signedIn: { account, mailbox: { name: 'mailbox-1', generation: 1 } },
  })
  await setInOrder(before)
  const flushed = values.get('mogra_session')
  await askOf(() => before)(placeOrder, aPlaceOrder())
  await followMailbox(before, { account, mailbox: { name: 'mailbox-2', generation: 2 } })
  const { device: writer } = before.sessionState.get()
  await before.close()

  values.set('mogra_session', flushed)
  const after = keep(testDevice({ name, values }))
  // The person may write before the start is complete.
  await cartOf(() => after).add('tulips', 1)
  await setInOrder(after)
  expect(after.sessionState.get()).toMatchObject({ signedIn: { mailbox: { name: 'mailbox-2' } } })
  expect(after.sessionState.get().device).not.toBe(writer)
  expect(await readList(after, ordersNewestFirst)).toMatchObject([{ stage: 'saved' }])
  expect((await read(after, cartLines)).count).toBe(1)
  expect(await after.databases.otherMailboxes()).toEqual([])
})

test('a mailbox that was left at sign-out is not used again, even if the page died before it was destroyed', async () => {
  const values = memoryKeyValue()
  const before = testDevice({ values })
  const { name } = before.environment
  await setInOrder(before)
  await cartOf(() => before).add('tulips', 1)
  values.set('mogra_leftovers', before.sessionState.get().database)
  await before.close()
  values.set('mogra_session', undefined)
  const after = keep(testDevice({ name, values }))
  await setInOrder(after)
  expect((await read(after, cartLines)).count).toBe(0)
  expect(await after.databases.otherMailboxes()).toEqual([])
})

test('a device whose database was rolled back takes a new device id, and keeps its data', async () => {
  const device = keep(testDevice())
  await cartOf(() => device).add('tulips', 2)
  const { db } = device.databases.mailbox()
  const before = device.sessionState.get().device
  await setInOrder(device)
  expect(device.sessionState.get().device).toBe(before)

  device.environment.values.set('mogra_written', `${db.name} 99`)
  await setInOrder(device)
  expect(device.sessionState.get().device).not.toBe(before)
  await cartOf(() => device).add('tulips', 1)
  expect((await read(device, cartLines)).count).toBe(3)
})

test('a mailbox whose destruction was cut short is destroyed at the next start', async () => {
  const device = keep(testDevice())
  const name = device.databases.newMailboxName()
  await device.databases.open(name).info()
  device.environment.values.set('mogra_leftovers', name)
  await setInOrder(device)
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(`_pouch_${name}`)
  expect(device.environment.values.get('mogra_leftovers')).toBeUndefined()
})

test('the work at the start is completed although the connection to the storage is lost meanwhile', async () => {
  const device = keep(testDevice())
  await cartOf(() => device).add('tulips', 2)
  const { sessionState, databases } = device
  const { database } = sessionState.get()
  sessionState.set({ ...sessionState.get(), movedFrom: database, database: databases.newMailboxName() })
  await databases.mailbox().db.info()
  const { transaction } = IDBDatabase.prototype
  let isLost = false
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    if (!isLost && this.name.endsWith(sessionState.get().database)) {
      isLost = true
      this.close()
    }
    return transaction.apply(this, args)
  })
  await setInOrder(device)
  vi.restoreAllMocks()
  expect(isLost).toBe(true)
  expect(sessionState.get()).not.toHaveProperty('movedFrom')
  expect((await read(device, cartLines)).count).toBe(2)
})
