import { useEffect, useState } from 'react'

/** The device's time, every second until the end; its clock may be behind the service's, which set the beginning. */
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
