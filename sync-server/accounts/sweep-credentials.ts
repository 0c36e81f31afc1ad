import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

const PAGE = 200
const EVERY_MS = 6 * 3_600_000

/** Removes sessions and codes that have expired: they open nothing any more, and say who was where. */
export async function sweepCredentials(couch: Couch, now: Date): Promise<void> {
  const store = couch.db('credentials')
  for (const type of ['session', 'login-codes']) {
    const selector = { type, expiresAt: { $lte: now.toISOString() } }
    for (;;) {
      const expired = await store.find<Stored>('by-expiry', { selector, fields: ['_id', '_rev'], limit: PAGE })
      for (const doc of expired) await store.remove(doc)
      if (expired.length < PAGE) break
    }
  }
}

/** Sweeps now and every six hours; answers how to stop. One that fails is made good by the next. */
export function startSweeping(couch: Couch, now: () => Date, report: (error: unknown) => void): () => Promise<void> {
  const sweep = () => sweepCredentials(couch, now()).catch(report)
  let current = sweep()
  const timer = setInterval(() => {
    current = sweep()
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return current
  }
}
