import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Order, type OrderedLine, type Receipt, ulidOf } from '#model'
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster.ts'
import { HEAVY_FAULTS } from '../../testing/cluster/faults.ts'
import { asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { tellAgain } from '../../testing/tell-again.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let cluster: FakeCluster
let service: TestService
let me: SignedIn

beforeAll(async () => {
  // Silence the reports of the faults that this test causes.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  cluster = await startFakeCluster()
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL: cluster.url } })
  me = await service.signIn('customer@mogra.example')
}, 120_000)
afterAll(async () => {
  await service.close()
  await cluster.close()
  vi.restoreAllMocks()
})

/** Pushes as a device does: again and again until the push is acknowledged. */
async function push(intent: { _id: string }) {
  const body = { docs: [asPushed(intent)], new_edits: false }
  for (;;) {
    const answer = await post(`${service.url}/db/${me.mailbox.name}/_bulk_docs`, body, { cookie: me.cookie })
    if (answer.status === 201) {
      expect(await answer.json()).toEqual([])
      return
    }
    expect(answer.status).toBe(503)
  }
}

/** Anything that is half done is found by its due mark, as after a restart. */
async function decideTheRest() {
  const { decider } = service.services
  await decider.stop()
  await decider.start()
  await vi.waitFor(() => expect(decider.holdsLease).toBe(true), { timeout: 30_000 })
  await decider.idle()
}

/** Checks that each intent has its receipt and its effects exactly once; returns the outcomes. */
async function outcomesOf(ulids: string[]) {
  const { couch } = service.services
  const mailbox = couch.db(me.mailbox.name)
  return Promise.all(
    ulids.map(async (ulid) => {
      const receipt = await mailbox.get<Receipt>(`receipt:${ulid}`)
      const order = await couch.db('orders').get<Order>(`order:${ulid}`)
      const isDone = receipt?.outcome === 'done'
      expect(receipt?.outcome).toBeDefined()
      expect([
        order !== undefined,
        (await couch.db('outbox').get(`mail:order-confirmation:${ulid}`)) !== undefined,
      ]).toEqual([isDone, isDone])
      if (isDone) expect((await mailbox.get<Order>(`order:${ulid}`))?.number).toBe(order?.number)
      expect(await couch.db('audit').get(`audit:${ulid}`)).toMatchObject({ outcome: receipt?.outcome })
      const leaves = await service.leavesOf('orders', `order:${ulid}`)
      expect(leaves.filter(({ isDeleted }) => !isDeleted)).toHaveLength(isDone ? 1 : 0)
      return receipt?.reason ?? receipt?.outcome
    }),
  )
}

test('every order acknowledged in a storm of faults is decided once, and units ordered twice are taken once', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      run += 1
      const line: OrderedLine = { flower: 'red-roses', quantity: 1, consumes: { [`run-${run}`]: 1 } }
      const intents = [orderOf([line]), orderOf([line]), orderOf(), orderOf()].map((payload) => intentOf(payload))
      cluster.setOdds(HEAVY_FAULTS, seed)
      await Promise.all(intents.map(push))
      await cluster.heal()
      await decideTheRest()
      // A write that CouchDB failed with a 500 is tried again later, and the receipt does not wait for it.
      await tellAgain(service.services)
      const outcomes = await outcomesOf(intents.map(({ _id }) => ulidOf(_id)))
      expect(outcomes.slice(0, 2).toSorted()).toEqual(['already_ordered', 'done'])
      expect(outcomes.slice(2)).toEqual(['done', 'done'])
    }),
    { numRuns: 5, endOnFailure: true },
  )
}, 240_000)
