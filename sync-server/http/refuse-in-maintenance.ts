import { problem } from './problem.ts'

/** Says whether an admin has closed the service for changes; the answer may be a few seconds old. */
export interface Maintenance {
  isMaintenance(): Promise<boolean>
}

const RETRY_AFTER_SECONDS = 60

/** Throws `503 maintenance` while only admins may change anything. */
export async function refuseInMaintenance({ isMaintenance }: Maintenance): Promise<void> {
  if (await isMaintenance()) throw problem(503, 'maintenance', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
