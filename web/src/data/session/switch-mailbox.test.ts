import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anIntent, anOrder, aPlaceOrder, aUlid } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { cartLines, cartOf } from '../cart.ts'
import { noteDismissed, noteRefused, readRefusals } from '../marks/refusals.ts'
import { setInOrder } from '../start.ts'
import { followMailbox } from './switch-mailbox.ts'

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
const moved = { account, mailbox: { name: 'mailbox-2', generation: 2 } }

let device: TestDevice
beforeEach(() => {
  device = testDevice()
  device.pointer.set({ ...device.pointer.get(), signedIn: { account, mailbox: { name: 'mailbox-1', generation: 1 } } })
})
afterEach(() => device.close())

test('a mailbox that moved is followed with everything this device wrote, and without the old facts', async () => {
  await cartOf(() => device).add('red-roses', 2)
  await askOf(() => device)('place-order', aPlaceOrder())
  await device.databases.mailbox().db.bulkDocs([anOrder()])
  const { database } = device.pointer.get()
  const before = await device.databases.mailbox().allOf('intent')

  await followMailbox(device, moved)
  expect(device.pointer.get()).toMatchObject({ signedIn: { mailbox: { name: 'mailbox-2' } } })
  expect(device.pointer.get().database).not.toBe(database)
  expect(await device.databases.mailbox().allOf('intent')).toEqual(before)
  expect(await device.databases.mailbox().allOf('order')).toEqual([])
  expect((await read(device, cartLines)).count).toBe(2)
})

test('whatever is written while the mailbox moves is there afterwards', async () => {
  const move = followMailbox(device, moved)
  const writes: Promise<unknown>[] = []
  for (let n = 0; n < 60; n += 1) {
    writes.push(
      askOf(() => device)('place-order', aPlaceOrder({ quotedTotalRupees: n })),
      cartOf(() => device).add(`flower-${n}`, 1),
    )
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await Promise.all([move, ...writes])
  expect(await device.databases.mailbox().allOf('intent')).toHaveLength(60)
  expect((await read(device, cartLines)).count).toBe(60)
})

test('a move that the page did not live to finish is finished at the next start', async () => {
  const { database, device: id } = device.pointer.get()
  const { db } = device.databases.mailbox()
  const dead = () => {
    throw new Error('the page is dead')
  }
  let order: Promise<unknown> | undefined
  const stop = device.pointer.subscribe(() => {
    stop()
    // The pointer has just moved: an order that was under way still goes into the old database, and the page dies.
    order = db.put(anIntent(aUlid(), { device: id }))
    vi.spyOn(device.databases, 'open').mockImplementation(dead)
    vi.spyOn(db, 'changes').mockImplementation(dead)
  })
  await expect(followMailbox(device, moved)).rejects.toThrow('the page is dead')
  await order
  vi.restoreAllMocks()

  device = await device.reload()
  await setInOrder(device)
  expect(await device.databases.mailbox().allOf('intent')).toHaveLength(1)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`_pouch_${database}`)
})

test('what the gate refused and the person put away stays put away in the mailbox that moved', async () => {
  const { intentId } = await askOf(() => device)('place-order', aPlaceOrder())
  const { db } = device.databases.mailbox()
  await noteRefused(db, intentId, 'not_allowed', '2026-11-21T10:00:00.000Z')
  await noteDismissed(db, intentId, '2026-11-21T10:01:00.000Z')
  const before = await readRefusals(db)
  await followMailbox(device, moved)
  expect(await readRefusals(device.databases.mailbox().db)).toEqual(before)
})
