import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Order, type PlaceOrder, type Promo, promoId, type Receipt } from '#model'
import { promoOf, SAMPLE_CODES } from '../../../design-docs/model/orders/promos/sample-promos.ts'
import { intentOf, orderOf } from '../../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let me: SignedIn
let mortal: KillableDeciders
let clock = () => new Date()
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => clock() })
  await service.services.decider.stop()
  mortal = killableDeciders(service)
})
afterEach(() => {
  clock = () => new Date()
})
afterAll(() => service.close())

/** Signs in a person who has no orders. */
async function somebody() {
  people += 1
  const email = `promo.${people}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  me = await service.signIn(email)
}

const roses = (quantity: number) => [{ flower: 'red-roses', quantity, consumes: {} }]
const push = (promoCode: string, quantity: number, quotedTotalRupees: number) =>
  mortal.push(intentOf(orderOf(roses(quantity), { promoCode, quotedTotalRupees })), me)
const outcomeOf = async (ulid: string) => (await mortal.outcomeOf(ulid, me)) as Receipt
const orderOfUlid = (ulid: string) => service.services.couch.db('orders').get<Order>(`order:${ulid}`)
const claims = () =>
  service.services.couch
    .db('promo-claims')
    .range<{ order: string; _id: string; _rev: string }>(
      `promo-claim:${me.account.id}:`,
      `promo-claim:${me.account.id}:￿`,
    )

async function decide(promoCode: string, quantity: number, quotedTotalRupees: number) {
  const ulid = await push(promoCode, quantity, quotedTotalRupees)
  await mortal.decideAll()
  return { ulid, receipt: await outcomeOf(ulid), order: await orderOfUlid(ulid) }
}

/** Two bouquets cost 1798; with `WELCOME100` the total is 1798 − 100 + 50 + 85. */
const TWO = { quantity: 2, without: 1938, welcome: 1833 }
const welcome = () => decide('WELCOME100', TWO.quantity, TWO.welcome)

test('an order with a code is charged less, and every copy and its mail name the code', async () => {
  await somebody()
  const { ulid, receipt, order } = await decide(' mogra10 ', 1, 899)
  expect(receipt.outcome).toBe('done')
  const figures = { promoCode: 'MOGRA10', subtotalRupees: 899, discountRupees: 90, taxRupees: 40, totalRupees: 899 }
  expect(order).toMatchObject(figures)
  expect(await service.services.couch.db(me.mailbox.name).get(`order:${ulid}`)).toMatchObject(figures)
  const mail = await service.mailTo(me.account.email, ({ text }) => text.includes(order?.number ?? ''))
  expect(mail.text).toMatch(/Discount \(MOGRA10\): −₹90$/m)
})

test('free delivery deducts the fee, which is still shown', async () => {
  await somebody()
  const { order } = await decide('FREEDEL', 1, 944)
  expect(order).toMatchObject({ deliveryFeeRupees: 50, discountRupees: 50, taxRupees: 45, totalRupees: 944 })
})

test('a device that did not know the code quotes the price without it and is charged less; any other quote is refused', async () => {
  await somebody()
  expect((await decide('MOGRA10', 1, 994)).order).toMatchObject({ discountRupees: 90, totalRupees: 899 })
  const wrong = await decide('MOGRA10', 1, 950)
  expect(wrong.receipt).toMatchObject({
    ...{ reason: 'price_changed', result: { discountRupees: 90, totalRupees: 899 } },
  })
  expect(wrong.order).toBeUndefined()
})

test.each([
  ['DIWALI25', 1, 'promo_ended', { totalRupees: 994 }],
  ['NOSUCHCODE', 1, 'promo_unknown', { totalRupees: 994 }],
  ['WELCOME100', 1, 'promo_minimum', { totalRupees: 994, minimumRupees: 999 }],
])('%s is refused with the reason and the figures without it', async (code, quantity, reason, result) => {
  await somebody()
  expect((await decide(code, quantity, 1)).receipt).toMatchObject({ outcome: 'refused', reason, result })
  expect(await claims()).toEqual([])
})

test('a code that ended before the decision, by the service’s clock, is refused', async () => {
  await somebody()
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const promo: Promo = { ...(await promoOf('TODAY', { kind: 'flat', rupees: 50 })), endsAt }
  await service.services.couch.db('catalogue').create(promo)
  expect((await decide('TODAY', 1, 941)).receipt.outcome).toBe('done')
  clock = () => new Date(Date.now() + 3_600_001)
  expect((await decide('TODAY', 1, 941)).receipt).toMatchObject({ reason: 'promo_ended', result: { totalRupees: 994 } })
})

test('a code for one use belongs to the first order, and is free again when that is cancelled', async () => {
  await somebody()
  const first = await welcome()
  expect(first.order).toMatchObject({ discountRupees: 100, totalRupees: TWO.welcome })
  expect((await welcome()).receipt).toMatchObject({ reason: 'promo_used', result: { totalRupees: TWO.without } })

  await service.services.couch
    .db('orders')
    .update<Order>(`order:${first.ulid}`, (order) => order && { ...order, version: 2, status: 'cancelled' })
  const next = await welcome()
  expect(next.receipt.outcome).toBe('done')
  expect((await claims()).map(({ order }) => order)).toEqual([`order:${next.ulid}`])
  expect((await welcome()).receipt.reason).toBe('promo_used')
})

test('a code that one account has used is free for another', async () => {
  await somebody()
  await welcome()
  await somebody()
  expect((await welcome()).receipt.outcome).toBe('done')
})

test('if several phones use the code offline, exactly one order gets it, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(TWO.welcome, TWO.without), { minLength: 2, maxLength: 4 }),
      async (quotes) => {
        await somebody()
        const ulids = await Promise.all(quotes.map((quote) => push('WELCOME100', TWO.quantity, quote)))
        await mortal.decideAll()
        const receipts = await Promise.all(ulids.map(outcomeOf))
        expect(receipts.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
        expect(receipts.filter(({ reason }) => reason === 'promo_used')).toHaveLength(quotes.length - 1)
      },
    ),
    { numRuns: 6 },
  )
})

test('an order that claimed a code for one use keeps it, even if it is written after a restart', async () => {
  await somebody()
  const ulid = await push('WELCOME100', TWO.quantity, TWO.welcome)
  await mortal.killAt('after claim promo')
  const second = await push('WELCOME100', TWO.quantity, TWO.welcome)
  await mortal.decideAll()
  expect([(await outcomeOf(ulid)).outcome, (await outcomeOf(second)).reason]).toEqual(['done', 'promo_used'])
  expect((await claims()).map(({ order }) => order)).toEqual([`order:${ulid}`])
  expect(await orderOfUlid(second)).toBeUndefined()
})

test('a code claimed by an order that is refused later is free again, wherever the decision was interrupted', async () => {
  const catalogue = service.services.couch.db('catalogue')
  const setStock = (inStock: boolean) =>
    catalogue.update<object>('flower:red-roses', (flower) => flower && { ...flower, inStock })
  for (const points of [[], ['before release promo'], ['after release promo'], ['after write decision']]) {
    await somebody()
    const ulid = await push('WELCOME100', TWO.quantity, TWO.welcome)
    await mortal.killAt('after claim promo')
    expect(await claims()).toHaveLength(1)
    await setStock(false)
    for (const point of points) await mortal.killAt(point)
    await mortal.decideAll()
    await setStock(true)
    expect([points, (await outcomeOf(ulid)).reason]).toEqual([points, 'out_of_stock'])
    expect(await claims()).toEqual([])
    expect((await welcome()).receipt.outcome).toBe('done')
  }
})

test('a visitor cannot use a code that each account may use once', async () => {
  const email = 'visitor@mogra.example'
  const answer = await service.app.inject({ method: 'POST', url: '/api/visitors' })
  me = { ...answer.json(), cookie: `sid=${answer.cookies[0]?.value}` }
  const payload: Partial<PlaceOrder> = { promoCode: 'WELCOME100', quotedTotalRupees: TWO.welcome, email }
  const ulid = await mortal.push(intentOf(orderOf(roses(TWO.quantity), payload)), me)
  await mortal.decideAll()
  expect((await outcomeOf(ulid)).reason).toBe('promo_needs_account')
})

test('the catalogue lists promo codes only as hashes', async () => {
  const stored = JSON.stringify(await service.services.couch.db('catalogue').range('promo:', 'promo:￿'))
  for (const code of Object.keys(SAMPLE_CODES)) {
    expect(stored).not.toContain(code)
    expect(stored).toContain(await promoId(code))
  }
})
