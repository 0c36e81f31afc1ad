import { ulidOf } from '../intents/intent-ids.ts'
import { dayOf } from '../orders/delivery-times.ts'
import type { DeliveryView } from './fold-deliveries.ts'
import { type Earning, type Payout, weekBegin } from './money.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

/** The earnings of one day of the week of payouts. */
export interface DayFigures {
  /** `YYYY-MM-DD`, in India. */
  day: string
  rupees: number
  /** The part of it that an admin has to look at first. */
  heldRupees: number
  earnings: number
}

/** A partner's money, from the facts of one mailbox. */
export interface MoneyFigures {
  today: number
  /** Since Friday 00:00 in India. */
  week: number
  /** Of the calendar month in India. */
  month: number
  /** Friday to Thursday. */
  days: DayFigures[]
  /** What a payout would pay now: all that is in no payout, not held, and not refused by an admin. */
  available: number
  /** The week's money that is in a payout: `available` = `week` − `weekInPayouts` − `weekHeld` + `earlier`. */
  weekInPayouts: number
  /** The week's money that is held. */
  weekHeld: number
  /** Available money of earlier weeks, for instance because a payout failed. */
  earlier: number
  /** All that is held, of this week or before. */
  held: number
  /** What an admin has looked at and not paid, newest first: no sum counts it. */
  notPaid: Earning[]
  /** What was delivered without an earning having arrived for it. */
  unconfirmed: { rupees: number; deliveries: number }
}

const sum = (earnings: readonly Earning[]) => earnings.reduce((total, { rupees }) => total + rupees, 0)
const dayOfEarning = ({ at }: Earning) => dayOf(new Date(at))

/** Adds up earnings and payouts in rupees. Deliveries that have no earning yet are counted apart, in `unconfirmed`. */
export function moneyFigures(
  all: readonly Earning[],
  payouts: readonly Payout[],
  deliveries: readonly DeliveryView[],
  now: Date,
): MoneyFigures {
  const earnings = all.filter(({ notPaid }) => !notPaid)
  const begin = weekBegin(now)
  const today = dayOf(now)
  const failed = new Set(payouts.flatMap(({ n, state }) => (state === 'failed' ? [n] : [])))
  const isFree = ({ payout }: Earning) => payout === undefined || failed.has(payout)
  const isHeld = ({ held }: Earning) => held === true
  const ofWeek = earnings.filter(({ at }) => at >= begin.toISOString())
  const free = earnings.filter((one) => isFree(one) && !isHeld(one))
  const available = sum(free)
  const freeOfWeek = sum(free.filter((one) => ofWeek.includes(one)))
  return {
    today: sum(earnings.filter((one) => dayOfEarning(one) === today)),
    week: sum(ofWeek),
    month: sum(earnings.filter((one) => dayOfEarning(one).slice(0, 7) === today.slice(0, 7))),
    days: Array.from({ length: DAYS_OF_WEEK }, (_, n) => {
      const day = dayOf(new Date(begin.getTime() + n * DAY_MS))
      const ofDay = ofWeek.filter((one) => dayOfEarning(one) === day)
      return { day, rupees: sum(ofDay), heldRupees: sum(ofDay.filter(isHeld)), earnings: ofDay.length }
    }),
    available,
    weekInPayouts: sum(ofWeek.filter((one) => !isFree(one))),
    weekHeld: sum(ofWeek.filter((one) => isFree(one) && isHeld(one))),
    earlier: available - freeOfWeek,
    held: sum(earnings.filter((one) => isFree(one) && isHeld(one))),
    notPaid: all.filter(({ notPaid }) => notPaid).toSorted((a, b) => b.at.localeCompare(a.at)),
    unconfirmed: unconfirmedAmong(deliveries, all, now),
  }
}

/** True if something is earned and not paid; what is held may still be paid. */
export function hasUnpaidEarnings(
  earnings: readonly Pick<Earning, 'notPaid' | 'payout'>[],
  payouts: readonly Pick<Payout, 'n' | 'state'>[],
): boolean {
  const paid = new Set<number | undefined>(payouts.flatMap(({ n, state }) => (state === 'paid' ? [n] : [])))
  return earnings.some(({ notPaid, payout }) => !notPaid && !paid.has(payout))
}

/** The earning arrives a moment after the delivery; if it never does, the delivery is left out after a day. */
function unconfirmedAmong(deliveries: readonly DeliveryView[], earnings: readonly Earning[], now: Date) {
  const earned = new Set(earnings.flatMap(({ order, kind }) => (kind === 'delivered' ? [ulidOf(order)] : [])))
  const open = deliveries.filter(({ id, state, since, pending, fact }) => {
    if (state !== 'delivered' || earned.has(ulidOf(id)) || fact.isDisputed || fact.earningRupees === 0) return false
    return pending.length > 0 || now.getTime() - Date.parse(since) < DAY_MS
  })
  return { rupees: open.reduce((total, { fact }) => total + fact.earningRupees, 0), deliveries: open.length }
}
