import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { maxLetters, tidy, ulid } from '../values/values.ts'
import { STARS } from './delivery-steps.ts'
import type { Order } from './order.ts'

/** What a customer may give a delivery. */
export type Stars = (typeof STARS)[number]

/** The maximum length of a customer's comment, in letters. */
export const COMMENT_AT_MOST = 500

/** Rates a delivered order, once. */
export const rateDelivery = defineIntent({
  kind: 'rate-delivery',
  askedBy: ROLES,
  payload: v.strictObject({
    order: ulid,
    stars: v.picklist(STARS),
    comment: v.optional(v.pipe(v.string(), tidy, v.minLength(1), maxLetters(COMMENT_AT_MOST))),
  }),
  refusals: ['not_yours', 'not_delivered', 'already_rated'],
})

/** Why an order cannot be rated; undefined if it can. */
export function whyNotRatable({
  status,
  rating,
}: Pick<Order, 'status' | 'rating'>): 'not_delivered' | 'already_rated' | undefined {
  if (rating) return 'already_rated'
  return status === 'delivered' ? undefined : 'not_delivered'
}
