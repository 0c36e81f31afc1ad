import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#model'
import { anUnreadableIntent, aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { testDevice } from '../../testing/test-device.ts'
import { read, readList } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { attentionOf } from '../attention.ts'
import { writeDraft } from '../local/draft-storage.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { ordersNewestFirst } from '../orders/orders.ts'
import { recordRejected } from '../push-state/rejected-documents.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

test('a wrong code, an unknown address and a missing network give different errors', async () => {
  const device = all.device()
  expect(await device.session.requestCode('nobody@device.example')).toMatchObject({
    ok: false,
    error: 'account_not_found',
  })
  await all.signIn(device, anEmail())
  expect(await device.session.signIn('nobody@device.example', '123456')).toMatchObject({ ok: false })
  device.line.cut()
  expect(await device.session.requestCode(anEmail())).toEqual({ ok: false, error: 'network' })
  device.line.mend()
  device.line.tamper(async () => new Response('<html>Welcome to the café</html>'))
  expect(await device.session.signIn(anEmail(), '123456')).toEqual({ ok: false, error: 'network' })
})

test('signing out sends unsent changes, ends the session and leaves nothing behind', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const session = device.line.session()
  const { database, device: id } = device.sessionState.get()
  const mailbox = device.sessionState.get().signedIn?.mailbox.name ?? ''
  await askOf(() => device)(placeOrder, aPlaceOrder())
  writeDraft(device.environment.values, 'checkout', { name: 'Sunita' })

  expect(await device.session.signOut()).toBe('done')
  expect(await all.service.services.couch.db(mailbox).ids('intent:', 'intent:\uffff')).toHaveLength(1)
  expect(device.sessionState.get()).not.toMatchObject({ database })
  expect(device.sessionState.get().device).not.toBe(id)
  expect(device.sessionState.get().signedIn).toBeUndefined()
  expect(await readList(device, ordersNewestFirst)).toEqual([])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`_pouch_${database}`)
  expect(device.environment.values.get('mogra_draft_checkout')).toBeUndefined()
  expect(await all.service.services.sessions.look(session)).toBe('none')
})

const portalAnswers = [
  { status: 200, body: {} },
  { status: 401, body: { error: 'signed_out' } },
  { status: 429, body: { error: 'too_many_requests' } },
]

test.each(portalAnswers)(
  'signing out everywhere is done when the service confirms it, not when a captive portal does ($status)',
  async (portal) => {
    const device = all.device()
    await all.signIn(device, anEmail())
    device.line.tamper(async () => Response.json(portal.body, portal))
    expect(await device.session.signOutEverywhere()).toMatchObject({ ok: false })
    expect(device.sessionState.get().signedIn).toBeDefined()
  },
)

test.each(portalAnswers)(
  'a session whose end only a captive portal confirmed is ended once the service is reached ($status)',
  async (portal) => {
    const device = all.device()
    await all.signIn(device, anEmail())
    const session = device.line.session()
    const { length } = device.line.requests
    device.line.tamper(async () => Response.json(portal.body, portal))
    expect(await device.session.signOut()).toBe('done')
    expect(device.line.requests.slice(length)).toContain('DELETE /api/sessions/current')
    // The next person must not be let into the account of the one before.
    device.line.tamper((request, pass) => {
      if (new URL(request.url).pathname === '/api/sessions/current')
        return Promise.reject(new TypeError('fetch failed'))
      return pass()
    })
    expect(await device.session.becomeVisitor()).toMatchObject({ ok: false })
    device.line.tamper()
    expect(await device.session.becomeVisitor()).toEqual({ ok: true })
    expect(device.sessionState.get().signedIn?.account.role).toBe('VISITOR')
    expect(await all.service.services.sessions.look(session)).toBe('none')
  },
)

test('signing out with unsent changes asks first, and discards them only if forced', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  await device.session.signOut()
  await all.signIn(device, anEmail())
  device.line.cut()
  await askOf(() => device)(placeOrder, aPlaceOrder())
  await cartOf(() => device).add('tulips', 1)
  expect(await device.session.signOut()).toEqual({ unsent: 2 })
  expect(await readList(device, ordersNewestFirst)).toHaveLength(1)
  expect(await device.session.signOut({ force: true })).toBe('done')
  expect(await readList(device, ordersNewestFirst)).toEqual([])

  const session = device.line.session()
  expect(await all.service.services.sessions.look(session)).not.toBe('none')
  device.line.mend()
  await device.session.current()
  expect(await all.service.services.sessions.look(session)).toBe('none')
})

