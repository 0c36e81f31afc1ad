import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrap } from '../../couchdb/bootstrap.ts'
import { SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { contentOf } from '../core/core-document.ts'
import { openCoreStore } from '../core/core-store.ts'
import { type Couch, connectCouch } from '../couch/couch.ts'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import type { OrderRecord } from './order-record.ts'
import { openOrders } from './orders.ts'

let cluster: FakeCluster
let couch: Couch

beforeAll(async () => {
  cluster = await startFakeCluster()
  await bootstrap({ url: cluster.url })
  couch = connectCouch(cluster.url)
}, 120_000)
afterAll(async () => {
  await couch.close()
  await cluster.close()
})

function orderBy(account: string, n: number): OrderRecord {
  const [flower] = SAMPLE_FLOWERS
  if (!flower) throw new Error('no flower')
  const line = { ...flower, flower: 'red-roses', quantity: 1, consumes: { phone: n }, after: { phone: n - 1 } }
  return {
    ...{ _id: `order:${account}-${n}`, account, confirmedAt: '2026-11-21T10:00:00.000Z' },
    ...{ lines: [line], entries: [], told: 0, version: 1 },
  } as Partial<OrderRecord> as OrderRecord
}

const asked = { at: '2026-11-21T10:00:00.000Z', intent: 'an intent' }
const open = () =>
  openOrders(
    couch,
    openCoreStore<OrderRecord>(couch, {
      ...{ database: 'orders', idPrefix: 'order:', deadlineOf: () => undefined, tell: () => [] },
      due: async (order) => ({ later: contentOf(order) }),
    }),
  )

test('units of a new order count immediately, even if the index is read from a node that does not have it', async () => {
  const orders = open()
  const order = orderBy('asha', 1)
  cluster.setLevelling(false)
  cluster.next('PUT', { copies: [1, 2] })
  await orders.create(order._id, asked, contentOf(order))
  expect(await cluster.holders('orders', order._id)).toEqual([1, 2])
  const [again] = order.lines
  if (!again) throw new Error('no line')
  expect((await orders.orderedBy(['asha'], '')).taken.isAlreadyOrdered(again)).toBe(true)
  // As after a restart in between: the order is found by its id.
  const restarted = open()
  await restarted.get(order._id)
  expect((await restarted.orderedBy(['asha'], '')).taken.isAlreadyOrdered(again)).toBe(true)
})

test('all orders of an account count, however many, except the one in question', async () => {
  const all = Array.from({ length: 120 }, (_, i) => ({
    ...orderBy('ravi', i + 1),
    confirmedAt: new Date(1_800_000_000_000 + Math.floor(i / 3)).toISOString(),
  }))
  await couch.db('orders').putAll(all)
  await couch.db('orders').create(orderBy('meera', 121))
  const orders = open()
  const without = await orders.orderedBy(['ravi', 'meera'], 'order:ravi-60')
  expect(without.confirmedAt.size).toBe(120)
  expect(without.taken.size).toBe(2)
  const [line] = orderBy('ravi', 60).lines
  if (!line) throw new Error('no line')
  expect(without.taken.isAlreadyOrdered(line)).toBe(false)
  expect((await orders.orderedBy(['ravi'], '')).taken.isAlreadyOrdered(line)).toBe(true)
  // It is cached by now, and the order in question is still left out.
  expect((await orders.orderedBy(['ravi'], 'order:ravi-60')).taken.isAlreadyOrdered(line)).toBe(false)
})
