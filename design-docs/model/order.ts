import * as v from 'valibot'
import type { Consumption } from './cart-line.ts'
import type { IntentOf } from './intent.ts'
import { ulidOf } from './intent.ts'
import { Address, DELIVERY_WINDOWS, OrderedLine, PAYMENT_METHODS } from './place-order.ts'
import type { Receipt } from './receipt.ts'
import { idWithUlid, localisedText, plainDate, rupees, timestamp, version } from './values.ts'

export const ORDER_STATUSES = [
  'confirmed',
  'preparing',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'failed',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const edges: Record<OrderStatus, readonly OrderStatus[]> = {
  confirmed: ['preparing', 'cancelled'],
  preparing: ['confirmed', 'out_for_delivery', 'cancelled', 'failed'],
  out_for_delivery: ['delivered', 'failed'],
  delivered: [],
  cancelled: [],
  failed: [],
}
/** A released delivery goes back from preparing to confirmed; all else only moves on. */
export const mayBecome = (from: OrderStatus, to: OrderStatus) => edges[from].includes(to)

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
  taxRupees: rupees,
  totalRupees: rupees,
  address: Address,
  deliveryOn: plainDate,
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  /** The device's claim; `confirmedAt` is the service's clock. */
  placedAt: timestamp,
  confirmedAt: timestamp,
  estimatedAt: timestamp,
  timeline: v.array(
    v.strictObject({ status: v.picklist(ORDER_STATUSES), at: timestamp, simulated: v.optional(v.boolean()) }),
  ),
})
export type Order = v.InferOutput<typeof Order>

export const orderId = (ulid: string) => `order:${ulid}`

/** An order's way to us: kept on this phone, taken by the service, decided. */
export type Stage = 'saved' | 'sent' | 'confirmed' | 'refused'

/** An intent with how far it got: when it was sent, and its receipt. */
export interface Asked {
  intent: IntentOf<'place-order'>
  sentAt?: string | undefined
  receipt?: Receipt | undefined
}

export interface OrderView {
  /** `order:<ulid of the intent>`, the same before and after the service decided. */
  id: string
  stage: Stage
  savedAt: string
  sentAt?: string | undefined
  decidedAt?: string | undefined
  /** Why it was refused, and what the service found instead. */
  reason?: string | undefined
  refusal?: unknown
  /** The fact; absent until confirmed. */
  order?: Order | undefined
  /** What was asked; absent once the intent is no longer kept. */
  asked?: IntentOf<'place-order'>['payload'] | undefined
}

/** Orders with the pending ones folded on top, newest first; each `place-order` and its order are one. */
export function foldOrders(orders: readonly Order[], asked: readonly Asked[]): OrderView[] {
  const views = new Map<string, OrderView>()
  for (const { intent, sentAt, receipt } of asked) {
    const id = orderId(ulidOf(intent._id))
    const refused = receipt?.outcome === 'refused'
    views.set(id, {
      id,
      // A receipt says that the decision is made; until its order has arrived as well, "sent" is all we can show.
      stage: refused ? 'refused' : sentAt || receipt ? 'sent' : 'saved',
      savedAt: intent.madeAt,
      sentAt: sentAt ?? receipt?.receivedAt,
      decidedAt: refused ? receipt.decidedAt : undefined,
      reason: refused ? receipt.reason : undefined,
      refusal: refused ? receipt.result : undefined,
      asked: intent.payload,
    })
  }
  for (const order of orders) {
    const view = views.get(order._id)
    if (view?.order && view.order.version >= order.version) continue
    views.set(order._id, {
      id: order._id,
      stage: 'confirmed',
      savedAt: view?.savedAt ?? order.placedAt,
      sentAt: view?.sentAt ?? order.confirmedAt,
      decidedAt: order.confirmedAt,
      order,
      asked: view?.asked,
    })
  }
  // Ids are ULIDs: their order is the order in which people asked.
  return [...views.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** What pending and accepted orders took from the cart; a refused one took nothing. */
export function consumptionOf(orders: readonly Pick<Order, 'lines'>[], asked: readonly Asked[]): Consumption[] {
  const lines = [
    ...orders.flatMap((order) => order.lines),
    ...asked.filter(({ receipt }) => receipt?.outcome !== 'refused').flatMap(({ intent }) => intent.payload.lines),
  ]
  return lines.map(({ flower, consumes, after }) => ({ flower, consumes, after }))
}
