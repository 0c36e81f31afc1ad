import * as v from 'valibot'
import { defineIntent } from '../define-intent.ts'
import { ROLES } from '../people/account.ts'
import { longText, ulid } from '../values/values.ts'

export const PROBLEMS = ['damaged', 'wrong', 'not_arrived', 'late', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

/** Reports a problem with a delivered order, with a message from the customer. */
export const reportProblem = defineIntent({
  kind: 'report-problem',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid, problem: v.picklist(PROBLEMS), message: longText }),
  refusals: ['order_unknown', 'order_not_delivered', 'problem_reported', 'report_too_late'],
})
