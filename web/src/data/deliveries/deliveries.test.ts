import { encodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { type DeliveryFact, type DeliveryRow, ulidOf } from '#model'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import type { LoadRest } from '../live/live-query.ts'
import { declined } from './declined.ts'
import { deliveriesNewestFirst } from './deliveries.ts'
import { askForPayout, money } from './earnings.ts'
import { accept, deliver, pickUp } from './moves.ts'
import { requestSources } from './requests.ts'

const NOW = new Date()
const AT = NOW.toISOString()
const ulid = (n: number) => `${encodeTime(NOW.getTime(), 10)}${String(n).padStart(16, '0')}`
const account = { id: 'p1', email: 'imran@mogra.example', name: 'Imran Khan', role: 'PARTNER' as const }
const trip = (n: number) => ({
  ...{ _id: `delivery:${ulid(n)}`, type: 'delivery' as const, order: `order:${ulid(n)}`, version: 2 },
  ...{ pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'C-Scheme', pincode: '302001' } },
  ...{ dropPincode: '302015', earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'any' as const },
})
const row = (n: number): DeliveryRow => ({ ...trip(n), city: 'jaipur', items: 1, openedAt: AT })
const fact = (n: number): DeliveryFact => ({
  ...trip(n),
  ...{ state: 'awarded', number: 'FLR1795231927699AB1', awardedAt: AT, changedAt: AT, steps: [] },
})

const open = (data: { documents?: readonly object[]; deliveryRows?: readonly object[] }) =>
  openLocalData({ account, ...data })
const askedOn = (device: TestDevice) => device.databases.mailbox().openIntents('accept-delivery')

test('a partner who presses twice accepts a delivery once', async () => {
  const device = await open({ deliveryRows: [row(1)] })
  expect([await accept(row(1)._id), await accept(row(1)._id)]).toEqual([true, false])
  expect(await askedOn(device)).toMatchObject([{ intent: { payload: { order: ulid(1) } } }])
})

test('a partner brings a declined request back, and only the last choice of the phone is kept', async () => {
  const device = await open({ deliveryRows: [row(1)] })
  const marked = async () => [...(await read(device, requestSources)).declined]
  await declined.set(row(1), true)
  expect(await marked()).toEqual([ulid(1)])
  await declined.set(row(1), false)
  expect(await marked()).toEqual([])
  expect(await device.databases.mailbox().leavesOf('declined')).toMatchObject([
    { device: expect.any(String), on: false },
  ])
})

test('the requests leave out closed rows, and list which of them this partner has or had', async () => {
  const closed = { _id: `delivery:${ulid(3)}`, type: 'delivery', version: 4, city: 'jaipur', closedAt: AT }
  const device = await open({ documents: [fact(2)], deliveryRows: [row(1), row(2), closed] })
  const { rows, had, isComplete, hasFeed } = await read(device, requestSources)
  expect([rows, had].map((list) => list.map(({ _id }) => ulidOf(_id)))).toEqual([[ulid(1), ulid(2)], [ulid(2)]])
  expect([isComplete, hasFeed]).toEqual([true, true])
  await device.databases.mailbox().db.bulkDocs([fact(1)])
  expect((await read(device, requestSources)).had.map(({ _id }) => ulidOf(_id))).toEqual([ulid(1), ulid(2)])
})

test('a partner who was off duty has no complete requests until today’s feed arrives', async () => {
  let now = NOW
  const device = testDevice({ now: () => now })
  await openLocalData({ account, deliveryRows: [], device })
  expect(await read(device, requestSources)).toMatchObject({ isComplete: true, hasFeed: true })
  now = new Date(NOW.getTime() + 86_400_000)
  expect(await read(device, requestSources)).toMatchObject({ isComplete: false, hasFeed: true })
})

