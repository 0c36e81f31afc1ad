import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aPlaceOrder } from '../testing/documents.ts'
import { eventually } from '../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../testing/service-devices.ts'
import { testDevice } from '../testing/test-device.ts'
import { read } from '../testing/two-devices.ts'
import { askOf } from './ask.ts'
import { cartLines, cartOf } from './cart.ts'
import { writeDraft } from './local/draft-storage.ts'
import { ordersNewestFirst } from './orders.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

test('a wrong code, an unknown address and no network are told apart', async () => {
  const device = all.device()
  expect(await device.session.requestCode('nobody@device.example')).toEqual({ ok: false, error: 'account_not_found' })
  await all.signIn(device, anEmail())
  expect(await device.session.signIn('nobody@device.example', '123456')).toMatchObject({ ok: false })
  device.line.cut()
  expect(await device.session.requestCode(anEmail())).toEqual({ ok: false, error: 'network' })
  device.line.mend()
  device.line.tamper(async () => new Response('<html>Welcome to the café</html>'))
  expect(await device.session.signIn(anEmail(), '123456')).toEqual({ ok: false, error: 'network' })
})

test('signing out sends what is left, ends the session and leaves nothing behind', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const cookie = device.line.cookie()
  const { database, device: id } = device.pointer.get()
  const mailbox = device.pointer.get().signedIn?.mailbox.name ?? ''
  await askOf(() => device)('place-order', aPlaceOrder())
  writeDraft(device.environment.values, 'checkout', { name: 'Sunita' })

  expect(await device.session.signOut()).toBe('done')
  expect(await all.service.services.couch.db(mailbox).ids('intent:', 'intent:\uffff')).toHaveLength(1)
  expect(device.pointer.get()).not.toMatchObject({ database })
  expect(device.pointer.get().device).not.toBe(id)
  expect(device.pointer.get().signedIn).toBeUndefined()
  expect(await read(device, ordersNewestFirst)).toEqual([])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`_pouch_${database}`)
  expect(device.environment.values.get('mogra_draft_checkout')).toBeUndefined()
  expect(await all.service.services.sessions.look(cookie.replace('sid=', ''))).toBe('none')
})

test('signing out with unsent changes asks first, and loses them only when told to', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  await device.session.signOut()
  await all.signIn(device, anEmail())
  device.line.cut()
  await askOf(() => device)('place-order', aPlaceOrder())
  await cartOf(() => device).add('tulips', 1)
  expect(await device.session.signOut()).toEqual({ unsent: 2 })
  expect(await read(device, ordersNewestFirst)).toHaveLength(1)
  expect(await device.session.signOut({ force: true })).toBe('done')
  expect(await read(device, ordersNewestFirst)).toEqual([])

  const cookie = device.line.cookie()
  device.line.mend()
  await device.session.current()
  expect(await all.service.services.sessions.look(cookie.replace('sid=', ''))).toBe('none')
})

test('another person cannot sign in over unsent changes, and finds an empty mailbox afterwards', async () => {
  const first = anEmail()
  const device = all.device()
  await all.signIn(device, first)
  await cartOf(() => device).add('tulips', 1)
  await expect(all.signIn(device, anEmail())).rejects.toThrow('unsent_of_other_account')
  device.supervisor.start()
  device.status.subscribe(() => undefined)
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  await all.signIn(device, anEmail())
  expect((await read(device, cartLines)).count).toBe(0)
})

test('silence, nonsense and a broken service change nothing about who is signed in', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const before = device.pointer.get()
  for (const answer of [
    async () => new Response('<html>'),
    async () => Response.json({}),
    async () => Response.json({ error: 'unavailable' }, { status: 503 }),
    async () => Response.json({ hello: 1 }, { status: 401 }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    device.line.tamper(answer)
    await device.session.current()
    expect(device.pointer.get()).toBe(before)
  }
})

test('an account said to be deleted, and again an hour later, is wiped from the device; sooner it is not', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const device = testDevice({
    now: () => new Date(now),
    fetch: async () => Response.json({ error: 'account_deleted', message: '' }, { status: 401 }),
  })
  const account = { id: 'a1', email: anEmail(), name: 'Asha', role: 'CUSTOMER' as const }
  device.pointer.set({ ...device.pointer.get(), signedIn: { account, mailbox: { name: 'mailbox-1', generation: 1 } } })
  await cartOf(() => device).add('tulips', 1)
  for (const minutes of [0, 1, 58]) {
    now += minutes * 60_000
    await device.session.current()
    expect(device.pointer.get()).toMatchObject({ signedIn: { account }, signedOutByServer: true })
  }
  expect((await read(device, cartLines)).count).toBe(1)
  now += 60_000
  await device.session.current()
  expect(device.pointer.get().signedIn).toBeUndefined()
  expect((await read(device, cartLines)).count).toBe(0)
  await device.close()
})
