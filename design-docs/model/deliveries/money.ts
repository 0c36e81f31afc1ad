import * as v from 'valibot'
import { count, idWithUlid, rupees, timestamp, version } from '../values/values.ts'

const EARNING_KINDS = ['delivered', 'cancelled'] as const
export type EarningKind = (typeof EARNING_KINDS)[number]

/**
 * What a partner earns, in rupees, if a cancellation or another partner ended a round of more than five minutes: half of
 * the delivery fee, rounded up.
 */
export const cancelledFee = (feeRupees: number): number => Math.ceil(feeRupees / 2)
export const CANCELLED_FEE_AFTER_MINUTES = 5

/** One earning in the partner's mailbox. */
export const Earning = v.strictObject({
  /** `earning:<order ulid>:<kind>`; in `partners` the partner's account stands before the order. */
  _id: v.string(),
  _rev: v.optional(v.string()),
  type: v.literal('earning'),
  version,
  order: idWithUlid('order'),
  kind: v.picklist(EARNING_KINDS),
  rupees,
  at: timestamp,
  /** It is not paid out until an admin has settled the partner's report. */
  held: v.optional(v.boolean()),
  /** An admin has looked at the partner's report and has not paid it: no sum counts it. */
  notPaid: v.optional(v.literal(true)),
  /** The number of the payout that it is in. */
  payout: v.optional(count),
})
export type Earning = v.InferOutput<typeof Earning>

export const PAYOUT_STATES = ['to_pay', 'exported', 'paid', 'failed'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** One payout in the partner's mailbox. */
export const Payout = v.strictObject({
  _id: v.string(),
  _rev: v.optional(v.string()),
  type: v.literal('payout'),
  version,
  n: count,
  state: v.picklist(PAYOUT_STATES),
  rupees,
  at: timestamp,
  changedAt: timestamp,
  /** The last four digits of the account; absent while the profile has none. */
  bankAccountEnds: v.optional(v.string()),
  /** The bank's reference, once it is paid. */
  reference: v.optional(v.string()),
  /** Why it failed. */
  reason: v.optional(v.string()),
})
export type Payout = v.InferOutput<typeof Payout>

/** `payout:<partner's account>:<n>`, as the core and the admins know it; in the partner's mailbox it is `payout:<n>`. */
export const payoutId = v.pipe(v.string(), v.regex(/^payout:[\w-]{1,64}:\d{1,6}$/))

/** A payout in the admins' feed until it is paid or has failed. */
export const PayoutRow = v.strictObject({
  _id: payoutId,
  _rev: v.optional(v.string()),
  type: v.literal('payout'),
  version,
  n: count,
  state: v.picklist(['to_pay', 'exported']),
  rupees,
  /** The number of earnings. */
  earnings: count,
  at: timestamp,
  /** Absent once the partner's account is deleted. */
  name: v.optional(v.string()),
  city: v.optional(v.string()),
  /** The last four digits; absent while there is no complete bank account, and the payout waits for one. */
  bankAccountEnds: v.optional(v.string()),
  /** The ULID of the bank file that it is in. */
  batch: v.optional(v.string()),
})
export type PayoutRow = v.InferOutput<typeof PayoutRow>

/** The partner's duty and lifetime counts, in their mailbox. */
export const PartnerFact = v.strictObject({
  _id: v.literal('partner'),
  _rev: v.optional(v.string()),
  type: v.literal('partner'),
  version,
  isOnline: v.boolean(),
  /** When the duty ends by itself. */
  dutyEndsAt: v.optional(timestamp),
  delivered: count,
  /** Awarded, and neither taken back nor displaced. */
  counted: count,
  earnedRupees: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** From five ratings on, in steps of five ratings. */
  rating: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(5))),
})
export type PartnerFact = v.InferOutput<typeof PartnerFact>

/** The delivered share of the awards that count, in per cent, rounded; undefined before the first one. */
export const completionRate = ({
  delivered,
  counted,
}: Pick<PartnerFact, 'delivered' | 'counted'>): number | undefined =>
  counted === 0 ? undefined : Math.round((100 * delivered) / counted)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AHEAD_OF_UTC_MS = 5.5 * HOUR_MS
/** 1 January 1970 was a Thursday, so the first Friday in India began a day later. */
const FIRST_FRIDAY_MS = DAY_MS - AHEAD_OF_UTC_MS

/** The beginning of the week of payouts: Friday 00:00 in India. */
export function weekBegin(now: Date): Date {
  const weeks = Math.floor((now.getTime() - FIRST_FRIDAY_MS) / (7 * DAY_MS))
  return new Date(FIRST_FRIDAY_MS + weeks * 7 * DAY_MS)
}
