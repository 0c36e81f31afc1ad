import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Flower } from '#model'
import { openPendingMailboxes } from '../../mailboxes/pending-mailboxes.ts'
import { askedIntentOf, intentOf, orderOf } from '../../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'
import { type Decider, openDecider } from '../decider.ts'

let service: TestService
let me: SignedIn
let mortal: KillableDeciders
let deciders: Decider[] = []

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  mortal = killableDeciders(service)
})
afterEach(async () => {
  await Promise.all(deciders.map((decider) => decider.stop()))
  deciders = []
})
afterAll(() => service.close())

const pushOrder = (payload = orderOf()) => mortal.push(intentOf(payload), me)
/** Pushes an order and its cancellation and hands both on together; returns their ULIDs. */
async function orderAndCancel(decider: Decider): Promise<[order: string, cancellation: string]> {
  const order = intentOf(orderOf())
  const ulid = await mortal.push(order, me)
  const cancel = askedIntentOf('cancel-order', { order: ulid })
  const cancelling = await mortal.push(cancel, me)
  decider.hand(me.mailbox.name, me.account.id, [order, cancel])
  return [ulid, cancelling]
}
const killAt = (point: string) => mortal.killAt(point)
const decideAll = () => mortal.decideAll()
const outcomeOf = (ulid: string) => mortal.outcomeOf(ulid, me)

test('after a lease was late for a moment, no cancellation keeps waiting for the order that it overtook', async () => {
  const { settings } = service.services
  const alone = { ...service.services, settings: { ...settings, couchdbUrl: undefined } }
  const decider = openDecider({ ...alone, report: () => {} })
  deciders.push(decider)
  let lateMs = 0
  const clock = performance.now.bind(performance)
  const late = vi.spyOn(performance, 'now').mockImplementation(() => clock() + lateMs)
  await decider.start()
  await decider.idle()
  const [ulid, cancelling] = await orderAndCancel(decider)
  lateMs = 60_000
  await new Promise((resolve) => setTimeout(resolve, 500))
  lateMs = 0
  late.mockRestore()
  expect(decider.holdsLease).toBe(true)
  await expect.poll(() => outcomeOf(cancelling), { timeout: 12_000 }).toMatchObject({ outcome: 'done' })
  expect(await outcomeOf(ulid)).toMatchObject({ outcome: 'done' })
})

test('an intent that was parked because its order was undecided is decided as soon as the order is', async () => {
  let isBroken = true
  let laterMs = 0
  const parkedOnes: string[] = []
  const decider = openDecider({
    ...service.services,
    settings: { ...service.services.settings, couchdbUrl: undefined },
    backOffMs: [],
    now: () => new Date(Date.now() + laterMs),
    onStep(point) {
      if (isBroken && point === 'before write order') throw new Error('a bug that is mended by then')
    },
    report(message) {
      parkedOnes.push(message)
      laterMs += 60_000
    },
  })
  deciders.push(decider)
  await decider.start()
  await decider.idle()
  const [ulid, cancelling] = await orderAndCancel(decider)
  await decider.idle()
  expect(parkedOnes).toEqual([ulid, cancelling].map((id) => expect.stringContaining(`${id} is parked`)))
  isBroken = false
  // The ten minutes' rest of the order has ended, and that of the cancellation has not.
  laterMs = 661_000
  decider.hand(me.mailbox.name, me.account.id, [])
  await decider.idle()
  expect(await outcomeOf(ulid)).toMatchObject({ outcome: 'done' })
  expect(await outcomeOf(cancelling)).toMatchObject({ outcome: 'done' })
})

test('an intent that is stored in two mailboxes is decided in one after the other, and done once', async () => {
  const email = 'stranger@mogra.example'
  await service.services.accounts.create({ email, name: 'Stranger', role: 'CUSTOMER', verified: true })
  const other = await service.signIn(email)
  const intent = intentOf(orderOf())
  const ulid = await mortal.push(intent, me)
  await mortal.push(intent, other)
  const points = await decideAll()
  const starts = points.filter((point) => point.startsWith('before'))
  expect(starts.filter((point) => point === 'before write receipt')).toHaveLength(2)
  expect(points).toEqual(starts.flatMap((point) => [point, point.replace('before', 'after')]))
  const receipts = await Promise.all([me, other].map((who) => mortal.outcomeOf(ulid, who)))
  expect(receipts.map((receipt) => receipt?.outcome).toSorted()).toEqual(['done', 'refused'])
})

const setFlower = (change: Partial<Flower>) =>
  service.services.couch.db('catalogue').update<Flower>('flower:tulips', (flower) => flower && { ...flower, ...change })

test('an order that was written stays accepted, whatever the catalogue says after the restart', async () => {
  const ulid = await pushOrder(orderOf([{ flower: 'tulips', quantity: 1, consumes: {} }]))
  await killAt('after write order')
  await setFlower({ inStock: false, priceRupees: 1 })
  await decideAll()
  await setFlower({ inStock: true, priceRupees: 1299 })
  expect(await outcomeOf(ulid)).toMatchObject({ outcome: 'done' })
})

test('a refusal that was written as a decision stays a refusal', async () => {
  await setFlower({ inStock: false })
  const ulid = await pushOrder(orderOf([{ flower: 'tulips', quantity: 1, consumes: {} }]))
  await killAt('after write decision')
  await setFlower({ inStock: true })
  await decideAll()
  expect(await outcomeOf(ulid)).toMatchObject({ outcome: 'refused', reason: 'out_of_stock' })
  expect(await service.services.couch.db('orders').get(`order:${ulid}`)).toBeUndefined()
})

test('intents that were acknowledged while no decider ran are decided at the start, oldest first', async () => {
  const line = { flower: 'red-roses', quantity: 1, consumes: { tablet: 1 } }
  const ulids = [await pushOrder(orderOf([line])), await pushOrder(orderOf([line])), await pushOrder()]
  expect(await service.services.pendingMailboxes.of(me.mailbox.name)).toBeDefined()
  await decideAll()
  expect(await Promise.all(ulids.map(async (ulid) => (await outcomeOf(ulid))?.reason ?? 'done'))).toEqual([
    'done',
    'already_ordered',
    'done',
  ])
  expect(await service.services.pendingMailboxes.of(me.mailbox.name)).toBeUndefined()
})

test('one broken mailbox does not stop the others from being decided', async () => {
  const { couch, pendingMailboxes, now } = service.services
  const broken = `mailbox-${'0'.repeat(32)}`
  ;(await pendingMailboxes.mark(broken, 'somebody'))()
  const ulid = await pushOrder()
  const said: string[] = []
  const decider = openDecider({
    ...service.services,
    couch: {
      ...couch,
      db: (name) =>
        name === broken ? { ...couch.db(name), ids: () => Promise.reject(new Error('500')) } : couch.db(name),
    },
    pendingMailboxes: openPendingMailboxes({ couch, now }),
    report: (message) => said.push(message),
  })
  deciders.push(decider)
  await decider.start()
  await decider.idle()
  expect(await outcomeOf(ulid)).toMatchObject({ outcome: 'done' })
  expect(said).toEqual([expect.stringContaining(broken)])
  expect(await pendingMailboxes.of(broken)).toBeDefined()
})
