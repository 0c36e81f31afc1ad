import { useMemo, useSyncExternalStore } from 'react'
import { now, onTick } from './page-clock.ts'

const MINUTE_MS = 60_000

interface Steps {
  /** How fine the time is: the component renders again at each step, and when the clock is corrected. */
  stepMs?: number
  /** Epoch milliseconds after which the time stands still; it is a whole number of steps away. */
  until?: number
}

/** The time by the service's clock, rounded down to a step: whole minutes if nothing else is asked for. */
export function useNow({ stepMs = MINUTE_MS, until }: Steps = {}): Date {
  const from = until ?? 0
  const last = until === undefined ? Number.POSITIVE_INFINITY : until + stepMs
  const at = useSyncExternalStore(
    onTick,
    () => from + Math.floor((Math.min(now().getTime(), last) - from) / stepMs) * stepMs,
  )
  return useMemo(() => new Date(at), [at])
}
