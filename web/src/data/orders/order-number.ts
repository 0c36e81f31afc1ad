import type { LiveQuery } from '../live/live-query.ts'

/** Of an order, by its ULID; one that was not accepted has none. */
export function orderNumber(ulid: string): LiveQuery<string | undefined> {
  const id = `order:${ulid}` as const
  return {
    key: `order-number/${ulid}`,
    watches: [id],
    read: async ({ mailbox }) => (await mailbox.get<'order'>(id))?.number,
  }
}