test('another person cannot sign in while there are unsent changes, and finds an empty mailbox afterwards', async () => {
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

test('no answer, a senseless answer and a broken service change nothing about who is signed in', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const before = device.sessionState.get()
  for (const answer of [
    async () => new Response('<html>'),
    async () => Response.json({}),
    async () => Response.json({ error: 'unavailable' }, { status: 503 }),
    async () => Response.json({ hello: 1 }, { status: 401 }),
    async () => Response.json({ error: 'busy' }, { status: 401 }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    device.line.tamper(answer)
    await device.session.current()
    expect(device.sessionState.get()).toBe(before)
  }
})

test('an account that the service twice reports as deleted is wiped from all its devices', async () => {
  const email = anEmail()
  const [here, there] = [all.device(), all.device()]
  for (const device of [here, there]) {
    device.status.subscribe(() => undefined)
    device.supervisor.start()
    await all.signIn(device, email)
    await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date' }))
  }
  await cartOf(() => there).add('tulips', 1)
  writeDraft(there.environment.values, 'checkout', { name: 'Sunita' })
  const { database, device } = there.sessionState.get()
  const known = new Set(all.service.mails())
  await here.line.fetch(`${all.service.url}/api/accounts/current/deletion-codes`, { method: 'POST' })
  const mail = await all.service.services.demoSmtp?.next((one) => one.to === email && !known.has(one))
  expect(await here.session.deleteAccount(mail?.text.match(/\b\d{6}\b/)?.[0] ?? '')).toEqual({ ok: true })
  await eventually(() => expect(there.sessionState.get().signedIn).toBeUndefined())
  expect(there.sessionState.get().device).not.toBe(device)
  await eventually(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`_pouch_${database}`),
  )
  expect((await read(there, cartLines)).count).toBe(0)
  expect(there.environment.values.get('mogra_draft_checkout')).toBeUndefined()
  expect(there.sessionState.get().accountGone).toBe(true)
  // A visitor is registered without the person's doing, so that does not mean that they have read the message.
  expect(await there.session.becomeVisitor()).toEqual({ ok: true })
  expect(there.sessionState.get().accountGone).toBe(true)
  await all.signIn(there, anEmail())
  expect(there.sessionState.get().accountGone).toBeUndefined()
})

test('a report that the account is deleted wipes nothing if it comes once, twice at once, or after another answer', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const account = { id: 'a1', email: anEmail(), name: 'Asha', role: 'CUSTOMER' as const }
  const signedIn = { account, mailbox: { name: 'mailbox-1', generation: 1 } }
  let isDeleted = true
  const addresses = new Set<string>()
  const device = testDevice({
    now: () => new Date(now),
    fetch: async (input) => {
      addresses.add(String(input))
      return isDeleted
        ? Response.json({ error: 'account_deleted', message: '' }, { status: 401 })
        : Response.json(signedIn)
    },
  })
  device.sessionState.set({ ...device.sessionState.get(), signedIn })
  await cartOf(() => device).add('tulips', 1)
  for (const saysDeleted of [true, true, false, true]) {
    isDeleted = saysDeleted
    await device.session.current()
    expect(device.sessionState.get()).toMatchObject({ signedIn: { account } })
    if (!saysDeleted) now += 5_000
  }
  expect((await read(device, cartLines)).count).toBe(1)
  expect(addresses.size).toBe(4)
  now += 1_000
  expect(device.sessionState.get().accountGone).toBeUndefined()
  await device.session.current()
  expect(device.sessionState.get()).toMatchObject({ accountGone: true })
  expect((await read(device, cartLines)).count).toBe(0)
  device.session.knowsGone()
  expect(device.sessionState.get().accountGone).toBeUndefined()
  await device.close()
})

test('deleting an account that another device has deleted is done, and is wiped here too', async () => {
  const account = { id: 'a1', email: anEmail(), name: 'Asha', role: 'CUSTOMER' as const }
  const fetch = async (url: unknown) =>
    String(url).endsWith('/api/accounts/current')
      ? Response.json({ error: 'account_deleted', message: 'account deleted' }, { status: 401 })
      : Response.json({ account, mailbox: { name: 'mailbox-1', generation: 1 } })
  const device = testDevice({ fetch })
  await device.session.signIn(account.email, '123456')
  expect(device.sessionState.get().signedIn).toBeDefined()
  expect(await device.session.deleteAccount('654321')).toEqual({ ok: true })
  expect(device.sessionState.get().signedIn).toBeUndefined()
})

test('a sign-in waits for a running request about the session, whose answer sets the cookie again', async () => {
  const seen: string[] = []
  const account = { id: 'a1', email: anEmail(), name: 'Asha', role: 'CUSTOMER' as const }
  const signedIn = { account, mailbox: { name: 'mailbox-1', generation: 1 } }
  const [isAsked, signsIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const device = testDevice({
    fetch: async (_input, { method } = {}) => {
      seen.push(`${method} asked`)
      if (method === 'POST') signsIn.resolve()
      else isAsked.resolve()
      if (method === 'GET') await Promise.race([signsIn.promise, isWaitedFor()])
      seen.push(`${method} answered`)
      return Response.json(signedIn)
    },
  })
  const isWaitedFor = () =>
    eventually(async () => {
      const { pending = [] } = await navigator.locks.query()
      expect(pending.map(({ name }) => name)).toContain(`${device.environment.name}-session`)
    })
  device.sessionState.set({ ...device.sessionState.get(), signedIn })
  const current = device.session.current()
  await isAsked.promise
  await Promise.all([current, device.session.signIn(account.email, '123456')])
  expect(seen).toEqual(['GET asked', 'GET answered', 'POST asked', 'POST answered'])
  await device.close()
})

test('a change that another page makes while all sessions are being ended waits for the next sign-in', async () => {
  const device = all.device()
  const email = anEmail()
  await all.signIn(device, email)
  const tab = device.openTab()
  device.line.tamper(async (request, pass) => {
    const answer = await pass()
    if (request.method === 'DELETE') await askOf(() => tab)(placeOrder, aPlaceOrder())
    return answer
  })
  expect(await device.session.signOutEverywhere()).toMatchObject({ ok: true })
  expect(device.sessionState.get()).toMatchObject({ signedOutByServer: true, signedIn: { account: { email } } })
  expect(await readList(device, ordersNewestFirst)).toMatchObject([{ stage: 'saved' }])
  await tab.close()
})

test('a change that another page makes while another person signs in is kept, and the sign-in is refused', async () => {
  const device = all.device()
  const email = anEmail()
  await all.signIn(device, email)
  device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true })
  const tab = device.openTab()
  device.line.tamper(async (request, pass) => {
    const answer = await pass()
    if (request.method === 'POST' && request.url.endsWith('/api/sessions')) await cartOf(() => tab).add('tulips', 1)
    return answer
  })
  await expect(all.signIn(device, anEmail())).rejects.toThrow('unsent_of_other_account')
  expect(device.sessionState.get()).toMatchObject({ signedOutByServer: true, signedIn: { account: { email } } })
  expect((await read(device, cartLines)).count).toBe(1)
  expect(await all.service.services.sessions.look(device.line.session())).toBe('none')
  await tab.close()
})

