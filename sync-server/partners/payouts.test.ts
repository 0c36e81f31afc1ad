import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery, Round } from '#model'
import type { Step } from '../core/core-document.ts'
import { LeaseLost } from '../lease/lease.ts'
import { killableCouch } from '../testing/killable-couch.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import type { EarningOrder } from './earned.ts'
import type { EarningRecord } from './earnings.ts'
import { openMoney } from './payouts.ts'

/** The Wednesday before Friday 27 November 2026. */
const WEDNESDAY = Date.parse('2026-11-25T12:00:00+05:30')
const FRIDAY = Date.parse('2026-11-27T00:00:00+05:30')
const HOUR_MS = 3_600_000

let service: TestService
let nowMs = WEDNESDAY
const now = () => new Date(nowMs)
const at = () => now().toISOString()
let partner: SignedIn
let people = 0
let orders = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now })
  await service.services.decider.stop()
})
afterAll(() => service.close())

beforeEach(async () => {
  nowMs = WEDNESDAY
  people += 1
  partner = await aPartner(`partner-${people}@example.in`)
})

async function aPartner(email: string): Promise<SignedIn> {
  const { accounts } = service.services
  const made = await accounts.create({ email, name: 'Imran Khan', role: 'PARTNER', city: 'jaipur', verified: true })
  if (made === 'email_taken') throw new Error(made)
  const { id, name, mailbox } = made
  return { cookie: '', account: { id, email, name, role: 'PARTNER' }, mailbox }
}

type Money = ReturnType<typeof openMoney>
const money = (): Money => service.services
const write: Step = (_name, run) => run()
const asked = () => ({ at: at() })

const round = (more: Partial<Round> = {}): Round => ({
  ...{ partner: partner.account.id, awardedAt: new Date(nowMs - HOUR_MS).toISOString(), intent: 'A' },
  ...more,
})
const ULID = (n: number) => `01KAX0000000000000000${String(n).padStart(5, '0')}`

/** An order that the partner has delivered. */
function anOrder(delivery: Partial<Delivery> = {}, more: Partial<EarningOrder> = {}): EarningOrder {
  orders += 1
  const step = { round: 0, step: 'delivered' as const, at: at(), receivedAt: at(), intent: 'B' }
  return {
    ...{ _id: `order:${ULID(orders)}`, version: 3, deliveryFeeRupees: 50 },
    delivery: { state: 'delivered', since: at(), rounds: [round()], steps: [step], ...delivery },
    ...more,
  }
}

async function tell(order: EarningOrder, { earnings }: Money = money()) {
  for (const { write } of earnings.steps(order)) await write()
  await service.services.partners.figuresChanged(partner.account.id)
}

const earnings = () => service.services.earnings.of(partner.account.id)
const payouts = async () => (await service.services.payouts.of(partner.account.id)).toSorted((a, b) => a.n - b.n)
const make = (by = money()) => by.payouts.make(partner.account.id, asked(), write)
const facts = async (prefix: string) =>
  service.services.couch.db(partner.mailbox.name).range<Record<string, unknown>>(prefix, `${prefix}\uffff`)
const sum = (all: readonly { rupees: number }[]) => all.reduce((total, { rupees }) => total + rupees, 0)

/** Σ earnings = Σ payouts that have not failed + available + held + not paid, and no earning is in two payouts. */
async function expectAllCounted() {
  const all = await earnings()
  const paid = (await payouts()).filter(({ state }) => state !== 'failed')
  const taken = paid.flatMap((payout) => payout.earnings)
  expect(new Set(taken).size).toBe(taken.length)
  const rest = all.filter(({ _id }) => !taken.includes(_id))
  const [available, held, notPaid] = [
    rest.filter((one) => !one.held && !one.notPaid),
    rest.filter((one) => one.held && !one.notPaid),
    rest.filter((one) => one.notPaid && !one.held),
  ]
  expect(sum(all)).toBe(sum(paid) + sum(available) + sum(held) + sum(notPaid))
  for (const payout of paid) expect(sum(all.filter(({ _id }) => payout.earnings.includes(_id)))).toBe(payout.rupees)
}

