import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dayOf, type Receipt } from '#model'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { HEAVY_FAULTS } from '../testing/cluster/faults.ts'
import { askedIntentOf, asPushed, post } from '../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { deliveryWorld } from './testing/delivery-world.ts'
import { someOrder } from './testing/some-order.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** More rounds before a release: RACES=500. */
const RACES = Number(process.env.RACES ?? 12)
/** How many partners want as many deliveries; more before a release: CROWD=1000. */
const CROWD = Number(process.env.CROWD ?? 25)
const FEW = 12

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  await service.services.sweep.sweepNow()
  clock += 5 * MINUTE_MS
})
afterAll(() => service.close())

const { person, ask, outcomeOf, openRows } = deliveryWorld(() => service)
/** Half past eleven in India, of the next day: the window of "any time" has begun. */
const nextNoon = () => Math.ceil((clock + 1) / DAY_MS) * DAY_MS + 6 * 60 * MINUTE_MS
const day = () => dayOf(new Date(clock)).replaceAll('-', '')
const read = async (ulid: string) => service.services.orderRecords.store.read(`order:${ulid}`)

test('an accept that races with a take-back leaves an open row if and only if the order is open', {
  timeout: 300_000,
}, async () => {
  const { sweep } = service.services
  let takenBack = 0
  for (let n = 0; n < RACES; n += 1) {
    clock = nextNoon()
    // Each round is a day, and nobody stays signed in for hundreds of days.
    const first = await person('PARTNER')
    const second = await person('PARTNER')
    const ulid = await someOrder(service.services, { account: 'nobody', state: 'awarded', partner: first.account.id })
    // The award of the first partner is about to be taken back; the second one is waiting for that.
    clock += 45 * MINUTE_MS
    const pickedUp = { order: ulid, version: 1, step: 'picked_up', at: new Date(clock).toISOString() } as const
    const [receipt] = await Promise.all([
      n % 3 === 0 ? undefined : ask(second, 'accept-delivery', { order: ulid }),
      sweep.sweepNow(),
      n % 2 === 0 ? undefined : ask(first, 'advance-delivery', pickedUp),
    ])
    await sweep.settled()
    await sweep.sweepNow()

    const { delivery } = (await read(ulid)) ?? {}
    const openRounds = delivery?.rounds.filter(({ ended }) => !ended) ?? []
    // If the second partner was told that the award is theirs, they have it or were displaced by the first one.
    const isTheirs = delivery?.rounds.some(
      ({ partner, ended }) => partner === second.account.id && (ended === undefined || ended === 'displaced'),
    )
    expect([n, openRounds.length <= 1, receipt !== undefined && outcomeOf(receipt) === 'done']).toEqual([
      n,
      true,
      isTheirs,
    ])
    const open = (await openRows('jaipur', day())).filter(({ _id }) => _id === `delivery:${ulid}`)
    expect([n, open.length]).toEqual([n, delivery?.state === 'open' ? 1 : 0])
    if (delivery?.rounds[0]?.ended === 'taken_back') takenBack += 1
  }
  // In every other round nobody picks up.
  expect(takenBack).toBeGreaterThan(RACES / 4)
})

test('a cancellation that races with the pick-up ends in a refund or an earning, never in both', {
  timeout: 300_000,
}, async () => {
  const partner = await person('PARTNER')
  clock = nextNoon()
  for (let n = 0; n < RACES; n += 1) {
    const customer = await person('CUSTOMER')
    const { account } = customer
    const ulid = await someOrder(service.services, {
      account: account.id,
      state: 'awarded',
      partner: partner.account.id,
    })
    clock += 6 * MINUTE_MS
    const at = new Date(clock).toISOString()
    await Promise.all([
      ask(customer, 'cancel-order', { order: ulid }),
      ask(partner, 'advance-delivery', { order: ulid, version: 1, step: 'picked_up', at }),
    ])
    await ask(partner, 'advance-delivery', { order: ulid, version: 1, step: 'delivered', at, handedTo: 'recipient' })
    await service.services.sweep.sweepNow()
    const order = await read(ulid)
    const hasRefund = order?.items.some(({ what }) => what === 'refund') ?? false
    const paid = (await service.services.earnings.of(partner.account.id)).filter(
      ({ order: of, kind, held }) => of === `order:${ulid}` && kind === 'delivered' && !held,
    )
    expect([n, hasRefund, paid.length]).toEqual([n, hasRefund, hasRefund ? 0 : 1])
  }
})

