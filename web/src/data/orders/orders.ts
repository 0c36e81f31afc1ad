import { foldOrders, type OrderView, orderId, ulidOf } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'

export type { OrderView } from '#model'

const watches = ['order:', 'intent:', 'receipt:']

/** The account's orders, including pending ones, newest first. */
export const ordersNewestFirst: LiveQuery<OrderView[]> = {
  key: 'orders/newest-first',
  watches,
  read: async ({ mailbox }) =>
    foldOrders(
      await mailbox.allOf('order'),
      await mailbox.openIntents('place-order'),
      await editsIn(mailbox),
      await mailbox.openIntents('report-problem'),
    ),
}

const editsIn = (mailbox: Mailbox) => mailbox.openIntents('change-order', 'cancel-order')

/** One order, by `order:<ulid>`, `intent:<ulid>` or the bare ULID of its intent. */
export function orderById(id: string): LiveQuery<OrderView | undefined> {
  const ulid = ulidOf(id)
  return {
    key: `orders/${ulid}`,
    // Changes and cancellations are intents with their own ids, so all intents are watched.
    watches: [`order:${ulid}`, 'intent:', 'receipt:'],
    read: async ({ mailbox }) => {
      const order = await mailbox.get<'order'>(`order:${ulid}`)
      const asked = await mailbox.openIntent('place-order', `intent:${ulid}`)
      const reports = await mailbox.openIntents('report-problem')
      const views = foldOrders(order ? [order] : [], asked ? [asked] : [], await editsIn(mailbox), reports)
      return views.find((view) => view.id === orderId(ulid))
    },
  }
}
