import { foldOrder, ORDER_INTENTS, type Order, type OrderView, orderOfIntent, ulidOf } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { pagedList } from '../live/paged-list.ts'

export type { OrderView } from '#model'
export type { PagedList } from '../live/paged-list.ts'

const orders = pagedList({
  key: 'orders',
  facts: 'order',
  intents: ORDER_INTENTS,
  factOf: orderOfIntent,
  fold: (order: Order | undefined, asked) => foldOrder(order, asked),
})

/** The account's orders, pending ones folded in, newest first. */
export const ordersNewestFirst = orders.newestFirst

/** One order, by `order:<ulid>`, `intent:<ulid>` or the bare ULID of its intent. */
export const orderById = (id: string): LiveQuery<OrderView | undefined> => orders.byUlid(ulidOf(id))
