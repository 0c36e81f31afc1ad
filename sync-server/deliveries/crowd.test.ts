import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DeliveryFact, IntentKind, PayloadOf, Receipt } from '#model'
import { seededRandom } from '../demo/generated/seeded-random.ts'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import type { Odds } from '../testing/cluster/faults.ts'
import { askedIntentOf, asPushed } from '../testing/device.ts'

import { type FaultProxy, startFaultProxy } from '../testing/network/fault-proxy.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { deliveryWorld } from './testing/delivery-world.ts'
import { someOrder } from './testing/some-order.ts'

/** More partners and requests before a release: CROWD=1000. */
const CROWD = Number(process.env.CROWD ?? 50)
/** Each partner wants so many requests, which is less than a partner may carry: nobody is refused for that. */
const WANTED = 2
/** So many phones push at once: a request to accept that waits for ten minutes is refused. */
const AT_ONCE = 25
/** A fifth of the writes have no quorum; cut connections and errors are rarer, because each of them takes a retry. */
const FAULTS: Odds = { deaf: 0.3, cutBefore: 0.005, cutAfter: 0.01, serverError: 0.005, unavailable: 0.005 }
/** The share of the phones' requests that the network spoils. */
const SPOILT = 0.2
/** A busy machine is slow: a phone that gives up too soon only makes more work. */
const PATIENCE_MS = 15_000
const TIMEOUT_MS = 1_200_000

let cluster: FakeCluster
let service: TestService
let network: FaultProxy
beforeAll(async () => {
  // The service reports the faults of its database.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  cluster = await startFakeCluster()
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL: cluster.url } })
  network = await startFaultProxy({ target: service.url, random: seededRandom(37) })
}, TIMEOUT_MS)
afterAll(async () => {
  await network.close()
  await service.close()
  await cluster.close()
  vi.restoreAllMocks()
})

const { person } = deliveryWorld(() => service)

/** A phone pushes through the network until the gate acknowledges the push; returns the intent's ULID. */
async function push<K extends IntentKind>(
  { cookie, mailbox }: SignedIn,
  kind: K,
  payload: PayloadOf<K>,
): Promise<string> {
  const intent = askedIntentOf(kind, payload)
  const body = JSON.stringify({ docs: [asPushed(intent)], new_edits: false })
  const headers = { 'content-type': 'application/json', cookie }
  for (;;) {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const url = `${network.url}/db/${mailbox.name}/_bulk_docs`
    const said = await fetch(url, { method: 'POST', headers, body, signal })
      .then(async (answer) => (answer.status === 201 && answer.headers.has('mogra-gate') ? answer.text() : undefined))
      .catch(() => undefined)
    if (said === '[]') return intent._id.slice('intent:'.length)
    if (said !== undefined) throw new Error(said)
  }
}

async function inTurns<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const all: T[] = []
  for (let from = 0; from < work.length; from += AT_ONCE)
    all.push(...(await Promise.all(work.slice(from, from + AT_ONCE).map((one) => one()))))
  return all
}

/** Both networks are bad while this is asked, and good after it. */
async function inStorm<T>(asked: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { decider, sweep } = service.services
  cluster.setOdds(FAULTS, 7)
  network.storm(SPOILT)
  const all = await inTurns(asked)
  network.heal()
  await cluster.heal()
  await decider.stop()
  await decider.start()
  await vi.waitFor(() => expect(decider.holdsLease).toBe(true), { timeout: 60_000 })
  await decider.idle()
  await sweep.settled()
  await sweep.sweepNow()
  return all
}

test(`${CROWD} partners want ${CROWD} requests through bad networks: each is awarded once, and earns once`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { mailboxes, orderRecords, earnings } = service.services
  const partners = await inTurns(Array.from({ length: CROWD }, () => () => person('PARTNER')))
  const newOrder = () => someOrder(service.services, { account: 'nobody', state: 'open' })
  const orders = await inTurns(Array.from({ length: CROWD }, () => newOrder))
  const nth = (n: number) => orders[n % CROWD] ?? ''

  const begun = performance.now()
  const claims = await inStorm(
    partners.flatMap((partner, n) =>
      Array.from({ length: WANTED }, (_, i) => async () => {
        const order = nth(n + i)
        return { partner, order, ulid: await push(partner, 'accept-delivery', { order }) }
      }),
    ),
  )
  const acceptedMs = performance.now() - begun

  const receipts = await Promise.all(
    claims.map(async (claim) => ({
      ...claim,
      receipt: await mailboxes.get<Receipt>(claim.partner.mailbox.name, `receipt:${claim.ulid}`),
    })),
  )
  expect(receipts.filter(({ receipt }) => receipt === undefined)).toEqual([])
  const winners = receipts.filter(({ receipt }) => receipt?.outcome === 'done')
  expect(winners.map(({ order }) => order).toSorted()).toEqual(orders.toSorted())
  const lost = receipts.filter(({ receipt }) => receipt?.outcome === 'refused').map(({ receipt }) => receipt?.reason)
  expect([...new Set(lost)]).toEqual(['already_awarded'])
  for (const { partner, order } of winners) {
    const { delivery, version } = (await orderRecords.store.read(`order:${order}`)) ?? {}
    expect([order, delivery?.rounds.map((round) => round.partner)]).toEqual([order, [partner.account.id]])
    const leaves = await service.leavesOf('orders', `order:${order}`)
    expect([order, leaves.filter(({ isDeleted }) => !isDeleted).length]).toEqual([order, 1])
    const fact = await mailboxes.get<DeliveryFact>(partner.mailbox.name, `delivery:${order}`)
    expect(fact).toMatchObject({ state: 'awarded', version })
  }

  const delivering = performance.now()
  await inStorm(
    winners.map(({ partner, order }) => async () => {
      const at = new Date().toISOString()
      return push(partner, 'advance-delivery', { order, version: 1, step: 'delivered', at, handedTo: 'door' })
    }),
  )
  const deliveredMs = performance.now() - delivering
  const earned = (await Promise.all(partners.map(({ account }) => earnings.of(account.id)))).flat()
  expect(earned.map(({ partner, order, held }) => [partner, order, held]).toSorted()).toEqual(
    winners.map(({ partner, order }) => [partner.account.id, `order:${order}`, false]).toSorted(),
  )
  const s = (ms: number) => Math.round(ms / 1000)
  console.log(
    `${claims.length} claims in ${s(acceptedMs)} s, ${winners.length} deliveries in ${s(deliveredMs)} s; ` +
      `202: ${cluster.answered(202)}, cut off: ${cluster.answered(0)}, 500: ${cluster.answered(500)}; ` +
      `between phones and service: ${JSON.stringify(network.met())}`,
  )
})
