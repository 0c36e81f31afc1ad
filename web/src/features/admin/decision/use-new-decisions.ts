import { useEffect, useRef } from 'react'
import type { LiveQuery } from '../../../data/live/live-query.ts'
import { useLive } from '../../../data/use-live.ts'

/**
 * Calls `onNew` when the service has decided more of the admin's intents. Those that were decided before the screen opened
 * are no news: the screen reads its lists when it opens.
 */
export function useNewDecisions(query: LiveQuery<readonly { receipt?: unknown }[]>, onNew: () => unknown): void {
  const decisions = useLive(query)
  const decided = decisions.status === 'ready' ? decisions.data.filter(({ receipt }) => receipt).length : undefined
  const counted = useRef<number>(undefined)
  useEffect(() => {
    if (decided === undefined) return
    const before = counted.current
    counted.current = decided
    if (before !== undefined && decided > before) void onNew()
  }, [decided, onNew])
}
