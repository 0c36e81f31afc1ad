import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { longText, ulid } from '../values/values.ts'
import type { Order } from './order.ts'

export const PROBLEMS = ['damaged', 'wrong', 'not_arrived', 'late', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

/** Reports a problem with a delivered order, with a message from the customer. */
export const reportProblem = defineIntent({
  kind: 'report-problem',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid, problem: v.picklist(PROBLEMS), message: longText }),
  refusals: ['order_unknown', 'order_not_delivered', 'problem_reported', 'report_too_late'],
})

/** So long, from its delivery, its customer may report a problem with an order. */
export const REPORTABLE_HOURS = 24

/** When its customer had it; undefined: not yet. */
export const deliveredAt = ({ timeline }: Pick<Order, 'timeline'>) =>
  timeline.findLast(({ status }) => status === 'delivered')?.at

/** Undefined until it is delivered. */
export function reportableUntil(order: Pick<Order, 'timeline'>): Date | undefined {
  const at = deliveredAt(order)
  return at === undefined ? undefined : new Date(Date.parse(at) + REPORTABLE_HOURS * 3_600_000)
}

/** Why no problem can be reported; the service asks with its own clock. */
export function whyNotReportable(
  order: Pick<Order, 'status' | 'timeline' | 'report'>,
  now: Date,
): 'order_not_delivered' | 'problem_reported' | 'report_too_late' | undefined {
  if (order.report) return 'problem_reported'
  const until = reportableUntil(order)
  if (order.status !== 'delivered' || !until) return 'order_not_delivered'
  return now < until ? undefined : 'report_too_late'
}
