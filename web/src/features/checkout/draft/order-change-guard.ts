import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '../../../data/drafts.ts'
import type { PromoChoice, PromoOf } from '../../../data/orders/promo.ts'
import { type CheckoutOrder, pricedLines } from './order-lines.ts'

const AcknowledgedOrder = v.object({ of: v.string(), lines: v.string(), promo: v.string(), totalRupees: v.number() })
type AcknowledgedOrder = v.InferOutput<typeof AcknowledgedOrder>

const readSeen = (kept: unknown) => {
  const result = v.safeParse(AcknowledgedOrder, kept)
  return result.success ? result.output : undefined
}

const pricesKey = (toOrder: CheckoutOrder) =>
  JSON.stringify(pricedLines(toOrder).map((line, i) => [toOrder.lines[i]?.flower, line.quantity, line.priceRupees]))

/** Other flowers, or the same for more; a promo code that one applies or removes oneself is no surprise. */
const isAnother = (before: AcknowledgedOrder, now: AcknowledgedOrder) =>
  before.lines !== now.lines || (before.promo === now.promo && before.totalRupees < now.totalRupees)

interface Payment {
  of: PromoOf
  toOrder: CheckoutOrder
  promo: PromoChoice
  isPaying: boolean
}

/**
 * The total that stood at the payment before, where the order has become another one since: by another phone of the
 * account, a login that brought more along, or its prices. Kept over a reload and a login.
 */
export function useOrderChangeGuard({ of, toOrder, promo, isPaying }: Payment) {
  const [kept, setKept] = useState(() => readSeen(drafts.get('seen')))
  const now: AcknowledgedOrder = {
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
    const seenNow: AcknowledgedOrder = JSON.parse(agreed)
    drafts.save('seen', seenNow)
    setKept(seenNow)
  }, [agreed])
  return { totalBefore: hasChanged ? seen.totalRupees : undefined, accept: () => setKept(now) }
}
