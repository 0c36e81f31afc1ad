import * as v from 'valibot'
import type { OrderView } from './order.ts'
import type { OrderedLine } from './place-order.ts'

const Gone = v.object({ lines: v.array(v.object({ flower: v.string() })) })

/** What tells whether two orders are of the same things. */
export type OrderSummary = Pick<OrderView, 'id' | 'savedAt' | 'decidedAt' | 'asked' | 'order' | 'reason' | 'refusal'>

/** What of a refused order can still be had: all of it, but what the service found to be out of stock. */
export function linesStillAvailable({ asked, reason, refusal }: OrderSummary): {
  gone: string[]
  lines: OrderedLine[]
} {
  const found = reason === 'out_of_stock' ? v.safeParse(Gone, refusal) : undefined
  const gone = found?.success ? found.output.lines.map(({ flower }) => flower) : []
  return { gone, lines: (asked?.lines ?? []).filter(({ flower }) => !gone.includes(flower)) }
}

/**
 * What came of a refused order: the next one of the same things, or of what can still be had of them, to the same place,
 * from whichever device. Not one that was asked for before the refusal was known: who wanted it twice lacks one.
 * A refusal has the service's clock and an order its phone's, so one that is slow may be told once too often.
 */
export function findReorder<O extends OrderSummary>(refused: OrderSummary, orders: readonly O[]): O | undefined {
  const wanted = [deliveryOf(refused)]
  const { asked, decidedAt = '' } = refused
  const { gone, lines } = linesStillAvailable(refused)
  if (asked && gone.length > 0) wanted.push(deliveryOf({ ...refused, asked: { ...asked, lines } }))
  // Ids are ULIDs: they sort as people asked.
  const later = orders.filter(
    (view) => view.id > refused.id && view.savedAt > decidedAt && wanted.includes(deliveryOf(view)),
  )
  return later.reduce<O | undefined>((next, view) => (!next || view.id < next.id ? view : next), undefined)
}

/** What is to be delivered, where and when; the price and how it is paid may differ. */
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
