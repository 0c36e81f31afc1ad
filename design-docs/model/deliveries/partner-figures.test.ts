import { expect, test } from 'vitest'
import type { DeliveryView } from './fold-deliveries.ts'
import type { Earning, Payout } from './money.ts'
import { hasUnpaidEarnings, moneyFigures } from './partner-figures.ts'

/** Wednesday, 25 November, 1:30 PM in India; the week began on Friday, the 20th. */
const NOW = new Date('2026-11-25T08:00:00.000Z')
const ulid = (n: number) => `01JD6Y0000000000000000000${n}`

const earning = (n: number, at: string, changes: Partial<Earning> = {}): Earning => ({
  ...{ _id: `earning:${ulid(n)}:delivered`, type: 'earning', version: 1, order: `order:${ulid(n)}` },
  ...{ kind: 'delivered', rupees: 50, at },
  ...changes,
})
const payout = (n: number, state: Payout['state']): Payout => ({
  ...{ _id: `payout:${n}`, type: 'payout', version: 1, n, state, rupees: 50 },
  ...{ at: '2026-11-20T18:30:00.000Z', changedAt: '2026-11-20T18:30:00.000Z' },
})
const delivery = (n: number, changes: Partial<DeliveryView> = {}): DeliveryView => ({
  ...{ id: `delivery:${ulid(n)}`, state: 'delivered', since: NOW.toISOString() },
  ...{ fact: { earningRupees: 50 } as DeliveryView['fact'], pending: [] },
  ...changes,
})

const TODAY = '2026-11-24T18:30:00.000Z'
const FRIDAY = '2026-11-19T18:30:00.000Z'
const BEFORE_FRIDAY = '2026-11-19T18:29:59.999Z'
const LAST_MONTH = '2026-10-31T18:29:00.000Z'

test('days, weeks and months begin at midnight in India, the week on Friday', () => {
  const earnings = [earning(1, TODAY), earning(2, FRIDAY), earning(3, BEFORE_FRIDAY), earning(4, LAST_MONTH)]
  const figures = moneyFigures(earnings, [], [], NOW)
  expect(figures).toMatchObject({ today: 50, week: 100, month: 150 })
  expect(figures.days.map(({ day, rupees }) => [day.slice(-2), rupees])).toEqual([
    ...[
      ['20', 50],
      ['21', 0],
      ['22', 0],
      ['23', 0],
    ],
    ...[
      ['24', 0],
      ['25', 50],
      ['26', 0],
    ],
  ])
})

test('the available money is that of the week without what is in a payout or held, and with what is older', () => {
  const earnings = [
    earning(1, TODAY),
    earning(2, TODAY, { held: true }),
    earning(3, FRIDAY, { payout: 1 }),
    earning(4, BEFORE_FRIDAY, { payout: 2 }),
  ]
  const figures = moneyFigures(earnings, [payout(1, 'paid'), payout(2, 'failed')], [], NOW)
  expect(figures).toMatchObject({ week: 150, weekInPayouts: 50, weekHeld: 50, earlier: 50, available: 100, held: 50 })
  expect(figures.week - figures.weekInPayouts - figures.weekHeld + figures.earlier).toBe(figures.available)
})

test('what an admin has not paid is in no sum, and its delivery is not shown as unconfirmed', () => {
  const notPaid = [
    earning(1, TODAY, { notPaid: true }),
    earning(2, TODAY, { notPaid: true, at: '2026-11-25T06:00:00.000Z' }),
  ]
  const figures = moneyFigures([...notPaid, earning(3, TODAY)], [], [delivery(1)], NOW)
  expect(figures).toMatchObject({ today: 50, week: 50, month: 50, available: 50, held: 0, weekHeld: 0, earlier: 0 })
  expect(figures.unconfirmed.rupees).toBe(0)
  expect(figures.days.reduce((sum, { rupees, earnings }) => sum + rupees * earnings, 0)).toBe(50)
  expect(figures.notPaid).toEqual(notPaid.toReversed())
})

test('earnings are owed until a payout of them is paid, but not what an admin has not paid', () => {
  const owed = (earnings: Earning[], ...payouts: Payout[]) => hasUnpaidEarnings(earnings, payouts)
  expect(owed([])).toBe(false)
  expect(owed([earning(1, TODAY, { notPaid: true })])).toBe(false)
  expect(owed([earning(1, TODAY, { held: true })])).toBe(true)
  const taken = [earning(1, TODAY, { payout: 1 })]
  expect([owed(taken, payout(1, 'to_pay')), owed(taken, payout(1, 'failed')), owed(taken, payout(1, 'paid'))]).toEqual([
    ...[true, true, false],
  ])
})

test('a delivery without its earning is shown as unconfirmed, for a day once the service has confirmed it', () => {
  const unconfirmed = (one: DeliveryView, earnings: Earning[] = []) =>
    moneyFigures(earnings, [], [one], NOW).unconfirmed.rupees
  const pending = [{ what: 'delivered', stage: 'saved', at: FRIDAY }] as const
  expect(unconfirmed(delivery(1, { pending, since: FRIDAY }))).toBe(50)
  expect(unconfirmed(delivery(1))).toBe(50)
  expect(unconfirmed(delivery(1), [earning(1, TODAY)])).toBe(0)
  expect(unconfirmed(delivery(1, { since: FRIDAY }))).toBe(0)
  expect(unconfirmed(delivery(1, { state: 'on_the_way' }))).toBe(0)
})
