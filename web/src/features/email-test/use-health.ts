import { useCallback, useEffect, useRef, useState } from 'react'
import { now } from '../../clock/page-clock.ts'
import { askHealth, type HealthAnswer } from '../../data/service-health.ts'

const POLL_MS = 30_000

export interface Health {
  /** Undefined before the first answer. */
  answer?: HealthAnswer
  checkedAt?: Date
  isChecking: boolean
  refresh: () => void
}

/** Asks at once, every 30 s, on `refresh`, and when the network goes or comes. */
export function useHealth(online: boolean): Health {
  const [known, setKnown] = useState<{ answer: HealthAnswer; checkedAt: Date }>()
  const [isChecking, setChecking] = useState(false)
  const newest = useRef(0)

  const refresh = useCallback(async () => {
    newest.current += 1
    const mine = newest.current
    setChecking(true)
    const answer = await askHealth()
    // A slow answer must not replace that of a later request.
    if (mine !== newest.current) return
    setKnown({ answer, checkedAt: now() })
    setChecking(false)
  }, [])

  useEffect(() => {
    void refresh()
    // Does not poll without a network: the answer would stay the same.
    const timer = online ? setInterval(refresh, POLL_MS) : undefined
    return () => {
      clearInterval(timer)
      newest.current += 1
      setChecking(false)
    }
  }, [online, refresh])

  return { ...known, isChecking, refresh }
}
