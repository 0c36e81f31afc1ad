import * as v from 'valibot'
import type { OrderedLine } from '../place-order.ts'
import type { OrderView } from './order-view.ts'

const Gone = v.object({ lines: v.array(v.object({ flower: v.string() })) })

/** The fields that tell whether two orders are for the same things. */
export type OrderSummary = Pick<OrderView, 'id' | 'savedAt' | 'decidedAt' | 'asked' | 'order' | 'reason' | 'refusal'>

/** The lines of a refused order that can still be ordered: all except those that the service found out of stock. */
export function linesStillAvailable({ asked, reason, refusal }: OrderSummary): {
  gone: string[]
  lines: OrderedLine[]
} {
  const found = reason === 'out_of_stock' ? v.safeParse(Gone, refusal) : undefined
  const gone = found?.success ? found.output.lines.map(({ flower }) => flower) : []
  return { gone, lines: (asked?.lines ?? []).filter(({ flower }) => !gone.includes(flower)) }
}

/**
 * Finds the order that replaced a refused one: the next order of the same things, or of those that can still be
 * ordered, to the same place, from any device. An order that was placed before the refusal was known does not count: a
 * person who wanted both still lacks one. A refusal is dated by the service's clock and an order by its phone's, so
 * with a slow phone clock the refusal may be shown once too often.
 */
export function findReorder<O extends OrderSummary>(refused: OrderSummary, orders: readonly O[]): O | undefined {
  const wanted = [deliveryOf(refused)]
  const { asked, decidedAt = '' } = refused
  const { gone, lines } = linesStillAvailable(refused)
  if (asked && gone.length > 0) wanted.push(deliveryOf({ ...refused, asked: { ...asked, lines } }))
  // Ids are ULIDs: they sort by when people asked.
  const later = orders.filter(
    (view) => view.id > refused.id && view.savedAt > decidedAt && wanted.includes(deliveryOf(view)),
  )
  return later.reduce<O | undefined>((next, view) => (!next || view.id < next.id ? view : next), undefined)
}

/**
 * A text that is equal for the same delivery to the same place and time; the price and the payment method may differ.
 */
function deliveryOf({ asked, order }: OrderSummary): string | undefined {
  const delivery = asked ?? order
  return (
    delivery &&
    JSON.stringify([
      delivery.lines.map(({ flower, quantity, message }) => [flower, quantity, message ?? '']),
      Object.entries(delivery.address).sort(),
      delivery.deliveryOn,
      delivery.deliveryWindow,
    ])
  )
}
