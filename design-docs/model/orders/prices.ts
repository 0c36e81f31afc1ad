import type { Promo } from './promos/promo.ts'

export const DELIVERY_FEE_RUPEES = 50
export const TAX_PERCENT = 5

export interface PriceTable {
  subtotalRupees: number
  deliveryFeeRupees: number
  /** Present only if a promo code is valid. */
  discountRupees?: number | undefined
  taxRupees: number
  totalRupees: number
}

/**
 * Computes the prices on the device and in the service: a flat fee, and a tax of 5 % rounded to whole rupees. Tax law
 * requires that a discount on the flowers is subtracted before the tax. Free delivery is a discount of the fee; the fee
 * itself is still listed, because the delivery partner earns it.
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

/** The discount is never more than the price of the flowers. */
function discountOnFlowers(promo: Promo, subtotalRupees: number): number {
  if (promo.kind === 'flat') return Math.min(promo.rupees, subtotalRupees)
  if (promo.kind === 'free-delivery') return 0
  return Math.min(Math.round((subtotalRupees * promo.percent) / 100), promo.atMostRupees ?? subtotalRupees)
}

/** The saved part of the original price in whole percent; 0 if nothing is saved. */
export const percentOff = (priceRupees: number, originalPriceRupees: number | undefined): number =>
  originalPriceRupees && originalPriceRupees > priceRupees
    ? Math.round(((originalPriceRupees - priceRupees) / originalPriceRupees) * 100)
    : 0
