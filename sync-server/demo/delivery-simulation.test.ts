import { afterEach, expect, test } from 'vitest'
import { type DeliveryRow, dayOf, type Notice, type Order, ulidOf } from '#model'
import { askedIntentOf, asPushed, intentOf, orderOf, post } from '../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { openDeliverySimulation } from './delivery-simulation.ts'
import { keepDemoAlive } from './seed.ts'

let service: TestService | undefined
let clock = Date.now()
afterEach(() => service?.close())

async function start({ at = Date.now(), ...options }: { at?: number; isPeopled?: boolean } = {}) {
  clock = at
  const started = await startTestService({ logLevel: 'silent', now: () => new Date(clock), ...options })
  service = started
  const me = await started.signIn('customer@mogra.example')
  return { me, ...started }
}

async function ask({ url, services }: TestService, me: SignedIn, intent: { _id: string }) {
  const body = { docs: [asPushed(intent)], new_edits: false }
  await post(`${url}/db/${me.mailbox.name}/_bulk_docs`, body, { cookie: me.cookie })
  await services.decider.idle()
  return ulidOf(intent._id)
}

const copyOf = ({ services }: TestService, me: SignedIn, ulid: string) =>
  services.mailboxes.get<Order>(me.mailbox.name, `order:${ulid}`)

test('a customer who opens an order in the demo sees its delivery simulated, marked as simulated and notified step by step', async () => {
  const { me, ...started } = await start()
  const { services } = started
  const order = await ask(started, me, intentOf(orderOf()))
  clock += 60_000
  await services.deliverySimulation.advanceDue()
  expect((await copyOf(started, me, order))?.status).toBe('confirmed')

  await ask(started, me, askedIntentOf('track-order', { order }))
  const first = clock
  clock += 4_999
  await services.deliverySimulation.advanceDue()
  expect((await copyOf(started, me, order))?.status).toBe('confirmed')
  await ask(started, me, askedIntentOf('track-order', { order }, 'tablet'))
  const seen: unknown[] = []
  for (const seconds of [5, 10, 15]) {
    clock = first + seconds * 1000
    // A step that is interrupted and repeated is taken once.
    await Promise.all([services.deliverySimulation.advanceDue(), services.deliverySimulation.advanceDue()])
    const { status, timeline, partner } = (await copyOf(started, me, order)) ?? {}
    seen.push([status, timeline?.length, timeline?.at(-1)?.simulated, partner?.simulated])
  }
  expect(seen).toEqual([
    ['preparing', 2, true, undefined],
    ['out_for_delivery', 3, true, true],
    ['delivered', 4, true, undefined],
  ])
  const notices = await services.couch.db(me.mailbox.name).range<Notice>('notice:', 'notice:\uffff')
  expect(notices.map(({ kind }) => kind).sort()).toEqual([
    'order-confirmed',
    'order-delivered',
    'order-on-its-way',
    'order-preparing',
  ])
  expect(await services.couch.db('work').ids('timeline:', 'timeline:\uffff')).toEqual([])
})

test('a customer who cancels stops the simulation, and steps that were missed during a restart are taken later', async () => {
  const { me, ...started } = await start()
  const { services } = started
  const cancelled = await ask(started, me, intentOf(orderOf()))
  const going = await ask(started, me, intentOf(orderOf()))
  for (const order of [cancelled, going]) await ask(started, me, askedIntentOf('track-order', { order }))
  clock += 5_000
  await services.deliverySimulation.advanceDue()
  await ask(started, me, askedIntentOf('cancel-order', { order: cancelled }))
  clock += 60_000
  await openDeliverySimulation(services).advanceDue()
  const copies = await Promise.all([cancelled, going].map((order) => copyOf(started, me, order)))
  expect(copies.map((order) => order?.timeline.map(({ status }) => status))).toEqual([
    ['confirmed', 'preparing', 'cancelled'],
    ['confirmed', 'preparing', 'out_for_delivery', 'delivered'],
  ])
})

test('nothing is simulated in a live service, or for somebody who opens another person’s order', async () => {
  const { me, ...started } = await start()
  const { services } = started
  const order = await ask(started, me, intentOf(orderOf()))
  const other = await started.signIn('admin@mogra.example')
  const deliverySimulation = () => services.couch.db('work').ids('timeline:', 'timeline:\uffff')
  await openDeliverySimulation({ ...services, settings: { ...services.settings, mode: 'live' } }).begin(
    `order:${order}`,
  )
  expect(await deliverySimulation()).toEqual([])

  const stranger = 'stranger@mogra.example'
  await services.accounts.create({ email: stranger, name: 'Stranger', role: 'CUSTOMER', verified: true })
  await ask(started, await started.signIn(stranger), askedIntentOf('track-order', { order }))
  await ask(started, other, askedIntentOf('track-order', { order }))
  expect(await deliverySimulation()).toEqual([])
  await ask(started, me, askedIntentOf('track-order', { order }))
  expect(await deliverySimulation()).toEqual([`timeline:${order}`])
})

