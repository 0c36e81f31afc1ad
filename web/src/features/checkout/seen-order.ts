import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '../../data/drafts.ts'
import type { PromoChoice, PromoOf } from '../../data/shop/promo.ts'
import { pricedLines, type ToOrder } from './order-lines.ts'

const Seen = v.object({ of: v.string(), lines: v.string(), promo: v.string(), totalRupees: v.number() })
type Seen = v.InferOutput<typeof Seen>

const readSeen = (kept: unknown) => {
  const result = v.safeParse(Seen, kept)
  return result.success ? result.output : undefined
}

const pricesKey = (toOrder: ToOrder) =>
  JSON.stringify(pricedLines(toOrder).map((line, i) => [toOrder.lines[i]?.flower, line.quantity, line.priceRupees]))

/** Other flowers, or the same for more; a promo code that one applies or removes oneself is no surprise. */
const isAnother = (before: Seen, now: Seen) =>
  before.lines !== now.lines || (before.promo === now.promo && before.totalRupees < now.totalRupees)

interface Payment {
  of: PromoOf
  toOrder: ToOrder
  promo: PromoChoice
  isPaying: boolean
}

/**
 * The total that stood at the payment before, where the order has become another one since: by another phone of the
 * account, a login that brought more along, or its prices. Kept over a reload and a login.
 */
export function useSeenOrder({ of, toOrder, promo, isPaying }: Payment) {
  const [kept, setKept] = useState(() => readSeen(drafts.get('seen')))
  const now: Seen = {
    of: of === 'cart' ? of : of.flower,
    lines: pricesKey(toOrder),
    promo: promo.state.status === 'none' ? '' : promo.text,
    totalRupees: toOrder.prices.totalRupees,
  }
  const seen = kept?.of === now.of ? kept : undefined
  // What is being placed is what was agreed to; what is not known yet, a flower or a code, has no price.
  const isKnown = !isPaying && toOrder.flowers.every(Boolean) && promo.state.status !== 'checking'
  const hasChanged = isKnown && seen !== undefined && isAnother(seen, now)
  const agreed = isKnown && !hasChanged ? JSON.stringify(now) : undefined
  useEffect(() => {
    if (agreed === undefined) return
    const seenNow: Seen = JSON.parse(agreed)
    drafts.save('seen', seenNow)
    setKept(seenNow)
  }, [agreed])
  return { totalBefore: hasChanged ? seen.totalRupees : undefined, accept: () => setKept(now) }
}
