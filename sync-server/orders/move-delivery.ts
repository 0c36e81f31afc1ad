import { currentRound, type DeliveryState, endRound, type Order, type OrderStatus } from '#model'
import { contentOf } from '../core/core-document.ts'
import { itemOf, type OrderContent, type OrderDelivery, type OrderRecord, withItem } from './order-record.ts'

/** The order's status in each state of its delivery; a simulated delivery sets the status itself. */
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
  const carrier = isCarried ? currentRound(delivery)?.partner : undefined
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

/** Adds the status; a skipped one gets the same time. If the delivery went back, later entries are dropped. */
function timelineTo(timeline: Timeline, from: OrderStatus, to: OrderStatus, at: string): Timeline {
  if (from === to) return timeline
  const step = WAY.indexOf(to)
  if (step < 0) return [...timeline, { status: to, at }]
  const kept = timeline.filter(({ status }) => WAY.indexOf(status) >= 0 && WAY.indexOf(status) <= step)
  if (kept.some(({ status }) => status === to)) return kept
  const missing = WAY.slice(0, step).filter((status) => !kept.some((one) => one.status === status))
  return [...kept, ...missing.map((status) => ({ status, at })), { status: to, at }]
}

/** The order after a cancellation, which ends the round of the partner who has it. */
export function cancelled(order: OrderRecord, at: string): OrderContent {
  const { delivery } = order
  const current = currentRound(delivery)
  const withoutPartner = current ? endRound(delivery, current, 'cancelled', at) : delivery
  return withDelivery(contentOf(order), { ...withoutPartner, state: 'cancelled', since: at }, at)
}
