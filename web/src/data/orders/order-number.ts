import type { LiveQuery } from '../live/live-query.ts'

/** The number of an order, by its ULID; undefined if it was not accepted. */
export function orderNumber(ulid: string): LiveQuery<string | undefined> {
  const id = `order:${ulid}` as const
  return {
    key: `order-number/${ulid}`,
    watches: [id],
    read: async ({ mailbox }) => (await mailbox.get<'order'>(id))?.number,
  }
}