describe('an earning', () => {
  test('is written once when a delivered order is told, and again only as a copy', async () => {
    const order = anOrder()
    await tell(order)
    const [before] = await earnings()
    expect(before).toMatchObject({ rupees: 50, kind: 'delivered', held: false, payout: 0, version: 1 })
    await tell({ ...order, version: 9, deliveryFeeRupees: 80 })
    expect(await earnings()).toEqual([before])
    expect(await facts('earning:')).toMatchObject([{ order: order._id, rupees: 50, version: 1 }])
  })

  test('pays half of the fee where a round of more than five minutes was ended by others', async () => {
    const endedAt = at()
    await tell(anOrder({ state: 'cancelled', rounds: [round({ ended: 'cancelled', endedAt })], steps: [] }))
    await tell(anOrder({ state: 'awarded', rounds: [round({ ended: 'released', endedAt })], steps: [] }))
    const awardedAt = new Date(nowMs - 300_000).toISOString()
    await tell(anOrder({ state: 'cancelled', rounds: [round({ awardedAt, ended: 'cancelled', endedAt })], steps: [] }))
    expect((await earnings()).map(({ kind, rupees }) => [kind, rupees])).toEqual([['cancelled', 25]])
  })

  test('for a delivery that was reported late is held until an admin pays it, and then it is available', async () => {
    const other = round({ partner: 'somebody-else' })
    const rounds = [round({ ended: 'taken_back', endedAt: at() }), other]
    const story = { what: 'story' as const, partner: partner.account.id, at: at(), holds: true as const }
    const order = anOrder({ rounds }, { items: [story] })
    await tell(order)
    expect(await earnings()).toMatchObject([{ held: true, rupees: 50 }])
    expect(await make()).toBeUndefined()
    const paid = { ...order, version: 4, items: [{ ...story, settled: { outcome: 'pay' } }] }
    await tell(paid)
    await tell(paid)
    expect(await earnings()).toMatchObject([{ held: false, rupees: 50, version: 2 }])
    expect(await make()).toMatchObject({ rupees: 50, n: 1 })
    // What comes after the payout changes nothing.
    await tell(order)
    expect(await earnings()).toMatchObject([{ held: false, payout: 1 }])
    await expectAllCounted()
  })

  test.each(['closed', 'refunded'])(
    'whose report an admin has %s is not paid, and no sum counts it',
    async (outcome) => {
      const rounds = [round({ ended: 'taken_back', endedAt: at() }), round({ partner: 'somebody-else' })]
      const story = { what: 'story' as const, partner: partner.account.id, at: at(), holds: true as const }
      const order = anOrder({ rounds }, { items: [story] })
      await tell(order)
      await tell({ ...order, version: 4, items: [{ ...story, settled: { outcome } }] })
      expect(await earnings()).toMatchObject([{ held: false, notPaid: true, payout: 0, version: 2 }])
      expect(await facts('earning:')).toMatchObject([{ notPaid: true }])
      expect(await make()).toBeUndefined()
      const earned = () => service.services.couch.db('partners').reduced('earned', partner.account.id)
      await expect.poll(async () => [...(await earned()).values()]).toEqual([])
      expect(await service.services.payouts.isOwed(partner.account.id)).toBe(false)
      // A further report opens the item again.
      await tell({ ...order, version: 5 })
      const [again] = await earnings()
      expect(again).toMatchObject({ held: true, version: 3 })
      expect(again).not.toHaveProperty('notPaid')
      expect(await service.services.payouts.isOwed(partner.account.id)).toBe(true)
      await tell({ ...order, version: 6, items: [{ ...story, settled: { outcome: 'pay' } }] })
      expect(await make()).toMatchObject({ rupees: 50 })
      await expectAllCounted()
    },
  )

  test('for a delivery to an address that had been changed is earned whatever an admin decides', async () => {
    const story = { what: 'story' as const, partner: partner.account.id, at: at(), settled: { outcome: 'closed' } }
    await tell(anOrder({}, { items: [story] }))
    const [earning] = await earnings()
    expect(earning).toMatchObject({ held: false, rupees: 50 })
    expect(earning).not.toHaveProperty('notPaid')
  })

  test('of a displaced partner whose report an admin pays is only the rest of the fee', async () => {
    const rounds = [round({ ended: 'displaced', endedAt: at() }), round({ partner: 'somebody-else' })]
    const settled = { what: 'story' as const, partner: partner.account.id, at: at(), settled: { outcome: 'pay' } }
    await tell(anOrder({ rounds }, { items: [settled] }))
    expect((await earnings()).map(({ kind, rupees }) => [kind, rupees])).toEqual([
      ['cancelled', 25],
      ['delivered', 25],
    ])
  })
})