test('twelve partners who want twelve deliveries get each awarded once, and nobody carries more than three', {
  timeout: 300_000,
}, async () => {
  clock = nextNoon()
  const partners: SignedIn[] = []
  for (let n = 0; n < FEW; n += 1) partners.push(await person('PARTNER'))
  const orders: string[] = []
  for (let n = 0; n < FEW; n += 1) orders.push(await someOrder(service.services, { account: 'nobody', state: 'open' }))
  // Each partner asks for another delivery first; some ask for more than they may carry.
  await Promise.all(
    partners.map(async (partner, n) => {
      for (let i = 0; i < (n % 5 === 0 ? 5 : 2); i += 1) {
        const order = orders[(n + i) % FEW] ?? ''
        await ask(partner, 'accept-delivery', { order })
      }
    }),
  )
  const carried = new Map<string, number>()
  for (const ulid of orders) {
    const rounds = (await read(ulid))?.delivery.rounds ?? []
    expect(rounds).toHaveLength(1)
    for (const { partner } of rounds) carried.set(partner, (carried.get(partner) ?? 0) + 1)
  }
  expect(Math.max(...carried.values())).toBeLessThanOrEqual(3)
  await service.services.sweep.settled()
  expect((await openRows('jaipur', day())).filter(({ _id }) => orders.includes(_id.replace('delivery:', '')))).toEqual(
    [],
  )
})

test('fifty partners who want fifty deliveries get each awarded once by three copies that answer 202, late or not at all', {
  timeout: Math.max(300_000, CROWD * 6_000),
}, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const cluster: FakeCluster = await startFakeCluster()
  const away = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL: cluster.url } })
  try {
    const { person: personAway } = deliveryWorld(() => away)
    const { decider, sweep, mailboxes, orderRecords } = away.services
    const everybody = Array.from({ length: CROWD }, (_, n) => n)
    const partners = await Promise.all(everybody.map(() => personAway('PARTNER')))
    const orders = await Promise.all(
      everybody.map(() => someOrder(away.services, { account: 'nobody', state: 'open' })),
    )
    cluster.setOdds(HEAVY_FAULTS, 7)
    // Two partners want each order.
    const asked = await Promise.all(
      partners.flatMap((partner, n) =>
        [n, (n + 1) % CROWD].map(async (of) => ({
          partner,
          ulid: await pushUntilTaken(away, partner, orders[of] ?? ''),
        })),
      ),
    )
    await cluster.heal()
    await decider.stop()
    await decider.start()
    await vi.waitFor(() => expect(decider.holdsLease).toBe(true), { timeout: 30_000 })
    const readReceipts = () =>
      Promise.all(
        asked.map(async ({ partner, ulid }) => ({
          partner: partner.account.id,
          receipt: await mailboxes.get<Receipt>(partner.mailbox.name, `receipt:${ulid}`),
        })),
      )
    // A decider that loses its lease on a busy machine is idle, and goes on when it has the lease again.
    const receipts = await vi.waitFor(
      async () => {
        const read = await readReceipts()
        expect(read.filter(({ receipt }) => receipt === undefined)).toHaveLength(0)
        return read
      },
      { timeout: CROWD * 4_000, interval: CROWD * 20 },
    )
    await sweep.settled()
    await sweep.sweepNow()
    for (const order of orders) {
      const { delivery } = (await orderRecords.store.read(`order:${order}`)) ?? {}
      expect(delivery?.rounds).toHaveLength(1)
      const winners = receipts.filter(({ receipt }) => Object(receipt?.result).order === `order:${order}`)
      expect(winners.map(({ partner }) => partner)).toEqual([delivery?.rounds[0]?.partner])
      const leaves = await away.leavesOf('orders', `order:${order}`)
      expect(leaves.filter(({ isDeleted }) => !isDeleted)).toHaveLength(1)
    }
  } finally {
    await away.close()
    await cluster.close()
    vi.restoreAllMocks()
  }
})

/** Pushes as a device does: again and again until the push is acknowledged; returns the intent's ULID. */
async function pushUntilTaken(to: TestService, { cookie, mailbox }: SignedIn, order: string): Promise<string> {
  const intent = askedIntentOf('accept-delivery', { order })
  const body = { docs: [asPushed(intent)], new_edits: false }
  for (;;) {
    // A connection that breaks is no answer.
    const answer = await post(`${to.url}/db/${mailbox.name}/_bulk_docs`, body, { cookie }).catch(() => undefined)
    if (answer?.status === 201) return intent._id.slice('intent:'.length)
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}
