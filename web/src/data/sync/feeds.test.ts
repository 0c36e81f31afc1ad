import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TicketRow } from '#model'
import { aUlid } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, type OnlineDevice, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { openTickets } from '../admin/open-tickets.ts'
import { openLocal } from '../pouch/pouch.ts'
import { setInOrder } from '../runtime/start.ts'

let all: ServiceDevices
let tickets = 0

beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(async () => {
  await all.closeDevices()
  vi.useRealTimers()
})
afterAll(() => all.close())

async function writeRow(): Promise<TicketRow> {
  tickets += 1
  const row: TicketRow = {
    ...{ _id: `ticket:${aUlid(tickets)}`, type: 'ticket', version: 1, number: 'SUP1ABC', state: 'open' },
    ...{ at: '2026-11-21T10:00:00.000Z', name: 'Asha', category: 'delivery', subject: 'Late', message: 'Where?' },
    answers: [],
  }
  await all.service.services.feeds.adminRows.put(row)
  return row
}

async function anAdmin(): Promise<OnlineDevice> {
  const device = all.device()
  await all.signIn(device, anEmail(), 'ADMIN')
  device.supervisor.start()
  await isComplete(device)
  return device
}

const shownOn = async (device: TestDevice) => (await read(device, openTickets)).tickets.map(({ id }) => id)
const isComplete = (device: TestDevice) =>
  eventually(async () => expect(await read(device, openTickets)).toMatchObject({ isComplete: true }))
/** The databases of feeds in this browser, as the service calls them. */
const feedsOf = async ({ environment: { name } }: TestDevice) =>
  (await indexedDB.databases())
    .flatMap((one) => one.name?.match(new RegExp(`^_pouch_${name}-(feed-.*)`))?.[1] ?? [])
    .sort()
const listedOn = ({ sessionState }: TestDevice) => sessionState.get().signedIn?.feeds?.map(({ database }) => database)

/** The holder begins a term and finds that rows have another shape by now. */
async function replaceFeed() {
  const { couch, decider } = all.service.services
  await decider.stop()
  await couch.db('work').update<{ feeds: { admin: object } }>('feeds', (record) => {
    if (!record) throw new Error('there are no feeds')
    return { ...record, feeds: { admin: { ...record.feeds.admin, shape: 0 } } }
  })
  await decider.start()
}

test('rows of the admins’ feed come to an admin’s device, and are there offline after a reload', async () => {
  const device = await anAdmin()
  const row = await writeRow()
  await eventually(async () => expect(await shownOn(device)).toContain(row._id))
  device.line.cut()
  const later = await device.reload()
  later.supervisor.start()
  await setInOrder(later)
  expect(await read(later, openTickets)).toMatchObject({ isComplete: true })
  expect(await shownOn(later)).toContain(row._id)
  await later.close()
})

test('a row that is closed disappears, and its text is gone from the device', async () => {
  const device = await anAdmin()
  const row = await writeRow()
  await eventually(async () => expect(await shownOn(device)).toContain(row._id))
  await all.service.services.feeds.adminRows.close({ id: row._id, type: 'ticket', version: 2 })
  await eventually(async () => expect(await shownOn(device)).not.toContain(row._id))
  expect(await device.databases.feed('admin')?.db.get(row._id)).not.toHaveProperty('message')
})

test('a customer has no feed, and asks for none', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  device.supervisor.start()
  await eventually(async () => expect(await device.databases.mailbox().isComplete()).toBe(true))
  expect(await feedsOf(device)).toEqual([])
  expect(listedOn(device)).toEqual([])
})

test('a customer who becomes an admin gets the feed without a reload', async () => {
  const device = all.device()
  const email = anEmail()
  await all.signIn(device, email)
  device.supervisor.start()
  await eventually(async () => expect(await device.databases.mailbox().isComplete()).toBe(true))
  const row = await writeRow()
  const { accounts } = all.service.services
  await accounts.change(device.sessionState.get().signedIn?.account.id ?? '', { role: 'ADMIN' })
  await eventually(async () => expect(await shownOn(device)).toContain(row._id))
  expect(device.sessionState.get().signedIn?.account).toMatchObject({ role: 'ADMIN', version: expect.any(Number) })
})

test('a device reads the old generation until the next one has come, and then destroys the old one', async () => {
  const device = await anAdmin()
  const [before = ''] = listedOn(device) ?? []
  const row = await writeRow()
  await eventually(async () => expect(await shownOn(device)).toContain(row._id))

  const released = Promise.withResolvers<void>()
  device.line.tamper(async (request, pass) => {
    if (request.url.includes('/db/feed-') && !request.url.includes(before)) await released.promise
    return pass()
  })
  await replaceFeed()
  await eventually(() => expect(listedOn(device)).not.toEqual([before]))
  // The rows of this test are not of the core, so that the next generation lacks them.
  expect(await shownOn(device)).toContain(row._id)
  released.resolve()
  await eventually(async () => expect(await shownOn(device)).not.toContain(row._id))
  await eventually(async () => expect(await feedsOf(device)).toEqual(listedOn(device)))
  const next = await writeRow()
  await eventually(async () => expect(await shownOn(device)).toContain(next._id))
})

test('a feed that is no longer listed is destroyed at the start, and a listed one is kept', async () => {
  const device = await anAdmin()
  const stale = openLocal(`${device.environment.name}-feed-admin-0`)
  await stale.put({ _id: 'ticket:old', type: 'ticket' })
  await stale.close()
  device.line.cut()
  const later = await device.reload()
  await setInOrder(later)
  expect(await feedsOf(later)).toEqual(listedOn(later))
  expect(await feedsOf(later)).toHaveLength(1)
  await later.close()
})

test('signing out destroys the feed', async () => {
  const device = await anAdmin()
  expect(await feedsOf(device)).toHaveLength(1)
  await device.session.signOut({ force: true })
  await eventually(async () => expect(await feedsOf(device)).toEqual([]))
})

test('a session that the service has ended destroys the feed, and signing in again brings it back', async () => {
  const device = await anAdmin()
  const row = await writeRow()
  const { account } = device.sessionState.get().signedIn ?? {}
  const { accounts, sessions } = all.service.services
  await sessions.revokeAll(account?.id ?? '')
  await eventually(async () => expect(await feedsOf(device)).toEqual([]))
  expect(device.sessionState.get()).toMatchObject({ signedOutByServer: true })
  await all.signIn(device, (await accounts.emailOf(account?.id ?? '')) ?? '')
  await eventually(async () => expect(await shownOn(device)).toContain(row._id))
})

test('an admin who loses the role keeps nothing of the feed', async () => {
  const device = await anAdmin()
  await all.service.services.accounts.change(device.sessionState.get().signedIn?.account.id ?? '', { role: 'CUSTOMER' })
  await eventually(async () => expect(await feedsOf(device)).toEqual([]))
})
