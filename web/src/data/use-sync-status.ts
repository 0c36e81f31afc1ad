import { useSyncExternalStore } from 'react'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { SyncStatus } from './sync/sync-status.ts'

export type { SyncStatus } from './sync/sync-status.ts'

/** How an account arrives here, for the first time or again; undefined once everything is here. */
export interface InitialSync {
  isStopped: boolean
  progress: SyncStatus['initialSync']
}

export function useInitialSync(): InitialSync | undefined {
  const { isArriving, state, initialSync } = useSyncStatus()
  const isStopped = state === 'offline' || state === 'waiting' || state === 'signed-out'
  return isArriving ? { isStopped, progress: initialSync } : undefined
}

export function useSyncStatus(): SyncStatus {
  const { status } = currentDataLayer()
  return useSyncExternalStore(status.subscribe, status.get)
}
