import * as v from 'valibot'
import { PAYMENT_METHODS } from '../orders/place-order.ts'
import { idWithUlid, rupees, timestamp, version } from '../values/values.ts'
import { DELIVERY_STEPS, FAILURE_REASONS, failureReason, handedTo, ROUND_ENDS } from './delivery-steps.ts'

/** What an admin settles about an order's delivery; a partner's name in `story` says whose story it is. */
const DELIVERY_ITEMS = ['refund', 'story', 'silent', 'florist'] as const
export type DeliveryItemKind = (typeof DELIVERY_ITEMS)[number]

/** `pay` pays the partner whose story it is; `refunded` says that the money went back; `closed` does neither. */
export const SETTLING_OUTCOMES = ['pay', 'refunded', 'closed'] as const
export type SettlingOutcome = (typeof SETTLING_OUTCOMES)[number]

/** `item:<order ulid>:<what>`; a partner's late story is `item:<order ulid>:story-<partner's account>`. */
export const deliveryItemId = v.pipe(
  v.string(),
  v.regex(/^item:[0-9A-HJKMNP-TV-Z]{26}:(refund|silent|florist|story-[\w-]{1,64})$/),
)

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
      }),
    ),
  ),
  /** What this partner reported, with what stands in the order beside it. */
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
  /** The address was changed after what the partner saw. */
  isAddressChanged: v.optional(v.literal(true)),
})
export type DeliveryItemRow = v.InferOutput<typeof DeliveryItemRow>
