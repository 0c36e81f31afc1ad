import { useSyncStatus } from '../../data/use-sync-status.ts'

/** Whether the service answers, as far as this phone knows. */
export function useIsReachable(): boolean {
  const { online, isUnanswered, state } = useSyncStatus()
  return online && !isUnanswered && state !== 'signed-out'
}