test('a partner on duty stops simulations of their city, and going on duty takes over the one that runs', async () => {
  const { me, ...started } = await start()
  const { services } = started
  const today = dayOf(new Date(clock))
  const email = 'jaipur@mogra.example'
  await services.accounts.create({ email, name: 'Ravi Shinde', role: 'PARTNER', city: 'jaipur', verified: true })
  const partner = await started.signIn(email)
  const duty = (online: boolean) =>
    ask(started, partner, askedIntentOf('set-availability', { online }, 'phone', new Date(clock).toISOString()))
  const inCore = async (ulid: string) => services.orderRecords.store.read(`order:${ulid}`)

  const taken = await ask(started, me, intentOf(orderOf(undefined, { deliveryOn: today })))
  await ask(started, me, askedIntentOf('track-order', { order: taken }))
  clock += 5_000
  await services.deliverySimulation.advanceDue()
  expect(await inCore(taken)).toMatchObject({ status: 'preparing', delivery: { state: 'simulated' } })
  await duty(true)
  clock += 5_000
  await services.deliverySimulation.advanceDue()
  expect((await inCore(taken))?.delivery.state).toMatch(/^(open|waiting)$/)
  expect((await copyOf(started, me, taken))?.timeline.map(({ status }) => status)).toEqual(['confirmed'])

  const next = await ask(started, me, intentOf(orderOf(undefined, { deliveryOn: today })))
  await ask(started, me, askedIntentOf('track-order', { order: next }))
  expect((await inCore(next))?.delivery.state).not.toBe('simulated')
  await duty(false)
  await ask(started, me, askedIntentOf('track-order', { order: next }))
  expect((await inCore(next))?.delivery.state).toBe('simulated')
})

test.each(['02:54', '14:00'])(
  'a request of the demo that a partner gives back at %s can be taken by another one on duty',
  async (time) => {
    const { me, ...started } = await start({ at: Date.parse(`2026-11-27T${time}:00+05:30`), isPeopled: true })
    const { services } = started
    const email = 'second@mogra.example'
    await services.accounts.create({ email, name: 'Imran Khan', role: 'PARTNER', city: 'mumbai', verified: true })
    const [ravi, imran] = [await started.signIn('partner@mogra.example'), await started.signIn(email)]
    const madeAt = () => new Date(clock).toISOString()
    for (const partner of [ravi, imran])
      await ask(started, partner, askedIntentOf('set-availability', { online: true }, 'phone', madeAt()))
    async function openRequests() {
      await keepDemoAlive(services)
      await services.sweep.sweepNow()
      const rows = await services.couch
        .db('feed-deliveries-mumbai-20261127')
        .range<DeliveryRow>('delivery:', 'delivery:\uffff')
      return rows.filter((row) => !('closedAt' in row)).map(({ _id }) => ulidOf(_id))
    }

    const [order = ''] = await openRequests()
    await ask(started, ravi, askedIntentOf('accept-delivery', { order }, 'phone', madeAt()))
    await ask(started, ravi, askedIntentOf('release-delivery', { order, reason: 'vehicle' }, 'phone', madeAt()))
    expect(await openRequests()).toEqual([order])
    clock += 300_000
    expect(await openRequests()).toContain(order)
    await services.deliverySimulation.advanceDue()
    await ask(started, imran, askedIntentOf('accept-delivery', { order }, 'phone', madeAt()))
    expect(await services.orderRecords.store.read(`order:${order}`)).toMatchObject({
      ...{ status: 'preparing', carriedBy: imran.account.id },
      delivery: { state: 'awarded' },
    })
  },
)

test('requests that were given back are taken from the city when their day is over, and nobody is owed a refund', async () => {
  const { me, ...started } = await start({ at: Date.parse('2026-11-27T14:00:00+05:30'), isPeopled: true })
  const { services } = started
  const ravi = await started.signIn('partner@mogra.example')
  const open = async () => {
    await keepDemoAlive(services)
    await services.sweep.sweepNow()
    const selector = { account: { $gt: null }, confirmedAt: { $gt: null }, 'delivery.state': 'open' }
    return (await services.couch.db('orders').find('by-account', { selector })).map(({ _id }) => ulidOf(_id))
  }
  const [order = ''] = await open()
  const madeAt = () => new Date(clock).toISOString()
  await ask(started, ravi, askedIntentOf('accept-delivery', { order }, 'phone', madeAt()))
  await ask(started, ravi, askedIntentOf('release-delivery', { order, reason: 'vehicle' }, 'phone', madeAt()))
  clock += 61_000
  expect((await open()).includes(order)).toBe(true)
  clock = Date.parse('2026-11-27T20:51:00+05:30')
  const left = await open()
  expect([left.length, left.includes(order)]).toEqual([1, false])
  expect(await services.orderRecords.store.read(`order:${order}`)).toMatchObject({ status: 'cancelled', items: [] })
})
