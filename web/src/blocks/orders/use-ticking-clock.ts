import { useNow } from '../../clock/use-now.ts'

/**
 * The time, updated every second until `end`, but not before `beginning`: that comes from the service, and this device
 * may not have heard yet what its clock says.
 */
export function useTickingClock(end: Date, beginning = new Date(0)): Date {
  const now = useNow({ stepMs: 1000, until: end.getTime() })
  return now < beginning ? beginning : now
}
