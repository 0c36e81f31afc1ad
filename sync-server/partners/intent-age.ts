const MINUTE_MS = 60_000
const OLDEST_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * Whether the intent was made too long ago to count. Where age matters, a time in the future or more than 30 days ago
 * counts as too late: that clock says nothing.
 */
export function isTooOld({ madeAt }: { madeAt: string }, now: Date, withinMinutes: number): boolean {
  const age = now.getTime() - Date.parse(madeAt)
  return !(age >= 0) || age > OLDEST_MS || age > withinMinutes * MINUTE_MS
}
