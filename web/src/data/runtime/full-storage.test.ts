import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { anUnreadableIntent, aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { fillStorage } from '../../testing/full-storage.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { exportUnsentOf } from '../export-unsent.ts'
import { accountOf } from '../local/session-state.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { orderById } from '../orders/orders.ts'
import { favouritesOf } from '../people/favourites.ts'

const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
}, 120_000)
afterEach(async () => {
  vi.restoreAllMocks()
  await all.closeDevices()
})
afterAll(() => all.close())

test('on a full storage a write fails with the reason, stored data can be read, and the first write that finds space ends the warning', async () => {
  const device = testDevice()
  const tab = device.openTab()
  for (const page of [device, tab]) page.status.subscribe(() => undefined)
  await cartOf(() => device).add('tulips', 1)
  const makeRoom = fillStorage()
  await expect(cartOf(() => device).add('tulips', 1)).rejects.toMatchObject({ reason: 'QuotaExceededError' })
  for (const page of [device, tab])
    await eventually(() => expect(page.status.get()).toMatchObject({ state: 'attention', storage: 'full' }))
  expect((await read(device, cartLines)).count).toBe(1)
  expect(await exportUnsentOf(() => device).canStore()).toBe(false)

  makeRoom()
  await cartOf(() => device).add('tulips', 2)
  expect((await read(device, cartLines)).count).toBe(3)
  for (const page of [device, tab]) await eventually(() => expect(page.status.get().storage).toBeUndefined())
  await tab.close()
  await device.close()
})

test('a storage that is still full is reported as full when the page is shown again, and no longer once there is space', async () => {
  const phone = all.device()
  phone.status.subscribe(() => undefined)
  phone.supervisor.start()
  await all.signIn(phone, anEmail())
  await eventually(() => expect(phone.status.get().state).toBe('up-to-date'))
  const makeRoom = fillStorage()
  await expect(cartOf(() => phone).add('tulips', 1)).rejects.toMatchObject({ reason: 'QuotaExceededError' })
  const seen: (string | undefined)[] = []
  phone.status.subscribe(() => seen.push(phone.status.get().storage))
  const { length } = phone.line.requests
  phone.wake('visible')
  // The catalogue is asked for, and nothing new is there.
  await eventually(() => expect(phone.line.requests.slice(length)).toContain('GET /db/catalogue/_changes'))
  expect(await exportUnsentOf(() => phone).canStore()).toBe(false)
  expect(seen).not.toContain(undefined)
  makeRoom()
  phone.wake('visible')
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'up-to-date' }))
})

test('a pull that finds no space reports it and is repeated later, and then new orders are sent again', async () => {
  const email = anEmail()
  const phone = all.device()
  phone.status.subscribe(() => undefined)
  phone.supervisor.start()
  await all.signIn(phone, email)
  await eventually(() => expect(phone.status.get().state).toBe('up-to-date'))
  const laptop = all.device()
  laptop.supervisor.start()
  await all.signIn(laptop, email)
  phone.line.cut()
  const { intentId } = await askOf(() => laptop)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await read(laptop, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  // From here on only the phone writes.
  await laptop.close()

  const makeRoom = fillStorage()
  phone.line.mend()
  phone.wake('online')
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'attention', storage: 'full' }))
  makeRoom()
  await eventually(async () => expect(await read(phone, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'up-to-date' }))
  const next = await askOf(() => phone)(placeOrder, aPlaceOrder({ deliveryWindow: 'evening' }))
  await eventually(async () =>
    expect(await read(phone, orderById(next.intentId))).toMatchObject({ stage: 'confirmed' }),
  )
})

test('documents that are only on this device, unsent or refused, can be saved as a file', async () => {
  const device = all.device()
  const { onlyHere, file } = exportUnsentOf(() => device)
  await all.signIn(device, anEmail())
  device.status.subscribe(() => undefined)
  device.supervisor.start()
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  const refused = anUnreadableIntent()
  await device.databases.mailbox().putIntent(refused)
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'attention', unsent: 0 }))
  device.line.cut()
  const waiting = await askOf(() => device)(placeOrder, aPlaceOrder({ deliveryWindow: 'evening' }))
  const saved = JSON.parse(JSON.stringify(await file())) as Awaited<ReturnType<typeof file>>
  expect(saved).toMatchObject({ account: accountOf(device.sessionState.get())?.email })
  expect(saved.documents.map(({ _id }) => _id).sort()).toEqual([refused._id, waiting.intentId].sort())
  expect(saved.documents.find(({ _id }) => _id === refused._id)).toMatchObject({ payload: refused.payload })
  expect(await read(device, onlyHere)).toHaveLength(2)
})

test('an unsent count that cannot be read keeps its last value, and is read again by itself', async () => {
  const device = testDevice()
  device.sessionState.set({
    ...device.sessionState.get(),
    signedIn: {
      account: { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' },
      mailbox: { name: 'mailbox-1', generation: 1 },
    },
  })
  device.status.subscribe(() => undefined)
  await cartOf(() => device).add('tulips', 1)
  await eventually(() => expect(device.status.get().unsent).toBe(1))
  const { db } = device.databases.mailbox()
  const get = db.get.bind(db)
  const failing = vi.fn()
  const reading = vi.spyOn(db, 'get').mockImplementation((id: string, ...rest: unknown[]) => {
    if (id !== '_local/sent') return Reflect.apply(get, db, [id, ...rest])
    failing()
    return Promise.reject(new Error('UnknownError'))
  })
  await favouritesOf(() => device).set('roses', true)
  await eventually(() => expect(failing).toHaveBeenCalled())
  await nextTask()
  expect(device.status.get().unsent).toBe(1)
  reading.mockRestore()
  await vi.waitFor(() => expect(device.status.get().unsent).toBe(2), { timeout: 9000, interval: 50 })
  await device.close()
}, 120_000)

test('little free space is reported before the storage is full', async () => {
  const device = testDevice({ estimateStorage: async () => ({ quota: 100_000_000, usage: 95_000_000 }) })
  device.status.subscribe(() => undefined)
  await device.storage.measure()
  expect(device.status.get().storage).toBe('low')
  expect(device.status.get().state).not.toBe('attention')
  await device.close()
})

test('a page that is opened on a full storage shows the stored data', async () => {
  const device = testDevice()
  await cartOf(() => device).add('tulips', 3)
  expect((await read(device, cartLines)).count).toBe(3)
  const makeRoom = fillStorage()
  const later = await device.reload()
  expect((await read(later, cartLines)).count).toBe(3)
  const { documents } = await exportUnsentOf(() => later).file()
  expect(documents).toMatchObject([{ type: 'cart-line', flower: 'tulips' }])
  makeRoom()
  await cartOf(() => later).add('tulips', 1)
  expect((await read(later, cartLines)).count).toBe(4)
  await later.close()
})
