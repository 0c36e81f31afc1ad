export const DELIVERY_FEE_RUPEES = 50
export const TAX_PERCENT = 5

export interface PriceTable {
  subtotalRupees: number
  deliveryFeeRupees: number
  taxRupees: number
  totalRupees: number
}

/** The one price table, on the device and in the service: flat fee, 5 % tax on the subtotal rounded to whole rupees. */
export function priceTable(lines: { priceRupees: number; quantity: number }[]): PriceTable {
  const subtotalRupees = lines.reduce((sum, line) => sum + line.priceRupees * line.quantity, 0)
  const taxRupees = Math.round((subtotalRupees * TAX_PERCENT) / 100)
  return {
    subtotalRupees,
    deliveryFeeRupees: DELIVERY_FEE_RUPEES,
    taxRupees,
    totalRupees: subtotalRupees + DELIVERY_FEE_RUPEES + taxRupees,
  }
}

/** Whole percent saved against the original price; 0 when nothing is saved. */
export const percentOff = (priceRupees: number, originalPriceRupees: number | undefined): number =>
  originalPriceRupees && originalPriceRupees > priceRupees
    ? Math.round(((originalPriceRupees - priceRupees) / originalPriceRupees) * 100)
    : 0
