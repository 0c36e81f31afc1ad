import * as v from 'valibot'
import {
  DELIVERY_STEPS,
  FAILURE_REASONS,
  failureReason,
  handedTo,
  ROUND_ENDS,
  releaseReason,
} from '../orders/delivery-steps.ts'
import { PAYMENT_METHODS } from '../orders/place-order.ts'
import { deliveryItemId } from '../support/settle-item.ts'
import { idWithUlid, rupees, timestamp, version } from '../values/values.ts'

/** What an admin settles about an order's delivery. A `story` is one partner's: `partner` says whose. */
const DELIVERY_ITEMS = ['refund', 'story', 'silent', 'florist'] as const
export type DeliveryItemKind = (typeof DELIVERY_ITEMS)[number]

/** Something about an order's delivery that waits for an admin, in the admins' feed. */
export const DeliveryItemRow = v.strictObject({
  _id: deliveryItemId,
  _rev: v.optional(v.string()),
  type: v.literal('item'),
  version,
  what: v.picklist(DELIVERY_ITEMS),
  order: idWithUlid('order'),
  number: v.string(),
  /** Since when it waits. */
  at: timestamp,
  /** What the customer paid. */
  totalRupees: rupees,
  /** How the customer paid, where money goes back. */
  paymentMethod: v.optional(v.picklist(PAYMENT_METHODS)),
  /** Why the delivery failed; absent where the order was cancelled, or has not ended. */
  failedBy: v.optional(v.picklist([...FAILURE_REASONS, 'nobody', 'silent'])),
  /** What the partner earns if it is paid. */
  earningRupees: v.optional(rupees),
  partner: v.optional(v.strictObject({ id: v.string(), name: v.string() })),
  /** Who had the delivery, from when, and how it ended. */
  rounds: v.optional(
    v.array(
      v.strictObject({
        partner: v.string(),
        name: v.string(),
        awardedAt: timestamp,
        ended: v.optional(v.picklist(ROUND_ENDS)),
        endedAt: v.optional(timestamp),
        /** Why the partner gave it back. */
        reason: v.optional(releaseReason),
      }),
    ),
  ),
  /** The steps that all partners of the order have reported. */
  steps: v.optional(
    v.array(
      v.strictObject({
        partner: v.string(),
        step: v.picklist(DELIVERY_STEPS),
        at: timestamp,
        receivedAt: timestamp,
        handedTo: v.optional(handedTo),
        reason: v.optional(failureReason),
        note: v.optional(v.string()),
      }),
    ),
  ),
  /** The partner's earning is held until this is settled; without it the partner earns whatever is decided. */
  holds: v.optional(v.literal(true)),
  /** The customer changed the address after the partner had seen it. */
  isAddressChanged: v.optional(v.literal(true)),
})
export type DeliveryItemRow = v.InferOutput<typeof DeliveryItemRow>
