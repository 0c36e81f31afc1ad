import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { readList } from '../../testing/two-devices.ts'
import { INITIAL_SYNC_FLAG } from '../local/initial-sync-flag.ts'
import { ordersNewestFirst } from '../orders/orders.ts'
import { favouritesOf } from '../people/favourites.ts'
import type { SyncStatus } from './sync-status.ts'

let all: ServiceDevices
const unhandled = vi.fn()
beforeAll(async () => {
  all = await openServiceDevices()
  process.on('unhandledRejection', unhandled)
}, 120_000)
afterEach(async () => {
  await all.closeDevices()
  unhandled.mockClear()
})
afterAll(async () => {
  process.off('unhandledRejection', unhandled)
  await all.close()
})
const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))

test('while a mailbox arrives for the first time the progress is shown, and never as "0 of 0"', async () => {
  const device = all.device()
  const seen: NonNullable<SyncStatus['initialSync']>[] = []
  device.status.subscribe(() => {
    const { initialSync } = device.status.get()
    if (initialSync) seen.push(initialSync)
  })
  device.supervisor.start()
  await all.signIn(device, anEmail())
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  expect(seen.at(-1)).toMatchObject({ done: expect.any(Number) })
  for (const { done, total } of seen) expect([done > 0, total >= done]).toEqual([true, true])
})

test('a check of the session that fails is repeated later, and leaves no unhandled rejection', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true })
  device.supervisor.start()
  await eventually(() => expect(device.line.requests).toContain('GET /db/catalogue/_changes'))
  const current = vi.spyOn(device.session, 'current').mockRejectedValue(new Error('disk full'))
  device.wake('online')
  expect(current).toHaveBeenCalled()
  await nextTask()
  expect(unhandled).not.toHaveBeenCalled()

  current.mockRestore()
  device.wake('online')
  await eventually(() => expect(device.sessionState.get().signedOutByServer).toBeUndefined())
})

test('a catalogue whose arrival cannot be stored is marked the next time, and no rejection is unhandled', async () => {
  const device = all.device()
  const { db } = device.databases.catalogue
  const get = db.get.bind(db)
  let failures = 0
  vi.spyOn(db, 'get').mockImplementation((id: string, ...rest: unknown[]) => {
    if (id !== `_local/${INITIAL_SYNC_FLAG}` || failures > 0) return Reflect.apply(get, db, [id, ...rest])
    failures += 1
    return Promise.reject(new Error('disk full'))
  })
  device.supervisor.start()
  await eventually(() => expect(failures).toBe(1))
  await nextTask()
  expect(unhandled).not.toHaveBeenCalled()
  device.wake('online')
  await eventually(async () => expect(await device.databases.catalogue.isComplete()).toBe(true))
})

test('a first sync that broke off counts as unfinished after a restart, and continues where it stopped', async () => {
  const email = anEmail()
  const first = all.device()
  await all.signIn(first, email)
  const mailbox = first.sessionState.get().signedIn?.mailbox.name ?? ''
  await all.service.fillMailbox(
    mailbox,
    Array.from({ length: 700 }, (_, n) => anOrder(aUlid(n))),
  )
  const phone = all.device()
  let fetched = 0
  phone.line.tamper(async (request, pass) => {
    if (!request.url.includes(`/${mailbox}/_bulk_get`)) return pass()
    fetched += 1
    if (fetched > 1) throw new TypeError('the network is gone')
    return pass()
  })
  phone.status.subscribe(() => undefined)
  phone.supervisor.start()
  await all.signIn(phone, email)
  await eventually(() => expect(phone.status.get()).toMatchObject({ state: 'waiting', isArriving: true }))

  const later = await phone.reload()
  const counts: number[] = []
  later.status.subscribe(() => {
    const { initialSync } = later.status.get()
    if (initialSync) counts.push(initialSync.done)
  })
  await eventually(async () => expect(await readList(later, ordersNewestFirst)).not.toHaveLength(0))
  await eventually(() => expect(later.status.get().isArriving).toBe(true))
  fetched = -100
  later.supervisor.start()
  await eventually(() => expect(later.status.get()).toMatchObject({ state: 'up-to-date', isArriving: false }))
  expect(await readList(later, ordersNewestFirst)).toHaveLength(700)
  expect(Math.min(...counts)).toBeGreaterThan(500)
  await later.close()
})

test('a write whose push fails at once leads to a probe long before the heartbeat is missed', async () => {
  const device = all.device()
  device.status.subscribe(() => undefined)
  device.supervisor.start()
  await all.signIn(device, anEmail())
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  device.line.tamper(() => Promise.reject(new TypeError('fetch failed')))
  await favouritesOf(() => device).set('tulips', true)
  await vi.waitFor(() => expect(device.line.requests).toContain('GET /db/catalogue'), { timeout: 9000, interval: 20 })
}, 120_000)

test('document counts are compared only after it is stored that everything was sent', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  await favouritesOf(() => device).set('tulips', true)
  const { db } = device.databases.mailbox()
  const put = db.put.bind(db)
  const writing = vi.fn()
  const goOn = Promise.withResolvers<void>()
  vi.spyOn(db, 'put').mockImplementation(async (doc: { _id?: string | undefined }, ...rest: unknown[]) => {
    if (doc._id === '_local/sent') {
      writing()
      await goOn.promise
    }
    return Reflect.apply(put, db, [doc, ...rest])
  })
  const asked = (what: RegExp) => device.line.requests.filter((one) => what.test(one))
  const counts = () => asked(/^GET \/db\/mailbox-[^/]*$/)
  device.supervisor.start()
  await eventually(() => expect(writing).toHaveBeenCalled())
  // The pull is idle once it listens.
  await eventually(() => expect(asked(/ \/db\/mailbox-[^/]*\/_changes$/).length).toBeGreaterThan(1))
  expect(counts()).toEqual([])
  goOn.resolve()
  await eventually(() => expect(counts()).toHaveLength(1))
})

test('with the network back the state is not up to date before the service has been heard', async () => {
  const device = all.device()
  device.status.subscribe(() => undefined)
  device.supervisor.start()
  await all.signIn(device, anEmail())
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  device.setOnline(false)
  expect(device.status.get().state).toBe('offline')
  const answers = Promise.withResolvers<void>()
  device.line.tamper(async (_request, pass) => {
    await answers.promise
    return pass()
  })
  const { length } = device.line.requests
  device.setOnline(true)
  const seen: string[] = []
  device.status.subscribe(() => seen.push(device.status.get().state))
  await eventually(() => expect(device.line.requests.length).toBeGreaterThan(length))
  expect(device.status.get().state).toBe('starting')
  expect(seen).not.toContain('up-to-date')
  answers.resolve()
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
})
