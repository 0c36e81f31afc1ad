import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#model'
import { aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, type OnlineDevice, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { read, readList } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { needsAttention } from '../attention.ts'
import { accountOf } from '../local/session-state.ts'
import { cartLines, cartOf } from '../orders/cart.ts'
import { ordersNewestFirst } from '../orders/orders.ts'
import { favouriteIds, favouritesOf } from '../people/favourites.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'
import { setInOrder } from '../runtime/start.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await all.closeDevices()
})
afterAll(() => all.close())

const order = (device: OnlineDevice, changes = {}) => askOf(() => device)(placeOrder, aPlaceOrder(changes))
const ordersOn = async (device: OnlineDevice) => (await readList(device, ordersNewestFirst)).map(({ stage }) => stage)
const visitorsMade = (device: OnlineDevice) => device.line.requests.filter((one) => one === 'POST /api/visitors').length
const start = (device: OnlineDevice) => {
  device.status.subscribe(() => undefined)
  device.supervisor.start()
}

/** A visitor with a confirmed order, two roses in the cart and tulips among the favourites. */
async function aVisitor(device = all.device()) {
  start(device)
  await cartOf(() => device).add('red-roses', 2)
  await favouritesOf(() => device).set('tulips', true)
  await order(device)
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed']))
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  return device
}

/** Expects everything to be on the device once, and nothing of it refused. */
async function expectAllOn(device: OnlineDevice, email: string, orders = 1) {
  await eventually(async () => {
    expect(accountOf(device.sessionState.get())?.email).toBe(email)
    expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 })
    expect(await ordersOn(device)).toEqual(Array.from({ length: orders }, () => 'confirmed'))
    expect((await read(device, cartLines)).count).toBe(2)
    expect([...(await read(device, favouriteIds))]).toEqual(['tulips'])
  })
  expect(await read(device, needsAttention)).toEqual([])
}
async function expectAllInAccount(email: string, orders = 1) {
  const laptop = all.device()
  start(laptop)
  await all.signIn(laptop, email)
  await expectAllOn(laptop, email, orders)
}

test('an order without an account waits for the network, then registers a visitor and is confirmed', async () => {
  const device = all.device()
  start(device)
  await cartOf(() => device).add('tulips', 1)
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  device.line.cut()
  device.setOnline(false)
  await order(device)
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'offline', unsent: 1 }))
  expect(visitorsMade(device)).toBe(0)
  device.line.mend()
  device.setOnline(true)
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed']))
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  expect(visitorsMade(device)).toBe(1)
  expect(accountOf(device.sessionState.get())).toBeUndefined()
})

test('after too many visitors the app shows until when it waits, asks no sooner, and then sends the order', async () => {
  const device = all.device()
  let asked = 0
  device.line.tamper(async (request, pass) => {
    if (!request.url.endsWith('/api/visitors')) return pass()
    asked += 1
    return asked > 1 ? pass() : Response.json({ error: 'too_many_requests', retryAfterSeconds: 2 }, { status: 429 })
  })
  start(device)
  await order(device)
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'waiting', unsent: 1 }))
  expect(Date.parse(device.status.get().retryAt ?? '')).toBeGreaterThan(Date.now())
  await order(device, { deliveryWindow: 'evening' })
  device.wake('visible')
  expect(asked).toBe(1)
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed', 'confirmed']))
  expect(device.status.get().retryAt).toBeUndefined()
})

test('a visitor whose registration got no answer stays the same visitor', async () => {
  const device = all.device()
  const made: string[] = []
  device.line.tamper(async (request, pass) => {
    const answer = await pass()
    if (!request.url.endsWith('/api/visitors')) return answer
    made.push(((await answer.clone().json()) as { account: { id: string } }).account.id)
    if (made.length === 1) throw new TypeError('the answer was lost')
    return answer
  })
  start(device)
  await order(device)
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed']))
  expect(made).toEqual([made[0], made[0]])
})

test('a visitor who signs in finds everything in the account once, and on the next device too', async () => {
  const email = anEmail()
  const device = await aVisitor()
  device.line.cut()
  await order(device, { deliveryWindow: 'evening' })
  device.line.mend()
  await all.signIn(device, email)
  await expectAllOn(device, email, 2)
  await expectAllInAccount(email, 2)
})

test('an order that is refused still needs attention after signing in', async () => {
  const device = await aVisitor()
  await order(device, { quotedTotalRupees: 1 })
  await eventually(async () => expect(await read(device, needsAttention)).toMatchObject([{ reason: 'price_changed' }]))
  await all.signIn(device, anEmail())
  await eventually(async () => {
    expect(device.status.get()).toMatchObject({ state: 'attention', unsent: 0 })
    expect(await read(device, needsAttention)).toMatchObject([{ reason: 'price_changed' }])
  })
})

