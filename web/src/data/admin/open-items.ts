import type { Asked, DeliveryItemRow, UnservedRow } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** What waits for an admin about deliveries, oldest first; undefined until this browser has received the feed once. */
export const openItems: LiveQuery<readonly DeliveryItemRow[] | undefined> = {
  key: 'desk/open-items',
  watches: ['item:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    if (!admin || !(await admin.isComplete())) return undefined
    return (await admin.openRows('item')).sort((one, other) => (one.at < other.at ? -1 : 1))
  },
}

/** Bulk requests from cities without a supplier, oldest first; undefined as above. */
export const openUnserved: LiveQuery<readonly UnservedRow[] | undefined> = {
  key: 'desk/open-unserved',
  watches: ['unserved:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    if (!admin || !(await admin.isComplete())) return undefined
    return (await admin.openRows('unserved')).sort((one, other) => (one.postedAt < other.postedAt ? -1 : 1))
  },
}

export type ItemDecision = Asked<'settle-item'>

/** What this admin has settled, with how far each decision has got. */
export const itemDecisions: LiveQuery<ItemDecision[]> = {
  key: 'desk/item-decisions',
  watches: ['intent:', 'receipt:'],
  read: ({ mailbox }) => mailbox.openIntents('settle-item'),
}

/** The decision about an item that its row does not contain yet; a refused one is no part of it. */
export const decisionAbout = (
  decisions: readonly ItemDecision[],
  { _id, version }: Pick<DeliveryItemRow | UnservedRow, '_id' | 'version'>,
): ItemDecision | undefined =>
  decisions.find(
    ({ intent, receipt }) =>
      intent.payload.item === _id && (!receipt || (receipt.outcome === 'done' && intent.payload.version >= version)),
  )
