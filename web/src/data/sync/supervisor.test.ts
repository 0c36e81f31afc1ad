import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { anUnreadableIntent, aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  anEmail,
  counted,
  type OnlineDevice,
  openServiceDevices,
  type ServiceDevices,
} from '../../testing/service-devices.ts'
import { read, readList } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { attentionOf, needsAttention, refusedDocuments } from '../attention.ts'
import { allFlowers } from '../catalogue/flowers.ts'
import { accountOf } from '../local/session-state.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { orderById, ordersNewestFirst } from '../orders/orders.ts'
import type { ConnectionReport } from './connection-report.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

const askOn = (device: OnlineDevice) => askOf(() => device)
const states = (device: OnlineDevice) => {
  const seen: string[] = []
  device.status.subscribe(() => seen.push(device.status.get().state))
  return seen
}
async function signedIn(email = anEmail()) {
  const device = all.device()
  states(device)
  device.supervisor.start()
  await all.signIn(device, email)
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  return device
}

test('the catalogue arrives without an account, and then it is known to be complete', async () => {
  const device = all.device()
  device.supervisor.start()
  await eventually(async () => expect(await read(device, allFlowers)).toMatchObject({ complete: true }))
  expect((await read(device, allFlowers)).flowers).toHaveLength(8)
})

test('an order placed offline waits over a restart and is confirmed once the device is online again', async () => {
  const device = await signedIn()
  device.line.cut()
  device.setOnline(false)
  const { intentId } = await askOn(device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'offline', unsent: 1 }))
  expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'saved' })

  const later = await device.reload()
  states(later as OnlineDevice)
  later.supervisor.start()
  await eventually(() => expect(later.status.get().unsent).toBe(1))
  device.line.mend()
  later.wake('online')
  await eventually(async () => expect(await read(later, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  expect(await read(later, orderById(intentId))).toMatchObject({ order: { number: expect.stringMatching(/^FLR/) } })
  await eventually(() => expect(later.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  await later.close()
})

test('the cart that was filled before signing in comes along, and reaches the next device', async () => {
  const email = anEmail()
  const phone = all.device()
  await cartOf(() => phone).add('red-roses', 2)
  const before = phone.sessionState.get().device
  phone.supervisor.start()
  await all.signIn(phone, email)
  expect(phone.sessionState.get().device).not.toBe(before)
  const laptop = await signedIn(email)
  await eventually(async () => expect((await read(laptop, cartLines)).count).toBe(2))
})

test('an intent is marked as sent when the gate has accepted it, although the answer was lost', async () => {
  const device = await signedIn()
  let lost = false
  device.line.tamper(async (request, pass) => {
    const response = await pass()
    if (lost || !request.url.endsWith('/_bulk_docs')) return response
    lost = true
    throw new TypeError('the answer was lost')
  })
  const { intentId } = await askOn(device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(lost).toBe(true))
  await eventually(async () => expect((await read(device, orderById(intentId)))?.sentAt).toBeDefined())
  await eventually(() => expect(device.status.get().unsent).toBe(0))
  expect(await readList(device, ordersNewestFirst)).toHaveLength(1)
})

test('a document that the gate refuses is shown with its reason, can be pushed again and dismissed', async () => {
  const device = await signedIn()
  const intent = anUnreadableIntent()
  const intentId = intent._id
  await device.databases.mailbox().putIntent(intent)
  await eventually(async () =>
    expect(await read(device, refusedDocuments)).toMatchObject([{ id: intentId, reason: 'not_understood' }]),
  )
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'attention', refused: 1, unsent: 0 }))
  expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'refused', reason: 'not_understood' })

  const attention = attentionOf(() => device)
  expect(await attention.retry(intentId)).toBe('refused')
  await attention.putAway(intentId)
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', refused: 0 }))
  expect(await read(device, needsAttention)).toEqual([])
  expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'refused' })
})

test('a refused order needs attention until it is dismissed', async () => {
  const device = await signedIn()
  const { intentId } = await askOn(device)(placeOrder, aPlaceOrder({ quotedTotalRupees: 1 }))
  await eventually(async () =>
    expect(await read(device, needsAttention)).toMatchObject([
      { id: intentId, refusedBy: 'service', reason: 'price_changed' },
    ]),
  )
  await eventually(() => expect(device.status.get().state).toBe('attention'))
  await attentionOf(() => device).putAway(intentId)
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
})

test('a device that the server signed out stops asking and keeps everything until the next sign-in', async () => {
  const email = anEmail()
  const device = await signedIn(email)
  await all.service.services.sessions.end(device.line.session())
  await eventually(() => expect(device.status.get().state).toBe('signed-out'))
  const { intentId } = await askOn(device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'signed-out', unsent: 1 }))
  expect(accountOf(device.sessionState.get())?.email).toBe(email)
  const { length } = device.line.requests
  await askOn(device)(placeOrder, aPlaceOrder({ deliveryWindow: 'evening' }))
  await eventually(() => expect(device.status.get().unsent).toBe(2))
  expect(device.line.requests.slice(length).filter((request) => request.includes('/db/mailbox'))).toEqual([])

  await all.signIn(device, email)
  await eventually(async () => expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
})

