import { type Asked, type DeliveryFact, type DeliveryRow, dayOf, declinedDelivery, deliveryId, ulidOf } from '#model'
import { now } from '../../clock/page-clock.ts'
import type { LiveQuery } from '../live/live-query.ts'
import type { Feed } from '../local/feed.ts'
import { readIntents } from '../local/kept-intents.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { DELIVERY_FEEDS } from '../local/partner-state.ts'
import { recentUlids } from '../local/recent-ulids.ts'

export type { ClaimView, LostClaim, RequestView } from '#model'

/** The input of `foldRequests`, which also needs the time. */
export interface RequestSources {
  rows: DeliveryRow[]
  /** Those of the rows and of the accepted deliveries that this partner has or had. */
  had: DeliveryFact[]
  asked: Asked<'accept-delivery'>[]
  declined: ReadonlySet<string>
  /** False until today's feed has arrived once: then some rows may be missing. */
  isComplete: boolean
  /** False if the account has no city, or no answer of the service has named the city's feed yet. */
  hasFeed: boolean
}

export const requestSources: LiveQuery<RequestSources> = {
  key: 'deliveries/requests',
  watches: ['delivery:', 'declined:', 'intent:', 'receipt:', 'complete'],
  feed: DELIVERY_FEEDS,
  async read({ mailbox, feed }) {
    // After midnight, yesterday's copy has both names until today's has come.
    const feeds = [...new Map(DELIVERY_FEEDS.flatMap((name) => feed(name) ?? []).map((one) => [one.db, one])).values()]
    const today = feed('deliveries')
    const since = recentUlids()
    const [rows, isComplete, kept, marks] = await Promise.all([
      Promise.all(feeds.map((one) => one.openRows('delivery'))),
      today && isOfToday(today) ? today.isComplete() : false,
      readIntents(mailbox, since),
      mailbox.leavesOf('declined'),
    ])
    // Other screens may have read older ones, which would have their deliveries read.
    const asked = kept.ofKinds('accept-delivery').filter(({ intent }) => ulidOf(intent._id) >= since)
    const all = rows.flat()
    const ids = [...all.map(({ _id }) => _id), ...asked.map(({ intent }) => deliveryId(intent.payload.order))]
    return {
      ...{ rows: all, asked, declined: declinedDelivery.merge(marks) },
      had: await deliveriesAmong(mailbox, ids),
      isComplete,
      hasFeed: feeds.length > 0,
    }
  },
}

/** Returns the partner's own deliveries among these ids. What is open now is young, so few are read for it. */
async function deliveriesAmong({ documents }: Mailbox, ids: readonly string[]): Promise<DeliveryFact[]> {
  const oldest = ids.toSorted().at(0)
  if (oldest === undefined) return []
  await documents.loadFrom('delivery', oldest)
  return [...new Set(ids)].flatMap((id) => documents.one<DeliveryFact>('delivery', id) ?? [])
}

/** After a time off duty, the copy of an earlier day is read until today's arrives, but it says nothing about today. */
const isOfToday = ({ db }: Feed) => db.name.endsWith(dayOf(now()).replaceAll('-', ''))
