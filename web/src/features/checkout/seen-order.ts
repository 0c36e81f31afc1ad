import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '../../data/drafts.ts'
import type { PromoOf } from '../../data/shop/promo.ts'
import { pricedLines, type ToOrder } from './order-lines.ts'

const Seen = v.object({ of: v.string(), lines: v.string(), totalRupees: v.number() })
type Seen = v.InferOutput<typeof Seen>

function readSeen(of: string): Seen | undefined {
  const result = v.safeParse(Seen, drafts.get('seen'))
  return result.success && result.output.of === of ? result.output : undefined
}

/** What one pays for; a promo code is one's own doing. */
const linesOf = (toOrder: ToOrder) =>
  JSON.stringify(pricedLines(toOrder).map((line, i) => [toOrder.lines[i]?.flower, line.quantity, line.priceRupees]))

/**
 * The total that stood at the payment before, where the order has become another one since: on another phone of the
 * account, by a login that brought more along, or by its prices. Kept over a reload and a login.
 */
export function useSeenOrder(promoOf: PromoOf, toOrder: ToOrder, isPaying: boolean) {
  const of = promoOf === 'cart' ? promoOf : promoOf.flower
  const [seen, setSeen] = useState(() => readSeen(of))
  const now = { of, lines: linesOf(toOrder), totalRupees: toOrder.prices.totalRupees }
  // What is being placed is what was agreed to; what is not known yet has no price.
  const isSettled = !isPaying && toOrder.flowers.every(Boolean)
  const hasChanged = isSettled && seen !== undefined && seen.lines !== now.lines
  const isNew = isSettled && !hasChanged && seen?.totalRupees !== now.totalRupees
  const see = () => {
    drafts.save('seen', now)
    setSeen(now)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is seen now is all that it reads
  useEffect(() => {
    if (isNew) see()
  }, [isNew, now.lines, now.totalRupees])
  return { before: hasChanged ? seen.totalRupees : undefined, accept: see }
}
