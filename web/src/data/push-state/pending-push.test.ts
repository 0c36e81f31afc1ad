import { afterEach, expect, test } from 'vitest'
import { anIntent, anOrder, aUlid } from '../../testing/documents.ts'
import { fillStorage } from '../../testing/full-storage.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { pendingPushOf } from './pending-push.ts'
import { readPushProgress, recordPushProgress } from './push-progress.ts'
import { recordRejected } from './rejected-documents.ts'

let device: TestDevice
afterEach(() => device.close())

const mine = (n: number) => anIntent(aUlid(n), { device: 'mine' })
const AT = '2026-11-21T10:00:00.000Z'

test('a document of this device is unsent until the push has passed it, and again once it changes', async () => {
  device = testDevice()
  const { db } = device.databases.mailbox()
  await db.bulkDocs([mine(1), anOrder(aUlid(7)), anIntent(aUlid(2), { device: 'elsewhere' })])
  expect(await pendingPushOf(db, ['mine'])).toEqual([mine(1)._id])
  await recordPushProgress(db, 3, AT)
  expect(await pendingPushOf(db, ['mine'])).toEqual([])
  const own = { _id: 'favourite:tulips:mine', device: 'mine' }
  const { rev } = await db.put(own)
  await recordPushProgress(db, 4, AT)
  expect(await pendingPushOf(db, ['mine'])).toEqual([])
  await db.put({ ...own, _rev: rev })
  expect(await pendingPushOf(db, ['mine'])).toEqual([own._id])
})

test('a document that the gate refused does not wait to be sent, and is not marked as sent', async () => {
  device = testDevice()
  const { db } = device.databases.mailbox()
  await db.bulkDocs([mine(1), mine(2)])
  await recordRejected(db, await db.get(mine(1)._id), 'not_allowed', AT)
  expect(await pendingPushOf(db, ['mine'])).toEqual([mine(2)._id])
  expect(await recordPushProgress(db, 2, AT)).toEqual([mine(2)._id])
  expect((await readPushProgress(db)).times).toEqual({ [mine(2)._id]: AT })
})

test('a refused document that has changed since waits to be sent again', async () => {
  device = testDevice()
  const { db } = device.databases.mailbox()
  const own = { _id: 'favourite:tulips:mine', device: 'mine' }
  const { rev } = await db.put(own)
  await recordRejected(db, await db.get(own._id), 'mailbox_full', AT)
  expect(await pendingPushOf(db, ['mine'])).toEqual([])
  await db.put({ ...own, _rev: rev })
  expect(await pendingPushOf(db, ['mine'])).toEqual([own._id])
})

test('many facts that arrived are not read again at every start', async () => {
  device = testDevice()
  const { db } = device.databases.mailbox()
  await db.bulkDocs(Array.from({ length: 250 }, (_, n) => anOrder(aUlid(n))))
  expect(await pendingPushOf(db, ['mine'])).toEqual([])
  expect((await readPushProgress(db)).upTo).toBe(250)
  await db.put(mine(900))
  expect(await pendingPushOf(db, ['mine'])).toHaveLength(1)
})

test('unsent documents are counted on a full storage too, even after many facts have arrived', async () => {
  device = testDevice()
  const { db } = device.databases.mailbox()
  await db.bulkDocs([mine(1), ...Array.from({ length: 250 }, (_, n) => anOrder(aUlid(10 + n)))])
  await recordPushProgress(db, 1, AT)
  const makeRoom = fillStorage()
  expect(await pendingPushOf(db, ['mine'])).toEqual([])
  makeRoom()
})
