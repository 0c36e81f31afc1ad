import type { Order } from './order.ts'

/** For this many hours after its delivery, the customer may report a problem with an order. */
export const REPORTABLE_HOURS = 24

/** The time of the delivery; undefined until the order is delivered. */
export const deliveredAt = ({ timeline }: Pick<Order, 'timeline'>) =>
  timeline.findLast(({ status }) => status === 'delivered')?.at

/** The end of the time for a report; undefined until the order is delivered. */
export function reportableUntil(order: Pick<Order, 'timeline'>): Date | undefined {
  const at = deliveredAt(order)
  return at === undefined ? undefined : new Date(Date.parse(at) + REPORTABLE_HOURS * 3_600_000)
}

/** Why no problem can be reported; the service passes the time of its own clock. */
export function whyNotReportable(
  order: Pick<Order, 'status' | 'timeline' | 'report'>,
  now: Date,
): 'order_not_delivered' | 'problem_reported' | 'report_too_late' | undefined {
  if (order.report) return 'problem_reported'
  const until = reportableUntil(order)
  if (order.status !== 'delivered' || !until) return 'order_not_delivered'
  return now < until ? undefined : 'report_too_late'
}
