import { KEPT_FOR } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

const KEPT_DAYS = { dead: KEPT_FOR.failedMailDays, sent: KEPT_FOR.sentMailDays } as const
const PAGE = 200

/** Removes old dead and sent mails from the outbox. */
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
