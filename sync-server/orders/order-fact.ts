import type { Order, OrderLine } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import { itemOf, type OrderContent, type OrderRecord } from './order-record.ts'

/** Who carries the order, as far as their account says it, and the conversation with them while it is open. */
export type Carrier = Pick<AccountRecord, 'name' | 'phone' | 'vehicleType'> & { conversation?: string }

/** By which customers and partners know each other. */
export const firstName = ({ name }: Pick<AccountRecord, 'name'>): string => name.trim().split(/\s+/)[0] ?? ''

/** The fields of an order that leave the core, and no others, whatever the record holds. */
export function orderFact(order: OrderRecord, carrier?: Carrier): Order {
  const { address, substitution, report, rating } = order
  return {
    ...figuresOf(order),
    _id: order._id,
    version: order.version,
    lines: order.lines.map((line) => ({
      ...goodsOf(line),
      ...(line.message !== undefined && { message: line.message }),
      consumes: line.consumes,
      ...(line.after && { after: line.after }),
    })),
    address: {
      name: address.name,
      phone: address.phone,
      address: address.address,
      city: address.city,
      pincode: address.pincode,
      ...(address.landmark !== undefined && { landmark: address.landmark }),
    },
    ...(substitution && { substitution }),
    ...partnerOf(order, carrier),
    ...deliveryOf(order),
    ...(rating && { rating: { stars: rating.stars, at: rating.at } }),
    ...(report && { report: { number: report.number, problem: report.problem, at: report.at } }),
  }
}

/** The first name from the award on; how to reach the partner only while the order is out for delivery. */
function partnerOf({ partner, status, delivery }: OrderRecord, carrier: Carrier | undefined): Pick<Order, 'partner'> {
  if (partner)
    return {
      partner: {
        name: partner.name,
        ...(partner.phone !== undefined && { phone: partner.phone }),
        ...(partner.vehicle !== undefined && { vehicle: partner.vehicle }),
        ...(partner.simulated !== undefined && { simulated: partner.simulated }),
      },
    }
  const isSeen = delivery.state === 'awarded' || delivery.state === 'on_the_way' || delivery.state === 'delivered'
  if (!carrier || !isSeen) return {}
  const isOnTheWay = status === 'out_for_delivery'
  return {
    partner: {
      name: firstName(carrier),
      ...(isOnTheWay && carrier.phone !== undefined && { phone: carrier.phone }),
      ...(isOnTheWay && carrier.vehicleType !== undefined && { vehicle: carrier.vehicleType }),
      ...(carrier.conversation !== undefined && { conversation: carrier.conversation }),
    },
  }
}

function deliveryOf(order: OrderRecord): Pick<Order, 'openedAt' | 'handedTo' | 'failedBy' | 'refund'> {
  const { openedAt, state, steps, failedBy } = order.delivery
  const handedTo = state === 'delivered' ? steps.findLast(({ step }) => step === 'delivered')?.handedTo : undefined
  const refund = refundOf(order)
  return {
    ...(openedAt !== undefined && { openedAt }),
    ...(handedTo !== undefined && { handedTo }),
    ...(state === 'failed' && failedBy !== undefined && { failedBy }),
    ...(refund !== undefined && { refund }),
  }
}

/** An admin who closed the item said neither that the money went back nor that the flowers arrived. */
function refundOf(order: OrderRecord): Order['refund'] {
  const item = itemOf(order, 'refund')
  if (!item) return undefined
  if (!item.settled) return 'due'
  if (item.settled.outcome === 'arrived') return 'arrived_after_all'
  return item.settled.outcome === 'refunded' ? 'done' : undefined
}

/** Replaces the account on orders whose figures are kept. */
export const NOBODY = 'deleted'

/** The part of a deleted account's order that is kept by law: number, dates, flowers, figures, and who delivered it. */
export function remainderOf(order: OrderContent): OrderContent {
  const { delivery, carriedBy } = order
  return {
    ...figuresOf(order),
    lines: order.lines.map((line) => ({ ...goodsOf(line), consumes: {} })),
    address: { name: '', phone: '', address: '', city: order.address.city, pincode: '' },
    account: NOBODY,
    term: order.term,
    ...(carriedBy !== undefined && { carriedBy }),
    ...(order.rating && { rating: { stars: order.rating.stars, at: order.rating.at } }),
    delivery: { ...delivery, steps: delivery.steps.map(({ note: _, ...step }) => step) },
    items: order.items.map(({ settled, ...item }) => {
      if (!settled) return item
      const { note: _, ...withoutNote } = settled
      return { ...item, settled: withoutNote }
    }),
  }
}

const figuresOf = (order: OrderContent) => ({
  type: order.type,
  number: order.number,
  status: order.status,
  subtotalRupees: order.subtotalRupees,
  deliveryFeeRupees: order.deliveryFeeRupees,
  ...(order.promoCode !== undefined && { promoCode: order.promoCode }),
  ...(order.discountRupees !== undefined && { discountRupees: order.discountRupees }),
  taxRupees: order.taxRupees,
  totalRupees: order.totalRupees,
  deliveryOn: order.deliveryOn,
  deliveryWindow: order.deliveryWindow,
  paymentMethod: order.paymentMethod,
  placedAt: order.placedAt,
  confirmedAt: order.confirmedAt,
  estimatedAt: order.estimatedAt,
  timeline: order.timeline.map(({ status, at, simulated }) => ({
    status,
    at,
    ...(simulated !== undefined && { simulated }),
  })),
})

const goodsOf = ({ flower, quantity, name, image, alt, floristName, priceRupees }: OrderLine) => ({
  flower,
  quantity,
  name,
  image,
  alt,
  floristName,
  priceRupees,
})
