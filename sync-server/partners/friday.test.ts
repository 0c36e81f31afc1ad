import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderId, type PayloadOf } from '#model'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { askedIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

/** How many Fridays are raced; `FRIDAYS=500` races more. */
const FRIDAYS = Number(process.env.FRIDAYS ?? 25)

let service: TestService
let deciders: KillableDeciders
let partner: SignedIn
let nowMs = Date.parse('2026-11-25T12:00:00+05:30')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(nowMs) })
  deciders = killableDeciders(service)
  const { accounts } = service.services
  const email = 'friday@example.in'
  const made = await accounts.create({ email, name: 'Imran Khan', role: 'PARTNER', city: 'jaipur', verified: true })
  if (made === 'email_taken') throw new Error(made)
  partner = { cookie: '', account: { id: made.id, email, name: made.name, role: made.role }, mailbox: made.mailbox }
})
afterAll(() => service.close())

/** The partner carries an order. */
async function carry(): Promise<string> {
  const customer = await service.services.accounts.createVisitor('en')
  return someOrder(service.services, { account: customer.id, state: 'on_the_way', partner: partner.account.id })
}

/** The partner asks, and the service decides. */
async function ask<K extends 'advance-delivery' | 'request-payout'>(kind: K, payload: PayloadOf<K>) {
  const { accounts, sessions, decider } = service.services
  const account = await accounts.get(partner.account.id)
  if (account?.status !== 'active') throw new Error('the partner has gone')
  const cookie = `sid=${await sessions.start(account, { provenBy: 'code', userAgent: 'Phone' })}`
  const asked = await deciders.push(askedIntentOf(kind, payload), { ...partner, cookie })
  await decider.idle()
  return deciders.outcomeOf(asked, partner)
}

async function deliver(order: string) {
  const at = service.services.now().toISOString()
  const payload = { order, version: 1, step: 'delivered', at, handedTo: 'recipient' } as const
  expect(await ask('advance-delivery', payload)).toMatchObject({ outcome: 'done' })
}

const earned = () => service.services.earnings.of(partner.account.id)
const payoutsMade = () => service.services.payouts.of(partner.account.id)

/** Every earning is in the payout whose number it has, and in no other; the sums are the same. */
async function expectSums() {
  const [earnings, payouts] = await Promise.all([earned(), payoutsMade()])
  const listed = payouts.flatMap((payout) => payout.earnings)
  expect(new Set(listed).size).toBe(listed.length)
  for (const { n, rupees, earnings: ids } of payouts) {
    const mine = earnings.filter(({ _id }) => ids.includes(_id))
    expect(mine.reduce((sum, earning) => sum + earning.rupees, 0)).toBe(rupees)
    expect(mine.every(({ payout }) => payout === n)).toBe(true)
  }
  const free = earnings.filter(({ _id }) => !listed.includes(_id))
  expect(free.every(({ payout }) => payout === 0)).toBe(true)
}

test('a delivery that is reported while Friday’s payout is made is paid by that payout or by the next one, never twice', {
  timeout: FRIDAYS * 5_000,
}, async () => {
  const { partners, sweep } = service.services
  for (let n = 0; n < FRIDAYS; n += 1) {
    const [before, raced] = [await carry(), await carry()]
    await deliver(before)
    await expect.poll(async () => (await earned()).some(({ order }) => order === orderId(before))).toBe(true)
    await partners.figuresChanged(partner.account.id)
    const due = (await partners.get(partner.account.id))?.payoutDueAt
    nowMs = Math.max(nowMs, Date.parse(due ?? ''))
    await Promise.all([deliver(raced), sweep.sweepNow()])
    await expect.poll(async () => (await earned()).length).toBe(2 * (n + 1))
    await sweep.sweepNow()
    await expectSums()
  }
  nowMs += 8 * 86_400_000
  await sweep.sweepNow()
  await sweep.sweepNow()
  await expectSums()
  expect((await earned()).every(({ payout }) => payout > 0)).toBe(true)
})

test('a partner who asks for a payout gets what is available, and is refused when nothing is', async () => {
  expect(await ask('request-payout', {})).toMatchObject({ outcome: 'refused', reason: 'nothing_available' })
  const made = (await payoutsMade()).length
  await deliver(await carry())
  await expect.poll(async () => (await earned()).some(({ payout }) => payout === 0)).toBe(true)
  const receipt = await ask('request-payout', {})
  expect(receipt).toMatchObject({ outcome: 'done', result: { payout: `payout:${made + 1}`, rupees: 50 } })
  expect(await service.services.mailboxes.get(partner.mailbox.name, `payout:${made + 1}`)).toMatchObject({
    ...{ state: 'to_pay', rupees: 50 },
  })
  expect(await ask('request-payout', {})).toMatchObject({ reason: 'nothing_available' })
  await expectSums()
})
