import * as v from 'valibot'
import type { IntentKind, IntentOf } from '../intent.ts'
import type { Receipt } from '../intents/receipt.ts'
import { ticketNumber } from '../support/ticket.ts'
import { idWithUlid, localisedText, plainDate, rupees, timestamp, version } from '../values/values.ts'
import type { Consumption } from './cart/cart-line.ts'
import { ORDER_STATUSES } from './order-status.ts'
import type { PendingEdit } from './pending/fold-edits.ts'
import type { PendingReport } from './pending/fold-reports.ts'
import { Address, DELIVERY_WINDOWS, OrderedLine, PAYMENT_METHODS, SUBSTITUTIONS } from './place-order.ts'
import { PROBLEMS } from './report-problem.ts'

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
  /** The delivery partner, present while the order is out for delivery. */
  partner: v.optional(
    v.strictObject({ name: v.string(), phone: v.optional(v.string()), simulated: v.optional(v.boolean()) }),
  ),
  /** The problem that the customer reported; `number` is the number of the ticket. */
  report: v.optional(v.strictObject({ number: ticketNumber, problem: v.picklist(PROBLEMS), at: timestamp })),
  timeline: v.array(
    v.strictObject({ status: v.picklist(ORDER_STATUSES), at: timestamp, simulated: v.optional(v.boolean()) }),
  ),
})
export type Order = v.InferOutput<typeof Order>

export const orderId = (ulid: string) => `order:${ulid}`

/** Saved on this phone, sent to the service, or decided. */
export type Stage = 'saved' | 'sent' | 'confirmed' | 'refused'

/** An intent with its progress: when it was sent, and its receipt. */
export interface Asked<K extends IntentKind = 'place-order'> {
  intent: IntentOf<K>
  sentAt?: string | undefined
  receipt?: Receipt | undefined
}

export interface OrderView {
  /** `order:<ulid of the intent>`, the same before and after the decision. */
  id: string
  stage: Stage
  savedAt: string
  sentAt?: string | undefined
  decidedAt?: string | undefined
  /** Why the order was refused; `refusal` has the details from the service. */
  reason?: string | undefined
  refusal?: unknown
  /** The order as a fact; absent until it is confirmed. */
  order?: Order | undefined
  /** The payload of the intent; absent after the intent was deleted. */
  asked?: IntentOf<'place-order'>['payload'] | undefined
  /** Whether the customer cancelled the order before it was confirmed. */
  isWithdrawn?: boolean | undefined
  /** The last pending change or cancellation; it is already applied to the shown order. */
  pending?: PendingEdit | undefined
  /** A problem report that is not decided yet. */
  pendingReport?: PendingReport | undefined
}

/** Returns the units that pending and accepted orders take from the cart; a refused order takes none. */
export function consumptionOf(orders: readonly Pick<Order, 'lines'>[], asked: readonly Asked[]): Consumption[] {
  const lines = [
    ...orders.flatMap((order) => order.lines),
    ...asked.filter(({ receipt }) => receipt?.outcome !== 'refused').flatMap(({ intent }) => intent.payload.lines),
  ]
  return lines.map(({ flower, consumes, after }) => ({ flower, consumes, after }))
}
