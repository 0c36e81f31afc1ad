import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, type Order } from '#model'
import { orderFact } from '../orders/order-fact.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { newUlid } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { migrateOrders } from './migrate-orders.ts'
import { someOrder } from './testing/some-order.ts'

const DAY_MS = 86_400_000

let service: TestService
let account: string
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  account = (await service.signIn('customer@mogra.example')).account.id
})
afterAll(() => service.close())

/** An order as it was written before deliveries. */
async function oldOrder(status: Order['status'], days: number, of = account): Promise<string> {
  const { couch, now, orderRecords } = service.services
  const ulid = await someOrder(service.services, { account: of, state: 'open' })
  const now_ = await orderRecords.store.read(`order:${ulid}`)
  if (!now_) throw new Error('there is no order')
  const fact = orderFact(now_)
  const { openedAt: _, ...old } = fact
  const id = `order:${newUlid()}`
  const deliveryOn = dayOf(new Date(now().getTime() + days * DAY_MS))
  await couch.db('orders').create({ ...old, _id: id, status, deliveryOn, account: of, term: 1, edits: ['01J'] })
  return id
}

test('the migration lets orders of today and later wait for a partner, ends all others, and notifies nobody', async () => {
  const { couch, decider, orderRecords, mailboxes, sweep } = service.services
  const [today, later] = [await oldOrder('confirmed', 0), await oldOrder('confirmed', 3)]
  const over = [
    await oldOrder('confirmed', -1),
    await oldOrder('delivered', 0),
    await oldOrder('cancelled', 3),
    await oldOrder('confirmed', 3, 'deleted'),
    await oldOrder('preparing', 0),
  ]
  const box = await mailboxes.of(account)
  const jobs = couch.db('jobs')
  const job = await jobs.get('job:orders-get-deliveries')
  if (job) await jobs.remove(job)
  const before = await couch.db(box).lastSeq()
  await decider.underLease(({ step }) => migrateOrders(service.services, step))

  const stored = async (id: string) => couch.db('orders').get<OrderRecord>(id)
  for (const id of [today, later])
    expect(await stored(id)).toMatchObject({
      ...{ told: 1, version: 1, nextAt: expect.stringMatching(/^\d{4}-/), items: [] },
      delivery: { state: 'waiting', pickup: { florist: 'florist:gulab-bagh' } },
    })
  const states = await Promise.all(over.map(async (id) => (await stored(id))?.delivery.state))
  expect(states).toEqual(['delivered', 'delivered', 'cancelled', 'delivered', 'delivered'])
  for (const id of over) {
    expect(await stored(id)).toMatchObject({ told: 1, items: [] })
    expect(await stored(id)).not.toHaveProperty('nextAt')
  }
  expect(await couch.db(box).lastSeq()).toBe(before)

  await sweep.sweepNow()
  const opened = await orderRecords.store.read(later)
  expect(opened?.delivery.state).toBe('waiting')
})

test('the migration goes on where it was stopped, and is done once', async () => {
  const { couch, decider } = service.services
  const jobs = couch.db('jobs')
  expect(await jobs.get('job:orders-get-deliveries')).toMatchObject({ isDone: true })
  const missed = await oldOrder('confirmed', 3)
  const steps: string[] = []
  await decider.underLease(() =>
    migrateOrders(service.services, (name, write) => {
      steps.push(name)
      return write()
    }),
  )
  expect(steps).toEqual([])
  // An order that was missed has its present form wherever it is read.
  const read = await service.services.orderRecords.store.read(missed)
  expect(read?.delivery.state).toBe('waiting')
  expect(read?.entries).toMatchObject([{ intent: '01J' }])
})
