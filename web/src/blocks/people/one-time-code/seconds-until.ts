import { useSyncExternalStore } from 'react'

/** Whole seconds until `at` (epoch milliseconds), updated every second; 0 once it has passed. */
export const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((at - Date.now()) / 1000)))

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
