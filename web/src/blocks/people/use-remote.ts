import { useCallback, useEffect, useRef, useState } from 'react'
import type { Found } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'

/** Asks the service now, and again when the network is back; a failure does not replace an answer that came before. */
export function useRemote<T>(ask: () => Promise<Found<T>>): {
  answer: Found<T> | undefined
  askAgain: () => Promise<void>
} {
  const { online } = useSyncStatus()
  const [answer, setAnswer] = useState<Found<T>>()
  const latest = useRef(0)

  const askAgain = useCallback(async () => {
    latest.current += 1
    const asking = latest.current
    const next = await ask()
    // The screen was left, or a newer request was made.
    if (latest.current !== asking) return
    setAnswer((known) => (!next.ok && known?.ok ? known : next))
  }, [ask])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the network comes or goes
  useEffect(() => {
    void askAgain()
    return () => {
      latest.current += 1
    }
  }, [askAgain, online])

  return { answer, askAgain }
}
