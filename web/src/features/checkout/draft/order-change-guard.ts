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

/** Other flowers, or the same at a higher total; a promo code that the person applies or removes is no surprise. */
const isAnother = (before: AcknowledgedOrder, now: AcknowledgedOrder) =>
  before.lines !== now.lines || (before.promo === now.promo && before.totalRupees < now.totalRupees)

interface Payment {
  of: PromoOf
  toOrder: CheckoutOrder
  promo: PromoChoice
  isPaying: boolean
}

/**
 * `totalBefore` is the total that the payment step showed earlier, if the order has changed since: by another phone of
 * the account, by a login that brought more items, or by its prices. Kept across a reload and a login.
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
  // An order that is being placed was agreed to; a flower or code that is not known yet has no price.
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