test('a partner reads yesterday’s feed only once, although both names mean it until today’s arrives', async () => {
  const device = await open({ deliveryRows: [row(1)] })
  const { signedIn, ...rest } = device.sessionState.get()
  const before = signedIn?.feeds?.[0]?.database
  if (!signedIn || before === undefined) throw new Error('the session lists no feed')
  const feeds = [
    { name: 'deliveries', database: before.replace(/\d+$/, '20991231') },
    { name: 'deliveries-before', database: before },
  ]
  device.sessionState.set({ ...rest, signedIn: { ...signedIn, feeds }, shownFeeds: { deliveries: before } })
  expect((await read(device, requestSources)).rows.map(({ _id }) => _id)).toEqual([row(1)._id])
})

test('a claim of three days ago is none any more, although another screen has read it', async () => {
  const claim = (days: number) => ({
    _id: `intent:${encodeTime(NOW.getTime() - days * 86_400_000, 10)}0000000000000001`,
    ...{
      type: 'intent',
      kind: 'accept-delivery',
      device: 'elsewhere',
      n: days,
      madeAt: AT,
      payload: { order: ulid(days) },
    },
  })
  const device = await open({ deliveryRows: [], documents: [claim(1), claim(3)] })
  const { documents } = device.databases.mailbox()
  await Promise.all([documents.loadAll('intent'), documents.loadAll('receipt')])
  const { asked } = await read(device, requestSources)
  expect(asked.map(({ intent }) => intent.payload.order)).toEqual([ulid(1)])
})

test('a partner whose session lists no feed has none', async () => {
  const device = await open({})
  expect(await read(device, requestSources)).toMatchObject({ rows: [], hasFeed: false })
})

test('a partner’s steps are applied to the delivery in their order, also in another tab', async () => {
  const device = await open({ documents: [fact(1)] })
  const view = async (on: TestDevice) => (await read(on, deliveriesNewestFirst)).items[0]
  const before = await view(device)
  if (!before) throw new Error('there is no delivery')
  await pickUp(before)
  await deliver(before, 'guard')
  const other = device.openTab()
  expect(await view(other)).toMatchObject({
    ...{ state: 'delivered', ended: { handedTo: 'guard' } },
    pending: [{ what: 'picked_up' }, { what: 'delivered' }],
  })
  await other.close()
})

test('a requested payout waits until it arrives, not only until it is decided', async () => {
  const device = await open({})
  const { intentId: id } = await askForPayout()
  expect((await read(device, money)).asked).toMatchObject({ stage: 'saved' })
  const { db } = device.databases.mailbox()
  const receipt = { type: 'receipt', outcome: 'done', receivedAt: AT, decidedAt: AT, result: { payout: 'payout:1' } }
  await db.bulkDocs([{ _id: `receipt:${ulidOf(id)}`, ...receipt }])
  expect((await read(device, money)).asked).toMatchObject({ stage: 'sent' })
  const payout = { type: 'payout', version: 1, n: 1, state: 'to_pay', rupees: 50, at: AT, changedAt: AT }
  await db.bulkDocs([{ _id: 'payout:1', ...payout }])
  expect(await read(device, money)).toMatchObject({ asked: undefined, payouts: [{ n: 1 }] })
})

test('a partner’s payouts are read first, and the sums follow when all earnings are read', async () => {
  const earning = {
    ...{ _id: `earning:${ulid(1)}:delivered`, type: 'earning', order: `order:${ulid(1)}` },
    rupees: 50,
    at: AT,
  }
  const payout = { _id: 'payout:1', type: 'payout', version: 1, n: 1, state: 'paid', rupees: 50, at: AT, changedAt: AT }
  const { databases } = await open({ documents: [earning, payout] })
  const stores = databases.stores()
  await stores.mailbox.documents.follow()
  let loadRest: LoadRest | undefined
  const first = await money.read(stores, (load) => {
    loadRest = load
  })
  expect(first).toMatchObject({ payouts: [{ n: 1 }], earnings: undefined })
  await loadRest?.()
  expect((await money.read(stores)).earnings).toMatchObject([{ rupees: 50 }])
})
