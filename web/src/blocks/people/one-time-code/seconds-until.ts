import { useSyncExternalStore } from 'react'
import { now, onTick } from '../../../clock/page-clock.ts'

/** Whole seconds until `at` (epoch milliseconds), updated every second; 0 once it has passed. */
export const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(onTick, () => Math.max(0, Math.ceil((at - now().getTime()) / 1000)))
