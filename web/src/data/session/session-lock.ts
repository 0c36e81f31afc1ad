import type { Environment } from '../platform/environment.ts'

/**
 * Longer than a request may take, so that a page that froze in the middle of one does not block the others for ever.
 */
const PATIENCE_MS = 40_000

/** Runs `work` while no other page of this browser does, if the browser has Web Locks. */
export async function withSessionLock<T>({ locks, name }: Environment, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => {
    begun = work()
    return begun
  }
  // Either there was no lock within the time, or the work failed; in that case `begun` rejects.
  await locks?.request(`${name}-session`, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin).catch(() => undefined)
  return begun ?? work()
}
