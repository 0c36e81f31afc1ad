/** The time, or just after the last of those known: a slow clock must not make today's change older than yesterday's. */
export function monotonicTime(known: readonly (string | undefined)[], now: Date): string {
  const last = Math.max(...known.map((time) => (time ? Date.parse(time) : 0)), 0)
  return new Date(Math.max(now.getTime(), last + 1)).toISOString()
}