test('signing out asks first if a refusal was not dismissed', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  device.supervisor.start()
  device.status.subscribe(() => undefined)
  const { _id: intentId } = anUnreadableIntent()
  await device.databases.mailbox().putIntent(anUnreadableIntent())
  await eventually(() => expect(device.status.get()).toMatchObject({ refused: 1 }))
  expect(await device.session.signOut()).toEqual({ unsent: 1 })
  await attentionOf(() => device).putAway(intentId)
  expect(await device.session.signOut()).toBe('done')
})

test('an order that the gate refused and that was placed again does not count as unsent at sign-out', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const { db } = device.databases.mailbox()
  const first = await askOf(() => device)(placeOrder, aPlaceOrder())
  await recordRejected(db, await db.get(first.intentId), 'not_allowed', '2026-11-21T10:00:00.000Z')
  // Nothing is sent any more, which would otherwise settle the order.
  device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true })
  expect(await device.session.signOut()).toEqual({ unsent: 1 })
  await askOf(() => device)(placeOrder, aPlaceOrder())
  expect(await device.session.signOut()).toEqual({ unsent: 1 })
})

test('a suspended page with an open mailbox does not keep anyone from signing out', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  const session = device.line.session()
  const { database } = device.sessionState.get()
  await readList(device, ordersNewestFirst)
  const opening = indexedDB.open(`_pouch_${database}`)
  const suspended = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result)
  })
  expect(await device.session.signOut()).toBe('done')
  expect(await all.service.services.sessions.look(session)).toBe('none')
  expect(device.environment.values.get('mogra_leftovers')).toBe(database)
  suspended.close()
  await eventually(() => expect(device.environment.values.get('mogra_leftovers')).toBeUndefined())
})

test('a session that could not be ended without a network is ended once there is one', async () => {
  const device = all.device()
  await all.signIn(device, anEmail())
  device.supervisor.start()
  await eventually(() => expect(device.line.requests).toContain('GET /db/catalogue/_changes'))
  const session = device.line.session()
  device.line.cut()
  device.setOnline(false)
  expect(await device.session.signOut({ force: true })).toBe('done')
  expect(await all.service.services.sessions.look(session)).not.toBe('none')
  device.line.mend()
  device.setOnline(true)
  await eventually(async () => expect(await all.service.services.sessions.look(session)).toBe('none'))
})
