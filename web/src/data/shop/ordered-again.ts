import * as v from 'valibot'
import type { OrderedLine, OrderView } from '#model'

export type Wish = Pick<OrderView, 'id' | 'savedAt' | 'decidedAt' | 'asked' | 'order' | 'reason' | 'refusal'>

const Gone = v.object({ lines: v.array(v.object({ flower: v.string() })) })

/** What of a refused order can still be had: all of it, but what the service found to be out of stock. */
export function restOf({ asked, reason, refusal }: Wish): { gone: string[]; lines: OrderedLine[] } {
  const found = reason === 'out_of_stock' ? v.safeParse(Gone, refusal) : undefined
  const gone = found?.success ? found.output.lines.map(({ flower }) => flower) : []
  return { gone, lines: (asked?.lines ?? []).filter(({ flower }) => !gone.includes(flower)) }
}

/** The next order of the same things, or of what can still be had of them, to the same place, whichever device asked for it: what came of a refused one. */
export function orderedAgain<W extends Wish>(refused: Wish, orders: readonly W[]): W | undefined {
  const wanted = [wishOf(refused)]
  const { asked } = refused
  const { gone, lines } = restOf(refused)
  if (asked && gone.length > 0) wanted.push(wishOf({ ...refused, asked: { ...asked, lines } }))
  // Ids are ULIDs: they sort as people asked.
  const later = orders.filter((view) => view.id > refused.id && wanted.includes(wishOf(view)))
  return later.reduce<W | undefined>((next, view) => (!next || view.id < next.id ? view : next), undefined)
}

/** Whether somebody who knew of the refusal ordered the same again: who wanted it twice has asked for both before. */
export const isMadeUpFor = (refused: Wish, orders: readonly Wish[]): boolean =>
  orderedAgain(
    refused,
    orders.filter(({ savedAt }) => savedAt > (refused.decidedAt ?? '')),
  ) !== undefined

/** What is to be delivered, where and when; the price and how it is paid may differ. */
function wishOf({ asked, order }: Wish): string | undefined {
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
