import { useSyncExternalStore } from 'react'
import { here } from './page/here.ts'
import type { SyncStatus } from './sync/sync-status.ts'

export type { SyncStatus } from './sync/sync-status.ts'

export function useSyncStatus(): SyncStatus {
  const { status } = here()
  return useSyncExternalStore(status.subscribe, status.get)
}
