import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrap } from '../../couchdb/bootstrap.ts'
import { SAMPLE_FLOWERS } from '../../design-docs/model/sample-catalogue.ts'
import { type Couch, connectCouch } from '../couch/couch.ts'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { type OrderRecord, openOrders } from './orders.ts'

let cluster: FakeCluster
let couch: Couch

beforeAll(async () => {
  cluster = await startFakeCluster()
  await bootstrap({ url: cluster.url })
  couch = connectCouch(cluster.url)
}, 30_000)
afterAll(async () => {
  await couch.close()
  await cluster.close()
})

test('what an order took counts at once, though the index is read from a copy that has not got it', async () => {
  const orders = openOrders(couch)
  const consumes = { phone: 1 }
  const [flower] = SAMPLE_FLOWERS
  if (!flower) throw new Error('no flower')
  const order = {
    ...{ _id: 'order:01JD0000000000000000000001', account: 'asha', confirmedAt: '2026-11-21T10:00:00.000Z' },
    lines: [{ ...flower, flower: 'red-roses', quantity: 1, consumes }],
  } as Partial<OrderRecord> as OrderRecord
  cluster.setLevelling(false)
  cluster.next('PUT', { copies: [1, 2] })
  await orders.create(order)
  expect(await cluster.holders('orders', order._id)).toEqual([1, 2])
  expect(await orders.consumedBy('asha', '')).toMatchObject([{ flower: 'red-roses', consumes }])
  // As after a restart half-way: the order is found by its id.
  const restarted = openOrders(couch)
  await restarted.get(order._id)
  expect(await restarted.consumedBy('asha', '')).toHaveLength(1)
})
