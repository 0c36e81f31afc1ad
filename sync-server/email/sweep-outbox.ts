import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

/**
 * A mail that was given up says whom it was for and what it said, and somebody may look into it for a month. That one
 * was sent says when who signed in: as long as who came and went is kept.
 */
const KEPT_DAYS = { dead: 30, sent: 180 } as const
const PAGE = 200

/** Removes from the outbox what is over for long. */
export async function sweepOutbox({ couch, now }: { couch: Couch; now: () => Date }): Promise<void> {
  const store = couch.db('outbox')
  for (const [status, days] of Object.entries(KEPT_DAYS)) {
    const oldest = new Date(now().getTime() - days * 86_400_000).toISOString()
    const selector = { status, postedAt: { $lt: oldest } }
    for (;;) {
      const old = await store.find<Stored>('by-age', { selector, fields: ['_id', '_rev'], limit: PAGE })
      for (const mail of old) await store.remove(mail)
      if (old.length < PAGE) break
    }
  }
}
