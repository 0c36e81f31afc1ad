import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { anOrder, aPlaceOrder, aUlid } from '../../../testing/documents.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../../testing/service-devices.ts'
import { type TestDevice, testDevice } from '../../../testing/test-device.ts'
import { read, readList } from '../../../testing/two-devices.ts'
import { askOf } from '../../ask.ts'
import { attentionOf, refusedDocuments } from '../../attention.ts'
import { cartOf } from '../../orders/cart.ts'
import { orderById, ordersNewestFirst } from '../../orders/orders.ts'
import { favouritesOf } from '../../people/favourites.ts'
import { pendingPushOf } from '../../push-state/pending-push.ts'
import { readRejectedDocuments, recordDismissed, recordRejected } from '../../push-state/rejected-documents.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

const AT = '2026-11-21T10:00:00.000Z'
const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))
const refusedOf = async (device: TestDevice) => (await read(device, refusedDocuments)).map(({ id }) => id).sort()

test('a refused document that the person discards is gone for good and is not pushed again', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const { db, device: id } = device.databases.mailbox()
  const favourite = `favourite:tulips:${id}`
  const forged = anOrder(aUlid(1))
  await db.bulkDocs([
    { ...forged, device: id },
    { _id: favourite, type: 'favourite', device: id, flower: 'tulips', on: 'perhaps' },
  ])
  device.supervisor.start()
  await eventually(async () => expect(await refusedOf(device)).toEqual([favourite, forged._id]))
  for (const one of await refusedOf(device)) await attentionOf(() => device).putAway(one)
  await eventually(async () => expect(Object.keys((await readRejectedDocuments(db)).documents)).toEqual([forged._id]))
  await eventually(async () => expect(await pendingPushOf(db, [id])).toEqual([]))
  expect(await refusedOf(device)).toEqual([])
  expect(await readList(device, ordersNewestFirst)).toEqual([])

  const mailbox = device.sessionState.get().signedIn?.mailbox.name ?? ''
  const { requests } = device.line
  const later = await device.reload()
  const { length } = requests
  later.supervisor.start()
  await eventually(() => expect(requests.slice(length)).toContain(`GET /db/${mailbox}`))
  const { intentId } = await askOf(() => later)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await read(later, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  expect(await refusedOf(later)).toEqual([])
  expect(requests.slice(length).filter((request) => request.endsWith('_bulk_docs'))).toHaveLength(1)
  await later.close()
})

test('a refusal that cannot be stored is received again, and the refused document does not count as sent', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const { db, device: id } = device.databases.mailbox()
  const favourite = `favourite:tulips:${id}`
  await db.put({ _id: favourite, type: 'favourite', device: id, flower: 'tulips', on: 'perhaps' } as object & {
    _id: string
  })
  const put = db.put.bind(db)
  let failures = 0
  vi.spyOn(db, 'put').mockImplementation(async (doc: { _id?: string | undefined }, ...rest: unknown[]) => {
    if (doc._id !== '_local/refused' || failures > 0) return Reflect.apply(put, db, [doc, ...rest])
    failures += 1
    throw new Error('disk full')
  })
  device.supervisor.start()
  await eventually(() => expect(failures).toBe(1))
  expect(await pendingPushOf(db, [id])).toEqual([favourite])
  await eventually(async () => expect(await refusedOf(device)).toEqual([favourite]))
  expect(await pendingPushOf(db, [id])).toEqual([])
})

test('a page killed before it could store a refusal receives it again', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  await favouritesOf(() => device).set('tulips', true)
  const { db, device: id } = device.databases.mailbox()
  device.supervisor.start()
  await eventually(async () => expect(await pendingPushOf(db, [id])).toEqual([]))
  const put = db.put.bind(db)
  const writing = Promise.withResolvers<void>()
  vi.spyOn(db, 'put').mockImplementation(async (doc: { _id?: string | undefined }, ...rest: unknown[]) => {
    if (doc._id !== '_local/refused') return Reflect.apply(put, db, [doc, ...rest])
    writing.resolve()
    return new Promise(() => undefined)
  })
  // Both sides still hold the same number of documents.
  const favourite = await db.get(`favourite:tulips:${id}`)
  await put({ ...favourite, on: 'perhaps' } as typeof favourite)
  await writing.promise
  await nextTask()
  const later = await device.reload()
  later.supervisor.start()
  await eventually(async () => expect(await refusedOf(later)).toEqual([favourite._id]))
  await later.close()
})

test('a document that was changed while its refusal was on the way is not refused, but waits', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const { db, device: id } = device.databases.mailbox()
  const favourite = { _id: `favourite:tulips:${id}`, type: 'favourite', device: id, flower: 'tulips' }
  const { rev } = await db.put({ ...favourite, on: 'perhaps' } as typeof favourite)
  let pushes = 0
  const pushedAgain = Promise.withResolvers<void>()
  device.line.tamper(async (request, pass) => {
    if (!request.url.endsWith('/_bulk_docs')) return pass()
    pushes += 1
    if (pushes === 1) {
      const answer = await pass()
      await db.put({ ...favourite, _rev: rev, on: true, updatedAt: AT } as typeof favourite)
      return answer
    }
    await pushedAgain.promise
    return pass()
  })
  device.supervisor.start()
  await eventually(() => expect(pushes).toBe(2))
  expect((await readRejectedDocuments(db)).documents).toMatchObject({ [favourite._id]: { rev } })
  expect(await pendingPushOf(db, [id])).toEqual([favourite._id])
  pushedAgain.resolve()
  await eventually(async () => expect((await readRejectedDocuments(db)).documents).toEqual({}))
  await eventually(async () => expect(await pendingPushOf(db, [id])).toEqual([]))
})

test('a refusal that was dismissed comes back only when a later revision is refused', async () => {
  const device = testDevice()
  const { db } = device.databases.mailbox()
  const _id = 'favourite:tulips:mine'
  const { rev } = await db.put({ _id, device: 'mine' })
  await recordRejected(db, await db.get(_id), 'not_understood', AT)
  await recordDismissed(db, _id, AT)
  await recordRejected(db, await db.get(_id), 'not_understood', AT)
  expect(await refusedOf(device)).toEqual([])
  await db.put({ _id, _rev: rev, device: 'mine', changed: true })
  await recordRejected(db, await db.get(_id), 'not_understood', AT)
  expect(await refusedOf(device)).toEqual([_id])
  await device.close()
})

test('a document refused for a reason that has gone is pushed again by itself, an order only by the person', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  device.status.subscribe(() => undefined)
  device.line.tamper(async (request, pass) => {
    if (!request.url.endsWith('/_bulk_docs')) return pass()
    const { docs } = (await request.json()) as { docs: { _id: string }[] }
    const answer = docs.map(({ _id }) => ({ id: _id, error: 'forbidden', reason: 'mailbox_full' }))
    return Response.json(answer, { status: 201, headers: { 'Mogra-Gate': '1' } })
  })
  device.supervisor.start()
  await cartOf(() => device).add('tulips', 1)
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await refusedOf(device)).toHaveLength(2))
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'attention', refused: 2 }))

  device.line.tamper()
  const later = await device.reload()
  later.supervisor.start()
  await eventually(async () => expect(await refusedOf(later)).toEqual([intentId]))
  expect(await attentionOf(() => later).retry(intentId)).toBe('taken')
  await eventually(async () => expect(await read(later, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  expect(await refusedOf(later)).toEqual([])
  await later.close()
})
