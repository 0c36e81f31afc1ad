/**
 * Returns `now`, or a time just after the latest known one: a slow clock must not make a new change older than the one
 * it replaces.
 */
export function monotonicTime(known: readonly (string | undefined)[], now: Date): string {
  const last = Math.max(...known.map((time) => (time ? Date.parse(time) : 0)), 0)
  return new Date(Math.max(now.getTime(), last + 1)).toISOString()
}
