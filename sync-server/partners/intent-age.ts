const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const OLDEST_MS = 30 * 24 * 60 * MINUTE_MS
/** Devices correct their clocks by the `Date` of answers, which has whole seconds and takes seconds to arrive. */
const AHEAD_AT_MOST_MS = 10 * SECOND_MS

/**
 * Whether the intent was made too long ago to count. Where age matters, a time in the future or more than 30 days ago
 * counts as too late: that clock says nothing.
 */
export function isTooOld({ madeAt }: { madeAt: string }, now: Date, withinMinutes: number): boolean {
  const age = now.getTime() - Date.parse(madeAt)
  return !(age >= -AHEAD_AT_MOST_MS) || age > OLDEST_MS || age > withinMinutes * MINUTE_MS
}