test('a batch that is too large is sent in smaller ones', async () => {
  const device = await signedIn()
  const sizes: number[] = []
  device.line.tamper(async (request, pass) => {
    if (!request.url.endsWith('/_bulk_docs')) return pass()
    const { docs } = (await request.json()) as { docs: object[] }
    sizes.push(docs.length)
    if (docs.length <= 10) return pass()
    const headers = { 'Mogra-Gate': '1' }
    return Response.json({ error: 'too_large', reason: 'too_large' }, { status: 413, headers })
  })
  device.line.cut()
  const { db } = device.databases.mailbox()
  const id = device.sessionState.get().device
  await db.bulkDocs(
    Array.from({ length: 30 }, (_, n) => ({
      ...{ _id: `favourite:f${n}:${id}`, type: 'favourite', device: id, flower: `f${n}`, on: true },
      updatedAt: '2026-11-21T10:00:00.000Z',
    })),
  )
  await eventually(() => expect(device.status.get().unsent).toBe(30))
  device.line.mend()
  device.wake('online')
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  expect(Math.min(...sizes)).toBeLessThanOrEqual(10)
})

test('changes do not count as sent when a captive portal answers everything with 200', async () => {
  const device = await signedIn()
  device.line.cut()
  device.line.tamper(async () => Response.json([]))
  device.line.mend()
  await askOn(device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'waiting', unsent: 1 }))
  device.line.tamper()
  device.wake('online')
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
})

test('a device that misses a document, after a rollback or a wrong answer, fetches it at its next start', async () => {
  const email = anEmail()
  const phone = await signedIn(email)
  await cartOf(() => phone).add('tulips', 1)
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  const laptop = all.device()
  laptop.line.tamper(async (request, pass) => {
    const response = await pass()
    if (!/mailbox-.*_changes/.test(request.url) || request.url.includes('longpoll')) return response
    const answer = (await response.json()) as { results: { id: string }[] }
    const results = answer.results.filter(({ id }) => !id.startsWith('cart:'))
    return Response.json({ ...answer, results }, { headers: response.headers })
  })
  states(laptop)
  laptop.supervisor.start()
  const compared = eventually(() =>
    expect(laptop.line.requests.filter((one) => /GET \/db\/mailbox-[^/]*$/.test(one)).length).toBeGreaterThan(0),
  )
  await all.signIn(laptop, email)
  await compared
  laptop.line.tamper()
  const later = await laptop.reload()
  later.supervisor.start()
  await eventually(async () => expect((await read(later, cartLines)).count).toBe(1))
  await later.close()
})

test('two pages of one browser hold one poll, and both show the same state', async () => {
  const device = await signedIn()
  const tab = device.openTab()
  tab.status.subscribe(() => undefined)
  tab.supervisor.start()
  await eventually(() => expect(tab.status.get().state).toBe('up-to-date'))
  await counted(device)
  const before = device.line.requests.length
  const { intentId } = await askOf(() => tab)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await read(tab, orderById(intentId))).toMatchObject({ stage: 'confirmed' }))
  expect(device.line.requests.slice(before).filter((one) => one.endsWith('_bulk_docs'))).toHaveLength(1)

  device.supervisor.stop()
  const { intentId: next } = await askOf(() => tab)(placeOrder, aPlaceOrder({ deliveryWindow: 'evening' }))
  await eventually(async () => expect(await read(tab, orderById(next))).toMatchObject({ stage: 'confirmed' }))
  tab.supervisor.stop()
})

test('a page that stops leading reports no connection, and a leading page ignores the reports of others', async () => {
  const device = await signedIn()
  const others = new BroadcastChannel(device.environment.name)
  const heard: string[] = []
  const reports: { report: ConnectionReport }[] = []
  others.onmessage = ({ data }) => {
    heard.push(data.type)
    if (data.type === 'report') reports.push(data)
  }
  device.supervisor.stop()
  device.announce(['stopped'])
  await eventually(() => expect(heard).toContain('touched'))
  expect(heard.slice(0, heard.indexOf('touched'))).not.toContain('report')

  device.supervisor.start()
  await eventually(() => expect(reports.at(-1)?.report.connection).toBe('connected'))
  const tab = device.openTab()
  tab.status.subscribe(() => undefined)
  tab.supervisor.start()
  await eventually(() => expect(tab.status.get().state).toBe('up-to-date'))
  others.postMessage({ type: 'report', report: { ...reports.at(-1)?.report, connection: 'waiting' } })
  await eventually(() => expect(tab.status.get().state).toBe('waiting'))
  expect(device.status.get().state).toBe('up-to-date')
  tab.supervisor.stop()
  await tab.close()
  others.close()
})

test('a write cuts the back-off short', async () => {
  const device = await signedIn()
  device.line.cut()
  await eventually(() => expect(device.status.get().state).toBe('waiting'))
  const failed: string[] = []
  device.line.tamper(async (request) => {
    failed.push(request.url)
    throw new TypeError('fetch failed')
  })
  device.line.mend()
  // By now the next automatic try is seconds away.
  await eventually(() => expect(failed.length).toBeGreaterThan(3))
  for (const flower of ['tulips', 'orchids', 'lilies', 'roses']) {
    const before = failed.length
    await cartOf(() => device).add(flower, 1)
    await vi.waitFor(() => expect(failed.length).toBeGreaterThan(before), { timeout: 10_000, interval: 5 })
  }
  expect(device.status.get().state).toBe('waiting')
})

test('a failed first `_bulk_get` does not make PouchDB ask for documents one by one', async () => {
  const email = anEmail()
  const phone = await signedIn(email)
  await cartOf(() => phone).add('tulips', 1)
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  const laptop = all.device()
  let failures = 0
  laptop.line.tamper(async (request, pass) => {
    if (failures > 0 || !request.url.includes('_bulk_get')) return pass()
    failures += 1
    throw new TypeError('fetch failed')
  })
  laptop.supervisor.start()
  await all.signIn(laptop, email)
  await eventually(async () => expect((await read(laptop, cartLines)).count).toBe(1))
  expect(failures).toBe(1)
  expect(laptop.line.requests.filter((one) => /\/db\/[^/]+\/[^_]/.test(one))).toEqual([])
})
