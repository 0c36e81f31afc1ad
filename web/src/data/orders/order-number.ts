import { type DeliveryFact, deliveryId } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { getOne } from '../pouch/reads.ts'

/** The number of an order, by its ULID, for its customer and for who delivers it; undefined if it was not accepted. */
export function orderNumber(ulid: string): LiveQuery<string | undefined> {
  const id = `order:${ulid}` as const
  const delivery = deliveryId(ulid)
  return {
    key: `order-number/${ulid}`,
    watches: [id, delivery],
    read: async ({ mailbox }) =>
      (await mailbox.get<'order'>(id))?.number ?? (await getOne<DeliveryFact>(mailbox.db, delivery))?.number,
  }
}
