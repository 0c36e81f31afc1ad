import * as v from 'valibot'
import { idWithUlid, timestamp } from './values.ts'

/** Why the service refused an intent; the device translates it. */
export const REFUSALS = [
  'price_changed',
  'out_of_stock',
  'already_ordered',
  'ordered_too_often',
  'promo_unknown',
  'promo_ended',
  'promo_minimum',
  'promo_used',
  'promo_needs_account',
  'delivery_date_passed',
  'delivery_window_passed',
  'delivery_date_too_far',
  'too_late',
  'order_on_its_way',
  'order_ended',
  'order_unknown',
  'changed_too_often',
  'overtaken',
  'order_not_delivered',
  'problem_reported',
  'report_too_late',
  'id_taken',
  'not_understood',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The service's answer to the intent of the same ULID; written last, so its presence means that all is done. */
export const Receipt = v.strictObject({
  _id: idWithUlid('receipt'),
  _rev: v.optional(v.string()),
  type: v.literal('receipt'),
  outcome: v.picklist(['done', 'refused']),
  reason: v.optional(v.string()),
  result: v.optional(v.unknown()),
  receivedAt: timestamp,
  decidedAt: timestamp,
})
export type Receipt = v.InferOutput<typeof Receipt>

export const receiptId = (ulid: string) => `receipt:${ulid}`
