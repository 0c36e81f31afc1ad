import * as v from 'valibot'
import { longText, ulid } from '../values.ts'

export const PROBLEMS = ['damaged', 'wrong', 'not_arrived', 'late', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

/** What was wrong with a delivered order, in its customer's words. */
export const ReportProblem = v.strictObject({
  order: ulid,
  problem: v.picklist(PROBLEMS),
  message: longText,
})
export type ReportProblem = v.InferOutput<typeof ReportProblem>
