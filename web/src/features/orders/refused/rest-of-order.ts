import * as v from 'valibot'
import { bareFlowerId, type Flower, type OrderedLine, priceTable } from '#model'
import type { OrderView } from '../../../data/shop/orders.ts'

const Gone = v.object({ lines: v.array(v.object({ flower: v.string() })) })

/** What of a refused order can still be had: all of it, but what the service found to be out of stock. */
export function restOf({ asked, reason, refusal }: OrderView): { gone: string[]; lines: OrderedLine[] } {
  const found = reason === 'out_of_stock' ? v.safeParse(Gone, refusal) : undefined
  const gone = found?.success ? found.output.lines.map(({ flower }) => flower) : []
  return { gone, lines: (asked?.lines ?? []).filter(({ flower }) => !gone.includes(flower)) }
}

/** At the catalogue's prices, if it has them all; the service will say so if it asks others. */
export function priceOf(lines: readonly OrderedLine[], flowers: readonly Flower[]): number | undefined {
  const byId = new Map(flowers.map((flower) => [bareFlowerId(flower._id), flower]))
  const priced = lines.flatMap(({ flower, quantity }) => {
    const known = byId.get(flower)
    return known?.inStock ? [{ priceRupees: known.priceRupees, quantity }] : []
  })
  return priced.length === lines.length && lines.length > 0 ? priceTable(priced).totalRupees : undefined
}
