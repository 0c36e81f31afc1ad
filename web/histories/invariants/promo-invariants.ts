import { countsAsPromoUse, type PayloadOf, type Promo, promoRefusal, ulidOf } from '#model'
import { promoOf, SAMPLE_CODES } from '../../../design-docs/model/orders/promos/sample-promos.ts'
import type { Decisions } from '../../../sync-server/testing/scenario-calls.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

/** Returns the promo of a code of the demo; undefined for an unknown code. */
export async function promoOfCode(code: string | undefined): Promise<Promo | undefined> {
  const terms = Object.entries(SAMPLE_CODES).find(([one]) => one === code)?.[1]
  return code === undefined || !terms ? undefined : promoOf(code, terms)
}

/** A promo code was used only under its terms, and only once per account if its terms say so. */
export async function brokenPromos({ name, dump }: AccountView): Promise<string[]> {
  const problems: string[] = []
  const used = new Map<string, number>()
  for (const order of dump.orders) {
    if (order.promoCode === undefined) continue
    const promo = await promoOfCode(order.promoCode)
    const { subtotalRupees, confirmedAt } = order
    const refusal = promoRefusal(promo, { subtotalRupees, now: new Date(confirmedAt), use: 'free' })
    if (refusal) problems.push(`${order._id} has ${order.promoCode}: ${refusal}`)
    if (promo?.oncePerAccount && countsAsPromoUse(order)) used.set(promo._id, (used.get(promo._id) ?? 0) + 1)
    if (promo?.oncePerAccount && !dump.claims.some((claim) => claim.endsWith(promo._id)))
      problems.push(`${order._id} has ${order.promoCode}, and nobody claimed that`)
  }
  for (const [promo, times] of used) if (times > 1) problems.push(`${name} used ${promo} ${times} times`)
  return problems
}

/** An order is refused with `promo_used` only if the account did use the code. */
export function unusedPromos({ expected }: Scenario, { dump, holders }: AccountView, decisions: Decisions): string[] {
  return [...expected.asked].flatMap(([id, { kind, payload, holder }]) => {
    if (kind !== 'place-order' || !holders.includes(holder) || decisions[id]?.reason !== 'promo_used') return []
    const { promoCode } = payload as PayloadOf<'place-order'>
    const isUsed = dump.orders.some((order) => order.promoCode === promoCode && ulidOf(order._id) !== ulidOf(id))
    return isUsed ? [] : [`${id} was refused for a code that nobody used`]
  })
}
