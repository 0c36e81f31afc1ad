import { type DeliveryState, ended, type Order, type OrderStatus, standingRound } from '#model'
import { contentOf, itemOf, type OrderContent, type OrderDelivery, type OrderRecord, withItem } from './order-record.ts'

/** What the customer reads of each state; a simulated delivery moves by itself. */
const STATUS: Record<Exclude<DeliveryState, 'simulated'>, OrderStatus> = {
  waiting: 'confirmed',
  open: 'confirmed',
  awarded: 'preparing',
  on_the_way: 'out_for_delivery',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
}
const WAY: readonly OrderStatus[] = ['confirmed', 'preparing', 'out_for_delivery', 'delivered']

/** The order with this delivery: its status, its timeline, who carries it, and the refund that it may call for. */
export function withDelivery(order: OrderContent, delivery: OrderDelivery, at: string): OrderContent {
  const { carriedBy: _, ...rest } = order
  const status = delivery.state === 'simulated' ? order.status : STATUS[delivery.state]
  const isCarried = delivery.state === 'awarded' || delivery.state === 'on_the_way'
  const carrier = isCarried ? standingRound(delivery)?.partner : undefined
  const hasEndedBadly = status !== order.status && (status === 'failed' || status === 'cancelled')
  // An admin may have sent the money back before the end.
  const isRefundDue = hasEndedBadly && itemOf(order, 'refund')?.settled?.outcome !== 'refunded'
  return {
    ...rest,
    delivery,
    status,
    timeline: timelineTo(order.timeline, order.status, status, at),
    ...(carrier !== undefined && { carriedBy: carrier }),
    items: isRefundDue ? withItem(order.items, { what: 'refund', at }) : order.items,
  }
}

type Timeline = Order['timeline']

/** A delivery that its partner lost goes back; what was passed over on the way is entered with the later step. */
function timelineTo(timeline: Timeline, from: OrderStatus, to: OrderStatus, at: string): Timeline {
  if (from === to) return timeline
  const step = WAY.indexOf(to)
  if (step < 0) return [...timeline, { status: to, at }]
  const kept = timeline.filter(({ status }) => WAY.indexOf(status) >= 0 && WAY.indexOf(status) <= step)
  if (kept.some(({ status }) => status === to)) return kept
  const missing = WAY.slice(0, step).filter((status) => !kept.some((one) => one.status === status))
  return [...kept, ...missing.map((status) => ({ status, at })), { status: to, at }]
}

/** The order as it is when it is cancelled: the partner who had it loses it. */
export function cancelled(order: OrderRecord, at: string): OrderContent {
  const { delivery } = order
  const standing = standingRound(delivery)
  const withoutPartner = standing ? ended(delivery, standing, 'cancelled', at) : delivery
  return withDelivery(contentOf(order), { ...withoutPartner, state: 'cancelled', since: at }, at)
}