test('a visitor’s orders belong to the partner who signs in, once each, whether placed before or after', async () => {
  const device = await aVisitor()
  // The order reaches the service, but no decision comes back before the sign-in.
  device.line.tamper((request, pass) => {
    if (request.url.includes('/_bulk_get')) throw new TypeError('the line is one-way')
    return pass()
  })
  await order(device, { deliveryWindow: 'evening' })
  await eventually(() => expect(device.status.get().unsent).toBe(0))
  await all.signIn(device, anEmail(), 'PARTNER')
  device.line.tamper()
  await order(device, { deliveryWindow: 'morning' })
  await eventually(async () => {
    expect(await ordersOn(device)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 })
  })
  expect((await readRejectedDocuments(device.databases.mailbox().db)).documents).toEqual({})
  expect(await read(device, needsAttention)).toEqual([])
})

test('a device that lost the answer to a sign-in notices it, or signs in again, and has everything once', async () => {
  for (const hasCookie of [true, false]) {
    const email = anEmail()
    const device = await aVisitor()
    let isLost = false
    device.line.tamper(async (request, pass) => {
      if (!request.url.endsWith('/api/sessions') || isLost) return pass()
      isLost = true
      const headers = { ...Object.fromEntries(request.headers), cookie: device.line.cookie() }
      if (hasCookie) await pass()
      else await fetch(request.url, { method: 'POST', headers, body: await request.text() })
      throw new TypeError('the answer was lost')
    })
    await expect(all.signIn(device, email)).rejects.toThrow('network')
    await order(device, { deliveryWindow: 'evening' })
    if (hasCookie) device.wake('online')
    else await all.signIn(device, email)
    await expectAllOn(device, email, 2)
    await expectAllInAccount(email, 2)
  }
}, 120_000)

test('a page killed while it follows a visitor into the account finds everything there at the next start', async () => {
  const dead = () => {
    throw new Error('the page is dead')
  }
  const kills: ((device: OnlineDevice) => void)[] = [
    (device) => vi.spyOn(device.databases, 'newMailboxName').mockImplementation(dead),
    (device) => {
      const { open } = device.databases
      vi.spyOn(device.databases, 'open').mockImplementation((name) => {
        const db = open.call(device.databases, name)
        vi.spyOn(db, 'bulkDocs').mockImplementation(dead)
        return db
      })
    },
    (device) => {
      const stop = device.sessionState.subscribe(() => {
        stop()
        vi.spyOn(device.databases, 'open').mockImplementation(dead)
        vi.spyOn(device.databases, 'destroy').mockImplementation(dead)
      })
    },
    (device) => vi.spyOn(device.databases, 'destroy').mockImplementation(dead),
  ]
  for (const kill of kills) {
    const email = anEmail()
    const device = await aVisitor()
    device.supervisor.stop()
    kill(device)
    await expect(all.signIn(device, email)).rejects.toThrow('the page is dead')
    vi.restoreAllMocks()
    const next = Object.assign(await device.reload(), { line: device.line })
    start(next)
    await setInOrder(next)
    await expectAllOn(next, email)
    await next.close()
  }
}, 120_000)

test('a visitor whom the service does not know any more keeps everything, and no order is placed twice', async () => {
  const device = await aVisitor()
  const known = device.sessionState.get().signedIn?.account.id
  await all.service.services.sessions.end(device.line.session())
  await eventually(() => expect(device.sessionState.get().signedOutByServer).toBe(true))
  expect(await ordersOn(device)).toEqual(['confirmed'])
  expect(device.status.get().state).toBe('up-to-date')

  await order(device, { deliveryWindow: 'evening' })
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed']))
  expect(device.sessionState.get().signedIn?.account.id).not.toBe(known)
  expect((await read(device, cartLines)).count).toBe(2)
  const email = anEmail()
  await all.service.services.sessions.end(device.line.session())
  await all.signIn(device, email)
  await eventually(async () => expect((await read(device, favouriteIds)).size).toBe(1))
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'up-to-date', unsent: 0 }))
  expect(await read(device, needsAttention)).toEqual([])
})

test('if nobody is signed in but the cookie belongs to an account, the order goes to that account', async () => {
  const email = anEmail()
  const device = all.device()
  start(device)
  device.line.tamper(async (request, pass) => {
    const answer = await pass()
    if (request.url.endsWith('/api/sessions')) throw new TypeError('the answer was lost')
    return answer
  })
  await expect(all.signIn(device, email)).rejects.toThrow('network')
  expect(device.sessionState.get().signedIn).toBeUndefined()
  await order(device)
  await eventually(async () => expect(await ordersOn(device)).toEqual(['confirmed']))
  expect(accountOf(device.sessionState.get())?.email).toBe(email)
})
