import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Flower } from '#model'
import type { Couch } from '../couch/couch.ts'
import { intentOf, orderOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders, ofItsOwn } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { type Decider, openDecider } from './decider.ts'

let service: TestService
let mortal: KillableDeciders
let me: SignedIn
let deciders: Decider[]
let said: string[]
/** Added to `performance.now()`, which leases use as their clock. */
let laterMs = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  mortal = killableDeciders(service)
  const clock = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + laterMs)
})
beforeEach(() => {
  deciders = []
  said = []
})
afterEach(async () => {
  await Promise.all(deciders.map((decider) => decider.stop()))
  await setTulips({ inStock: true })
  // Every lease that is still held has expired by then.
  laterMs += 60_000
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
})

/** One of several deciders: it has no database of its own that would prove that no other process is alive. */
function aDecider(couch: Couch = service.services.couch): Decider {
  const settings = { ...service.services.settings, couchdbUrl: 'http://shared.example' }
  const decider = openDecider({
    ...ofItsOwn(service.services, { couch }),
    settings,
    report: (message) => said.push(message),
  })
  deciders.push(decider)
  return decider
}

/** Tries to take the lease, then returns `holdsLease`. */
async function takesLease(decider: Decider) {
  await decider.stop()
  await decider.start()
  return decider.holdsLease
}

/** From the first call on, calls of one method of the orders store wait until `letGo` is called. */
function heldOrders(method: 'put' | 'standing') {
  const { couch } = service.services
  const [begun, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  function db(name: string) {
    const store = couch.db(name)
    if (name !== 'orders') return store
    const hold = async (...args: never[]) => {
      begun.resolve()
      await letGo.promise
      return (store[method] as (...given: never[]) => Promise<unknown>)(...args)
    }
    return { ...store, [method]: hold }
  }
  return { couch: { ...couch, db }, begun: begun.promise, letGo: letGo.resolve }
}

const setTulips = (change: Partial<Flower>) =>
  service.services.couch.db('catalogue').update<Flower>('flower:tulips', (flower) => flower && { ...flower, ...change })

async function orderTulips(decider: Decider) {
  const intent = intentOf(orderOf([{ flower: 'tulips', quantity: 1, consumes: {} }]))
  const ulid = await mortal.push(intent, me)
  decider.hand(me.mailbox.name, me.account.id, [intent])
  return ulid
}
const outcomeAndOrder = async (ulid: string) => [
  (await mortal.outcomeOf(ulid, me))?.outcome,
  (await service.services.couch.db('orders').get<{ status: string }>(`order:${ulid}`))?.status,
]

test('a decider that stops during a write keeps the lease until the write has ended, and the next decider finds the write', async () => {
  const { couch, begun, letGo } = heldOrders('put')
  const [one, other] = [aDecider(couch), aDecider()]
  await one.start()
  await one.idle()
  const ulid = await orderTulips(one)
  await begun
  await one.stop()
  expect(said).toEqual([expect.stringContaining('left to run out')])
  await setTulips({ inStock: false })
  expect(await takesLease(other)).toBe(false)
  laterMs += 35_000
  expect(await takesLease(other), 'the write may still land').toBe(false)
  letGo()
  laterMs += 10_001
  expect(await takesLease(other)).toBe(true)
  await other.idle()
  expect(await outcomeAndOrder(ulid)).toEqual(['done', 'confirmed'])
})

test('a decider that stops with no work in progress releases the lease, unless other work still runs under it', async () => {
  const [one, other] = [aDecider(), aDecider()]
  await one.start()
  await one.idle()
  await one.stop(Promise.resolve())
  expect(await takesLease(other)).toBe(true)
  await other.stop(new Promise(() => {}))
  expect(await takesLease(one)).toBe(false)
  expect(await takesLease(other), 'it waits for none but itself').toBe(true)
})

test('a decision of an earlier term writes nothing in a later one', { timeout: 120_000 }, async () => {
  const { couch, begun, letGo } = heldOrders('standing')
  const [slow, other] = [aDecider(couch), aDecider()]
  await slow.start()
  await slow.idle()
  const ulid = await orderTulips(slow)
  await begun
  expect(await takesLease(other)).toBe(false)
  laterMs += 45_000
  await setTulips({ inStock: false })
  expect(await takesLease(other)).toBe(true)
  await other.idle()
  await other.stop()
  await setTulips({ inStock: true })
  await vi.waitFor(() => expect(slow.holdsLease).toBe(true), { timeout: 20_000 })
  letGo()
  await slow.idle()
  expect(await outcomeAndOrder(ulid)).toEqual(['refused', undefined])
})