describe('a payout', () => {
  test('takes everything that is available, and the next one only what came since', async () => {
    await tell(anOrder())
    await tell(anOrder())
    expect(await make()).toMatchObject({ n: 1, rupees: 100, state: 'to_pay' })
    expect(await make()).toBeUndefined()
    await tell(anOrder())
    expect(await make()).toMatchObject({ n: 2, rupees: 50 })
    expect((await earnings()).map(({ payout }) => payout)).toEqual([1, 1, 2])
    await expectAllCounted()
  })

  test('that failed gives its earnings to the next one', async () => {
    await tell(anOrder())
    const first = await make()
    if (!first) throw new Error('nothing was made')
    const failed = { state: 'failed', reason: 'IFSC is wrong', version: first.version, by: 'admin' } as const
    expect(await service.services.payouts.settle(first._id, failed)).toMatchObject({ doc: { state: 'failed' } })
    await tell(anOrder())
    expect(await make()).toMatchObject({ n: 2, rupees: 100 })
    expect((await earnings()).map(({ payout }) => payout)).toEqual([2, 2])
    await expectAllCounted()
  })

  test('is made every Friday within two hours after midnight in India, and told', async () => {
    const { partners, sweep, decider } = service.services
    await tell(anOrder())
    nowMs = FRIDAY - 1_000
    await decider.start()
    await sweep.sweepNow()
    expect(await payouts()).toEqual([])
    const due = (await partners.get(partner.account.id))?.payoutDueAt ?? ''
    expect([due >= new Date(FRIDAY).toISOString(), due < new Date(FRIDAY + 2 * HOUR_MS).toISOString()]).toEqual([
      true,
      true,
    ])
    nowMs = FRIDAY + 2 * HOUR_MS
    await sweep.sweepNow()
    await sweep.sweepNow()
    expect(await payouts()).toMatchObject([{ n: 1, rupees: 50 }])
    expect(await facts('payout:')).toMatchObject([{ _id: 'payout:1', state: 'to_pay', rupees: 50 }])
    expect(await facts('earning:')).toMatchObject([{ payout: 1 }])
    const next = (await partners.get(partner.account.id))?.payoutDueAt ?? ''
    expect(Date.parse(next) - Date.parse(due)).toBe(7 * 24 * HOUR_MS)
    const rows = await service.services.couch.db('feed-admin-1').range('payout:', 'payout:\uffff')
    expect(rows).toContainEqual(
      expect.objectContaining({ _id: `payout:${partner.account.id}:1`, rupees: 50, earnings: 1, name: 'Imran Khan' }),
    )
    await decider.stop()
  })

  test('takes each earning once or leaves it, however deliveries and two makers race', async () => {
    for (let n = 0; n < 25; n += 1) {
      await Promise.all([tell(anOrder()), make(), tell(anOrder()), make()])
      await expectAllCounted()
    }
    await make()
    const all = await earnings()
    expect(all).toHaveLength(50)
    expect(all.every(({ payout }) => payout > 0)).toBe(true)
    await expectAllCounted()
  })

  /** A process of its own, which dies before its n-th write. */
  function mortal(diesBefore: number) {
    const { couch, die } = killableCouch(service.services.couch)
    const own = openMoney({ ...service.services, couch })
    let writes = 0
    const step: Step = async (name, run) => {
      writes += 1
      if (writes === diesBefore) {
        die()
        throw new LeaseLost(name)
      }
      return run()
    }
    return { own, step, hasDied: () => writes >= diesBefore }
  }

  test('is made once and loses nothing, wherever the process is killed', async () => {
    for (let diesBefore = 1; ; diesBefore += 1) {
      await tell(anOrder())
      await tell(anOrder())
      const { own, step, hasDied } = mortal(diesBefore)
      const making = own.payouts.make(partner.account.id, asked(), step)
      await making.catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error
      })
      // Another delivery is told, and then another process goes on.
      await tell(anOrder())
      await make()
      const all = await earnings()
      expect(all.every(({ payout }) => payout > 0)).toBe(true)
      await expectAllCounted()
      if (!hasDied()) break
    }
    expect((await payouts()).length).toBeGreaterThan(3)
  })

  test('that is told late marks no earning that a later payout has taken', async () => {
    await tell(anOrder())
    const first = await make()
    if (!first) throw new Error('nothing was made')
    const failed = { state: 'failed', reason: 'No such account', version: first.version, by: 'admin' } as const
    await service.services.payouts.settle(first._id, failed)
    await make()
    await service.services.earnings.mark(first, write)
    expect(await earnings()).toMatchObject([{ payout: 2 } satisfies Partial<EarningRecord>])
  })

  /** What can happen to a partner's money, in any order. */
  const happening = fc.oneof(
    fc.constant('deliver' as const),
    fc.constant('cancel' as const),
    fc.constant('report late' as const),
    fc.constant('pay a story' as const),
    fc.constant('tell an old order again' as const),
    fc.constant('make' as const),
    fc.constant('fail' as const),
    fc.record({ dieBefore: fc.integer({ min: 1, max: 4 }) }),
  )
  type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never

  test('counts every earning once, whatever happens and wherever it is killed', { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 16 }), async (all) => {
      people += 1
      partner = await aPartner(`random-${people}@example.in`)
      const told: EarningOrder[] = []
      const stories: EarningOrder[] = []
      const telling = async (order: EarningOrder) => {
        told.push(order)
        await tell(order)
      }
      async function happens(what: Happening) {
        const endedAt = at()
        if (what === 'deliver') return telling(anOrder())
        if (what === 'cancel')
          return telling(anOrder({ state: 'cancelled', rounds: [round({ ended: 'cancelled', endedAt })], steps: [] }))
        if (what === 'report late') {
          const rounds = [round({ ended: 'displaced', endedAt }), round({ partner: 'somebody-else' })]
          const story = { what: 'story' as const, partner: partner.account.id, at: endedAt, holds: true as const }
          const order = anOrder({ rounds }, { items: [story] })
          stories.push(order)
          return telling(order)
        }
        if (what === 'pay a story') {
          const order = stories.pop()
          const items = (order?.items ?? []).map((item) => ({ ...item, settled: { outcome: 'pay' } }))
          return order && telling({ ...order, version: order.version + 1, items })
        }
        if (what === 'tell an old order again') return told[0] && tell(told[0])
        if (what === 'make') return make()
        if (what === 'fail') {
          const last = (await payouts()).at(-1)
          const failed = {
            state: 'failed',
            reason: 'No such account',
            version: last?.version ?? 0,
            by: 'admin',
          } as const
          return last && service.services.payouts.settle(last._id, failed)
        }
        const { own, step } = mortal(what.dieBefore)
        return own.payouts.make(partner.account.id, asked(), step).catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error
        })
      }
      for (const what of all) {
        await happens(what)
        await expectAllCounted()
      }
      await make()
      await expectAllCounted()
      // Nothing that could be paid is left.
      expect(await make()).toBeUndefined()
    })
    await fc.assert(property, { numRuns: 25, seed: 37 })
  })
})

