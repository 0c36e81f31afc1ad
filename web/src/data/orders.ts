import { foldOrders, type OrderView, orderId, ulidOf } from '#model'
import type { LiveQuery } from './live/live-query.ts'

export type { OrderView } from '#model'

const watches = ['order:', 'intent:', 'receipt:']

/** The account's orders, pending ones folded in, newest first. */
export const ordersNewestFirst: LiveQuery<OrderView[]> = {
  key: 'orders/newest-first',
  watches,
  read: async ({ mailbox }) => foldOrders(await mailbox.allOf('order'), await mailbox.openIntents('place-order')),
}

/** One order, by `order:<ulid>`, `intent:<ulid>` or the bare ULID of its intent. */
export function orderById(id: string): LiveQuery<OrderView | undefined> {
  const ulid = ulidOf(id)
  return {
    key: `orders/${ulid}`,
    watches: watches.map((prefix) => `${prefix}${ulid}`),
    read: async ({ mailbox }) => {
      const order = await mailbox.get<'order'>(`order:${ulid}`)
      const asked = await mailbox.openIntent('place-order', `intent:${ulid}`)
      return foldOrders(order ? [order] : [], asked ? [asked] : []).find((view) => view.id === orderId(ulid))
    },
  }
}
