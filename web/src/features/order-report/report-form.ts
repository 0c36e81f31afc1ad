import * as v from 'valibot'
import { maxLetters, type Order, PROBLEMS, tidy } from '#model'

export const MOST_REPORT_LETTERS = 1000

/** Every rule gives a reason code; the screen turns it into words. */
export const ReportForm = v.object({
  problem: v.picklist(PROBLEMS),
  message: v.pipe(v.string(), tidy, v.minLength(1, 'missing'), maxLetters(MOST_REPORT_LETTERS, 'long')),
})
export type ReportValues = v.InferOutput<typeof ReportForm>

const Kept = v.object({ order: v.string(), values: v.object({ problem: v.picklist(PROBLEMS), message: v.string() }) })

/** Restores what was typed about this order before. */
export function restoreReport(kept: unknown, order: Order): ReportValues {
  const result = v.safeParse(Kept, kept)
  return result.success && result.output.order === order._id
    ? result.output.values
    : { problem: 'damaged', message: '' }
}