test('a payout is told the same, wherever its telling stops and however often it is repeated', async () => {
  const { kind } = service.services.payouts.kept
  const told: unknown[] = []
  for (let written = 0; ; written += 1) {
    partner = await aPartner(`told-${written}@example.in`)
    await tell(anOrder())
    const payout = await make()
    if (!payout) throw new Error('nothing was made')
    const steps = () => kind.tell(payout, { all: payout.entries, fresh: payout.entries })
    for (const { write } of [...steps().slice(0, written), ...steps(), ...steps()]) await write()
    const [fact] = await facts('payout:')
    const [earning] = await facts('earning:')
    const row = await service.services.couch.db('feed-admin-1').get<{ version: number; rupees: number }>(payout._id)
    told.push([fact?.rupees, fact?.state, fact?.version, earning?.payout, earning?.version, row?.version, row?.rupees])
    if (written === steps().length) break
  }
  expect(told[0]).toEqual([50, 'to_pay', 1, 1, 2, 1, 50])
  for (const one of told) expect(one).toEqual(told[0])
})

test('the payouts of a deleted account keep their figures, and lose the name', async () => {
  const { payouts: store } = service.services
  await tell(anOrder())
  const payout = await make()
  expect(payout).toMatchObject({ rupees: 50, payee: { name: 'Imran Khan', city: 'jaipur' } })
  await store.erase(partner.account.id)
  await store.erase(partner.account.id)
  const [erased] = await payouts()
  expect(erased).toMatchObject({ rupees: 50, n: 1, state: 'to_pay' })
  expect(JSON.stringify(erased)).not.toMatch(/Imran|jaipur/)
})

