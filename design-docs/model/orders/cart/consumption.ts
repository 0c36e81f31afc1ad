import type { Order } from '../order.ts'
import type { AskedOrder } from '../pending/order-view.ts'
import type { Consumption } from './cart-line.ts'

/** What pending and accepted orders took from the cart; a refused one took nothing. */
export function consumptionOf(orders: readonly Pick<Order, 'lines'>[], asked: readonly AskedOrder[]): Consumption[] {
  const lines = [
    ...orders.flatMap((order) => order.lines),
    ...asked.filter(({ receipt }) => receipt?.outcome !== 'refused').flatMap(({ intent }) => intent.payload.lines),
  ]
  return lines.map(({ flower, consumes, after }) => ({ flower, consumes, after }))
}
