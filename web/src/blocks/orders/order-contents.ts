import { bareFlowerId, type Flower, type LocalisedText, type PriceTable, type Promo, priceTable } from '#model'
import type { OrderView } from '../../data/orders/orders.ts'

export interface ShownLine {
  flower: string
  quantity: number
  message: string | undefined
  name: LocalisedText
  /** Undefined if the flower is not in the catalogue of this device. */
  florist?: LocalisedText | undefined
  image: string
  priceRupees: number
}

/** The order's own lines; before there is an order, the requested lines at the catalogue's prices. */
export function linesOf({ order, asked }: OrderView, flowers: readonly Flower[]): ShownLine[] {
  if (order)
    return order.lines.map(({ flower, quantity, message, name, floristName, image, priceRupees }) => ({
      flower,
      quantity,
      message,
      name,
      florist: floristName,
      image,
      priceRupees,
    }))
  const byId = new Map(flowers.map((flower) => [bareFlowerId(flower._id), flower]))
  return (asked?.lines ?? []).map(({ flower, quantity, message }) => {
    const known = byId.get(flower)
    return {
      flower,
      quantity,
      message,
      name: known?.name ?? { en: flower, hi: flower },
      florist: known?.floristName,
      image: known?.image ?? 'empty-basket',
      priceRupees: known?.priceRupees ?? 0,
    }
  })
}

/** The total stays what the customer was quoted, until the service decides otherwise. */
export function pricesOf({ order, asked }: OrderView, lines: readonly ShownLine[], promo?: Promo): PriceTable {
  if (order) return order
  const table = priceTable(lines, promo)
  return { ...table, totalRupees: asked?.quotedTotalRupees ?? table.totalRupees }
}
