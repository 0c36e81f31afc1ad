import * as v from 'valibot'
import { VEHICLE_TYPES } from '../applications/partner-fields.ts'
import { PROBLEMS } from '../support/problems.ts'
import { ticketNumber } from '../support/ticket.ts'
import { conversationKey } from '../values/conversation-key.ts'
import { idWithUlid, localisedText, plainDate, rupees, timestamp, version } from '../values/values.ts'
import { FAILURE_REASONS, handedTo, STARS } from './delivery-steps.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { Address, DELIVERY_WINDOWS, OrderedLine, PAYMENT_METHODS, SUBSTITUTIONS } from './place-order.ts'

export const OrderLine = v.strictObject({
  ...OrderedLine.entries,
  name: localisedText,
  image: v.string(),
  alt: localisedText,
  floristName: localisedText,
  priceRupees: rupees,
})
export type OrderLine = v.InferOutput<typeof OrderLine>

export const Order = v.strictObject({
  _id: idWithUlid('order'),
  _rev: v.optional(v.string()),
  type: v.literal('order'),
  version,
  number: v.pipe(v.string(), v.regex(/^FLR\d+[0-9A-Z]{3}$/)),
  status: v.picklist(ORDER_STATUSES),
  lines: v.array(OrderLine),
  subtotalRupees: rupees,
  deliveryFeeRupees: rupees,
  promoCode: v.optional(v.string()),
  discountRupees: v.optional(rupees),
  taxRupees: rupees,
  totalRupees: rupees,
  address: Address,
  deliveryOn: plainDate,
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  substitution: v.optional(v.picklist(SUBSTITUTIONS)),
  /** The time of the device's clock; `confirmedAt` is the time of the service's clock. */
  placedAt: timestamp,
  confirmedAt: timestamp,
  estimatedAt: timestamp,
  /** The delivery partner: the first name from the award on, the rest only while the order is out for delivery. */
  partner: v.optional(
    v.strictObject({
      name: v.string(),
      phone: v.optional(v.string()),
      vehicle: v.optional(v.picklist(VEHICLE_TYPES)),
      simulated: v.optional(v.boolean()),
      /** The conversation with them, as long as messages can be sent. */
      conversation: v.optional(conversationKey),
    }),
  ),
  /** Since when partners can take the delivery. Absent before, and in orders without a delivery. */
  openedAt: v.optional(timestamp),
  handedTo: v.optional(handedTo),
  /** Why the delivery failed. */
  failedBy: v.optional(v.picklist([...FAILURE_REASONS, 'nobody', 'silent'])),
  /** The money has to go back to the customer, until an admin says that it did. */
  refund: v.optional(v.picklist(['due', 'done', 'arrived_after_all'])),
  rating: v.optional(v.strictObject({ stars: v.picklist(STARS), at: timestamp })),
  /** The problem that the customer reported; `number` is the number of the ticket. */
  report: v.optional(v.strictObject({ number: ticketNumber, problem: v.picklist(PROBLEMS), at: timestamp })),
  timeline: v.array(
    v.strictObject({ status: v.picklist(ORDER_STATUSES), at: timestamp, simulated: v.optional(v.boolean()) }),
  ),
})
export type Order = v.InferOutput<typeof Order>

export const orderId = (ulid: string) => `order:${ulid}`
