import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { anIntent, anOrder, aPlaceOrder, aUlid } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { noteComplete } from '../local/initial-sync-flag.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { readRejectedDocuments, recordDismissed, recordRejected } from '../push-state/rejected-documents.ts'
import { setInOrder } from '../runtime/start.ts'
import { followMailbox } from './mailbox-migration.ts'

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
const AT = '2026-11-21T10:00:00.000Z'
const moved = { account, mailbox: { name: 'mailbox-2', generation: 2 } }

let device: TestDevice
beforeEach(() => {
  device = testDevice()
  device.sessionState.set({
    ...device.sessionState.get(),
    signedIn: { account, mailbox: { name: 'mailbox-1', generation: 1 } },
  })
})
afterEach(() => device.close())

test('a device follows a mailbox that moved with everything it wrote, and without the old facts', async () => {
  await cartOf(() => device).add('red-roses', 2)
  await askOf(() => device)(placeOrder, aPlaceOrder())
  await device.databases.mailbox().db.bulkDocs([anOrder()])
  const { database } = device.sessionState.get()
  const before = await device.databases.mailbox().allOf('intent')

  await followMailbox(device, moved)
  expect(device.sessionState.get()).toMatchObject({ signedIn: { mailbox: { name: 'mailbox-2' } } })
  expect(device.sessionState.get().database).not.toBe(database)
  expect(await device.databases.mailbox().allOf('intent')).toEqual(before)
  expect(await device.databases.mailbox().allOf('order')).toEqual([])
  expect((await read(device, cartLines)).count).toBe(2)
})

test('a mailbox that moved is not shown as complete before everything has arrived', async () => {
  const { databases, live, status } = device
  await databases.mailbox().db.bulkDocs([
    {
      _id: 'cart:tulips:other',
      type: 'cart-line',
      device: 'other',
      flower: 'tulips',
      added: 3,
      taken: {},
      updatedAt: AT,
    },
  ])
  await cartOf(() => device).add('red-roses', 2)
  await noteComplete(databases.mailbox().db, AT)
  const cart = live.entry(cartLines)
  const whole: number[] = []
  const look = () => {
    const answer = cart.answer()
    if (answer.status === 'ready' && !status.get().isArriving) whole.push(answer.data.count)
  }
  const stop = [cart.subscribe(look), status.subscribe(look)]
  await vi.waitFor(() => expect(whole).toContain(5))

  await followMailbox(device, moved)
  await vi.waitFor(() => expect(cart.answer()).toMatchObject({ data: { count: 2 } }))
  await vi.waitFor(() => expect(status.get().isArriving).toBe(true))
  expect(whole).not.toContain(2)
  await noteComplete(databases.mailbox().db, AT)
  device.announce(['complete'])
  await vi.waitFor(() => expect(whole).toContain(2))
  for (const end of stop) end()
})

test('everything that is written while the mailbox moves is there afterwards', async () => {
  const move = followMailbox(device, moved)
  const writes: Promise<unknown>[] = []
  for (let n = 0; n < 60; n += 1) {
    writes.push(
      askOf(() => device)(placeOrder, aPlaceOrder({ quotedTotalRupees: n })),
      cartOf(() => device).add(`flower-${n}`, 1),
    )
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await Promise.all([move, ...writes])
  expect(await device.databases.mailbox().allOf('intent')).toHaveLength(60)
  expect((await read(device, cartLines)).count).toBe(60)
})

test('a move that was cut short because the page died is finished at the next start', async () => {
  const { database, device: id } = device.sessionState.get()
  const { db } = device.databases.mailbox()
  const dead = () => {
    throw new Error('the page is dead')
  }
  let order: Promise<unknown> | undefined
  const stop = device.sessionState.subscribe(() => {
    stop()
    // The session state has just changed: an order that was under way still goes into the old database, and the page
    // dies.
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

test('a refusal that the person has dismissed stays dismissed in the mailbox that moved', async () => {
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  const { db } = device.databases.mailbox()
  await recordRejected(db, await db.get(intentId), 'not_allowed', '2026-11-21T10:00:00.000Z')
  await recordDismissed(db, intentId, '2026-11-21T10:01:00.000Z')
  const before = await readRejectedDocuments(db)
  await followMailbox(device, moved)
  expect(await readRejectedDocuments(device.databases.mailbox().db)).toEqual(before)
})

test('two pages that follow a move at once lose nothing, and both end in the same database', async () => {
  for (let n = 0; n < 20; n += 1) await cartOf(() => device).add(`flower-${n}`, 1)
  const other = device.openTab()
  const old = other.databases.open(device.sessionState.get().database)
  const readOld = old.changes.bind(old)
  try {
    const first = followMailbox(device, moved)
    // The slower page reads the old database after the faster one has destroyed it.
    vi.spyOn(old, 'changes').mockImplementation((async (options?: object) => {
      await first
      return readOld(options)
    }) as unknown as typeof old.changes)
    await Promise.all([first, followMailbox(other, moved)])
    expect(other.sessionState.get()).toEqual(device.sessionState.get())
    expect(device.sessionState.get()).toMatchObject({ signedIn: { mailbox: { name: 'mailbox-2' } } })
    expect(device.sessionState.get()).not.toHaveProperty('movedFrom')
    expect((await read(device, cartLines)).count).toBe(20)
  } finally {
    await other.close()
  }
})

test('a write that is stored in the old database after its last copy, or fails there, reaches the new one', async () => {
  const mailbox = device.databases.mailbox()
  const put = mailbox.db.put.bind(mailbox.db)
  const reached = Promise.withResolvers<void>()
  const lastRead = Promise.withResolvers<void>()
  // Stored as late as possible: the last copy was made, and the old database is about to be destroyed.
  vi.spyOn(mailbox.db, 'put').mockImplementationOnce((async (doc: { _id: string }) => {
    reached.resolve()
    await lastRead.promise
    return put(doc)
  }) as unknown as typeof put)
  const late = askOf(() => device)(placeOrder, aPlaceOrder())
  await reached.promise
  const destroy = device.databases.destroy.bind(device.databases)
  vi.spyOn(device.databases, 'destroy').mockImplementationOnce(async (name) => {
    lastRead.resolve()
    await late
    // This write finds the database destroyed.
    const tooLate = cartOf(() => ({ ...device, databases: { ...device.databases, mailbox: () => mailbox } }) as never)
    await destroy(name)
    await tooLate.add('tulips', 2)
  })
  await followMailbox(device, moved)
  expect(await device.databases.mailbox().allOf('intent')).toMatchObject([{ _id: (await late).intentId }])
  expect((await read(device, cartLines)).count).toBe(2)
})
