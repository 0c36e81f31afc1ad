import type { OrderView } from '../../../data/shop/orders.ts'
import { restOf } from './rest-of-order.ts'

/** The next order of the same things, or of what can still be had of them, to the same place, whichever device asked for it: what came of a refused one. */
export function orderedAgain(refused: OrderView, orders: readonly OrderView[]): OrderView | undefined {
  const wanted = [wishOf(refused)]
  const { asked } = refused
  const { gone, lines } = restOf(refused)
  if (asked && gone.length > 0) wanted.push(wishOf({ ...refused, asked: { ...asked, lines } }))
  // Ids are ULIDs: they sort as people asked.
  const later = orders.filter((view) => view.id > refused.id && wanted.includes(wishOf(view)))
  return later.reduce<OrderView | undefined>((next, view) => (!next || view.id < next.id ? view : next), undefined)
}

/** All that a person decides; prices and what stands in the catalogue may differ. */
function wishOf({ asked, order }: OrderView): string | undefined {
  const wish = asked ?? order
  return (
    wish &&
    JSON.stringify([
      wish.lines.map(({ flower, quantity, message }) => [flower, quantity, message ?? '']),
      Object.entries(wish.address).sort(),
      wish.deliveryOn,
      wish.deliveryWindow,
    ])
  )
}