describe('an intent that asks for a payout', () => {
  test('makes one payout, however often it is decided', async () => {
    await tell(anOrder())
    const intent = ULID(99_999)
    const ask = () => service.services.payouts.make(partner.account.id, { at: at(), intent }, write)
    const first = await ask()
    await tell(anOrder())
    expect(await ask()).toMatchObject({ n: 1, rupees: 50 })
    expect(first?.n).toBe(1)
    expect(await payouts()).toHaveLength(1)
  })
})

test('two requests at once make one payout, and the second finds nothing', async () => {
  await tell(anOrder())
  const { payouts: store } = service.services
  const ask = (n: number) => store.make(partner.account.id, { at: at(), intent: ULID(99_000 + n) }, write)
  const made = await Promise.all([ask(1), ask(2)])
  expect(made.filter((payout) => payout !== undefined)).toHaveLength(1)
  await expectAllCounted()
})

describe('what became of a payout', () => {
  test('is told by a notice, and by a mail to those who want one', async () => {
    const { couch, kyc, payouts: store, sweep, decider, accounts } = service.services
    await kyc.setBank(partner.account.id, { number: '50100123457745', ifsc: 'HDFC0001234' })
    await decider.start()
    for (const isWanted of [true, false]) {
      await accounts.change(partner.account.id, { emailNotices: isWanted })
      await tell(anOrder())
      await make()
      const batch = ULID(80_000 + (isWanted ? 1 : 2))
      const [payable] = (await store.exportBatch(batch, 'admin', false)).filter(
        ({ payout }) => payout.partner === partner.account.id,
      )
      if (!payable) throw new Error('nothing was exported')
      expect(payable.account).toEqual({ number: '50100123457745', ifsc: 'HDFC0001234' })
      const { _id, version } = payable.payout
      await store.settle(_id, { state: 'paid', reference: '432911802290', version, by: 'admin' })
      await sweep.sweepNow()
    }
    expect((await facts('notice:')).map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
      ['payout-paid', 'payout:1'],
      ['payout-paid', 'payout:2'],
    ])
    expect(await facts('payout:')).toMatchObject([
      { n: 1, state: 'paid', reference: '432911802290', bankAccountEnds: '7745' },
      { n: 2, state: 'paid' },
    ])
    const prefix = `mail:payout-paid:${partner.account.id}`
    expect(await couch.db('outbox').ids(prefix, `${prefix}\uffff`)).toEqual([`${prefix}-1`])
    await decider.stop()
  })
})

test('a partner’s figures count each order once, and the rating shows from five ratings on and moves by fives', async () => {
  const { couch, partners, sweep, decider } = service.services
  await decider.start()
  const rate = async (stars: number) => {
    const order = anOrder()
    await couch.db('orders').create({ ...order, type: 'order', rating: { stars, at: at() } })
    await tell(order)
    await sweep.sweepNow()
  }
  const fact = async () => (await facts('partner'))[0]
  for (const stars of [5, 5, 4, 4]) await rate(stars)
  expect(await fact()).toMatchObject({ delivered: 4, counted: 4, earnedRupees: 200, isOnline: false })
  expect(await fact()).not.toHaveProperty('rating')
  await rate(4)
  expect(await fact()).toMatchObject({ delivered: 5, rating: 4.4 })
  await rate(1)
  expect(await fact()).toMatchObject({ delivered: 6, rating: 4.4 })
  const taken = { ...anOrder({ state: 'open', rounds: [round({ ended: 'taken_back', endedAt: at() })], steps: [] }) }
  await couch.db('orders').create({ ...taken, type: 'order' })
  await couch.db('orders').create({
    ...anOrder({ state: 'open', rounds: [round({ ended: 'released', endedAt: at() })], steps: [] }),
    type: 'order',
  })
  await partners.figuresChanged(partner.account.id)
  await sweep.sweepNow()
  expect(await fact()).toMatchObject({ delivered: 6, counted: 7 })
  await decider.stop()
})
