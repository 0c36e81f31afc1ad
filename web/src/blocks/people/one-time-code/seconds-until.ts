import { useSyncExternalStore } from 'react'

/** Whole seconds to a moment in milliseconds, counted down once a second; 0 when it has passed. */
export const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((at - Date.now()) / 1000)))

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
