import { dayOf, type OrderStatus, orderId, weekBegin } from '#model'
import { type AccountRecord, lastDigits } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Kyc } from '../applications/kyc.ts'
import type { Step } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { openFlorists } from '../orders/choose-florist.ts'
import { HAPPENED, type OrderContent, type OrderRecord } from '../orders/order-record.ts'
import type { Earnings } from '../partners/earnings.ts'
import type { Partners } from '../partners/partners.ts'
import { payoutIdOf } from '../partners/payout-record.ts'
import type { Payouts } from '../partners/payouts.ts'
import { demoOrder } from './demo-order.ts'
import { CLOSES, type MadeUpDelivery, OPENS } from './generated/generate-deliveries.ts'
import { payNow } from './pay-payouts.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  kyc: Kyc
  orderRecords: Kept<OrderRecord>
  earnings: Earnings
  payouts: Payouts
  partners: Partners
  now: () => Date
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A made-up account of a bank that exists. */
const BANK = { number: '50100044771862', ifsc: 'HDFC0000060' } as const
/** No lease is needed: nothing else writes these documents yet. */
const atOnce: Step = (_name, write) => write()

/**
 * Writes what the demo's partner has delivered, the earnings, and the payouts of the last two Fridays; each once.
 * `customers` are the made-up people who ordered; the demo's customer ordered the newest one.
 */
export async function writeDeliveries(
  needs: Needs,
  people: { customer: string; partner: string; customers: readonly string[] },
  madeUp: readonly MadeUpDelivery[],
): Promise<void> {
  const { accounts, kyc, partners, now } = needs
  const partner = await accounts.findByEmail(people.partner)
  if (!partner) return
  await giveBank({ accounts, kyc }, partner.id)
  const customers = (await Promise.all(people.customers.map((id) => accounts.get(id)))).filter(
    (account) => account?.status === 'active',
  )
  const ours = await accounts.findByEmail(people.customer)
  const thisWeek = weekBegin(now()).getTime()
  const fridays = [thisWeek - WEEK_MS, thisWeek]
  const oldestFirst = madeUp.toSorted((a, b) => b.daysAgo - a.daysAgo)
  let hasNew = false
  for (const [n, friday] of [...fridays, Number.POSITIVE_INFINITY].entries()) {
    const from = fridays[n - 1] ?? Number.NEGATIVE_INFINITY
    for (const one of oldestFirst) {
      const at = deliveredAt(one, now())
      if (at.getTime() < from || at.getTime() >= friday) continue
      const customer = (one.isOfCustomer ? ours : undefined) ?? customers[one.customer % customers.length]
      if (customer && (await writeOne(needs, { ...one, at, partner, customer }))) hasNew = true
    }
    if (Number.isFinite(friday) && hasNew) await payAt(needs, partner.id, n + 1, new Date(friday))
  }
  if (hasNew) await partners.figuresChanged(partner.id)
}

/** Gives the partner a bank account with its end in the profile; one that the partner has set stays. */
async function giveBank({ accounts, kyc }: Pick<Needs, 'accounts' | 'kyc'>, partner: string): Promise<void> {
  const bank = await kyc.bankOf(partner)
  if (!bank) await kyc.setBank(partner, BANK)
  await accounts.change(partner, { bankAccountEnds: lastDigits((bank ?? BANK).number) })
}

const atMinute = (day: Date, minuteOfDay: number): Date =>
  new Date(Date.parse(`${dayOf(day)}T00:00:00+05:30`) + minuteOfDay * MINUTE_MS)

function deliveredAt({ isOfCustomer, daysAgo, minuteOfDay }: MadeUpDelivery, now: Date): Date {
  return isOfCustomer ? lately(now) : atMinute(new Date(now.getTime() - daysAgo * DAY_MS), minuteOfDay)
}

/** Two hours ago, or when the last day ended: within a day, so that customer and partner can still write to each other. */
function lately(now: Date): Date {
  const at = new Date(now.getTime() - 120 * MINUTE_MS)
  if (at < atMinute(at, OPENS)) return atMinute(new Date(at.getTime() - DAY_MS), CLOSES)
  return at > atMinute(at, CLOSES) ? atMinute(at, CLOSES) : at
}

type Written = Omit<MadeUpDelivery, 'customer'> & { at: Date; partner: AccountRecord; customer: AccountRecord }

/** Writes one delivery and its earning, which the payouts list; returns false if the delivery exists already. */
async function writeOne({ couch, orderRecords, earnings, now }: Needs, one: Written): Promise<boolean> {
  const id = orderId(one.id)
  if (await orderRecords.store.read(id)) return false
  const { pickup, ...order } = await demoOrder(openFlorists(couch), {
    ...{ customer: one.customer, city: one.partner.city ?? 'mumbai', place: one.place, flower: one.flower },
    ...{ at: new Date(one.at.getTime() - 120 * MINUTE_MS), deliveryOn: dayOf(one.at) },
  })
  const before = (minutes: number) => new Date(one.at.getTime() - minutes * MINUTE_MS).toISOString()
  const content: OrderContent = {
    ...order,
    status: 'delivered',
    timeline: [
      { status: 'confirmed', at: order.confirmedAt },
      ...(Object.entries({ preparing: 50, out_for_delivery: 30, delivered: 0 }) as [OrderStatus, number][]).map(
        ([status, minutes]) => ({ status, at: before(minutes) }),
      ),
    ],
    delivery: {
      ...{ state: 'delivered', openedAt: order.confirmedAt, since: before(0), ...(pickup && { pickup }) },
      rounds: [
        {
          ...{ partner: one.partner.id, awardedAt: before(50), intent: one.intents.accept },
          // A day later the partner's copy no longer has the address.
          ...(now().getTime() - one.at.getTime() > DAY_MS && { isForgotten: true as const }),
        },
      ],
      steps: [
        { round: 0, step: 'picked_up', at: before(30), receivedAt: before(30), intent: one.intents.pickUp },
        {
          ...{ round: 0, step: 'delivered', at: before(0), receivedAt: before(0), intent: one.intents.deliver },
          handedTo: one.handedTo,
        },
      ],
    },
    ...(one.stars !== undefined && { rating: { stars: one.stars, at: before(-60) } }),
  }
  const { doc } = await orderRecords.store.decide(id, { at: before(0) }, () => ({ what: HAPPENED.delivered, content }))
  for (const { write } of doc ? earnings.steps(doc) : []) await write()
  return true
}

/** The partner's nth payout, made when that Friday begins; paid at three in the afternoon, or now if earlier. */
async function payAt({ payouts, now }: Needs, partner: string, n: number, friday: Date): Promise<void> {
  if (await payouts.kept.store.read(payoutIdOf(partner, n))) return
  const made = await payouts.make(partner, { at: friday.toISOString() }, atOnce)
  const paidAt = new Date(Math.min(friday.getTime() + 15 * 60 * MINUTE_MS, now().getTime()))
  if (made) await payNow(payouts, made._id, paidAt)
}
