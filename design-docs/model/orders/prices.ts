import type { Promo } from './promos/promo.ts'

export const DELIVERY_FEE_RUPEES = 50
export const TAX_PERCENT = 5

export interface PriceTable {
  subtotalRupees: number
  deliveryFeeRupees: number
  /** Only where a promo code holds. */
  discountRupees?: number | undefined
  taxRupees: number
  totalRupees: number
}

/**
 * The one price table, on the device and in the service: flat fee, 5 % tax rounded to whole rupees. A discount on the
 * flowers comes before the tax, as the tax law has it; free delivery takes off the fee, which itself stays stated, for
 * it is what the delivery partner earns.
 */
export function priceTable(
  lines: readonly { priceRupees: number; quantity: number }[],
  promo?: Promo | undefined,
): PriceTable {
  const subtotalRupees = lines.reduce((sum, line) => sum + line.priceRupees * line.quantity, 0)
  const offFlowers = promo ? discountOnFlowers(promo, subtotalRupees) : 0
  const discountRupees = offFlowers + (promo?.kind === 'free-delivery' ? DELIVERY_FEE_RUPEES : 0)
  const taxRupees = Math.round(((subtotalRupees - offFlowers) * TAX_PERCENT) / 100)
  return {
    subtotalRupees,
    deliveryFeeRupees: DELIVERY_FEE_RUPEES,
    ...(promo && { discountRupees }),
    taxRupees,
    totalRupees: subtotalRupees + DELIVERY_FEE_RUPEES - discountRupees + taxRupees,
  }
}

/** Never more than the flowers cost. */
function discountOnFlowers(promo: Promo, subtotalRupees: number): number {
  if (promo.kind === 'flat') return Math.min(promo.rupees, subtotalRupees)
  if (promo.kind === 'free-delivery') return 0
  return Math.min(Math.round((subtotalRupees * promo.percent) / 100), promo.atMostRupees ?? subtotalRupees)
}

/** Whole percent saved against the original price; 0 when nothing is saved. */
export const percentOff = (priceRupees: number, originalPriceRupees: number | undefined): number =>
  originalPriceRupees && originalPriceRupees > priceRupees
    ? Math.round(((originalPriceRupees - priceRupees) / originalPriceRupees) * 100)
    : 0
