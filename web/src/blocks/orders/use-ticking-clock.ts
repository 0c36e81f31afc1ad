import { useEffect, useState } from 'react'

/**
 * The device's time, updated every second until `end`, but not before `beginning`: that comes from the service, whose
 * clock may be ahead.
 */
export function useTickingClock(end: Date, beginning = new Date(0)): Date {
  const [now, setNow] = useState(() => new Date())
  const until = end.getTime()
  useEffect(() => {
    if (Date.now() >= until) return
    const timer = setInterval(() => {
      setNow(new Date())
      if (Date.now() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return now < beginning ? beginning : now
}
