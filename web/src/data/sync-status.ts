import { useSyncExternalStore } from 'react'
import { here } from './page/here.ts'
import type { SyncStatus } from './sync/sync-status.ts'

export type { SyncStatus } from './sync/sync-status.ts'

/** How an account arrives here for the first time, or anew; absent once all that it has is here. */
export interface Arrival {
  isStopped: boolean
  progress: SyncStatus['firstSync']
}

export function useArrival(): Arrival | undefined {
  const { isArriving, state, firstSync } = useSyncStatus()
  const isStopped = state === 'offline' || state === 'waiting' || state === 'signed-out'
  return isArriving ? { isStopped, progress: firstSync } : undefined
}

export function useSyncStatus(): SyncStatus {
  const { status } = here()
  return useSyncExternalStore(status.subscribe, status.get)
}
