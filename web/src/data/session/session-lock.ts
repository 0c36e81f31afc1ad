import type { Environment } from '../platform/environment.ts'

/** Longer than a request may take; a page that was frozen in the middle of one holds nobody up for ever. */
const PATIENCE_MS = 40_000

/** Over all pages of this browser, where it has Web Locks. */
export async function withSessionLock<T>({ locks, name }: Environment, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => {
    begun = work()
    return begun
  }
  // Whether the lock was not to be had or the work failed: the work itself tells.
  await locks?.request(`${name}-session`, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin).catch(() => undefined)
  return begun ?? work()
}
