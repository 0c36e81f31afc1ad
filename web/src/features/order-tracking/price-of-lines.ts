import { bareFlowerId, type Flower, type OrderedLine, priceTable } from '#model'

/**
 * The total at the catalogue's prices; undefined unless it has every flower in stock. The service refuses the order if
 * its prices differ.
 */
export function priceOfLines(lines: readonly OrderedLine[], flowers: readonly Flower[]): number | undefined {
  const byId = new Map(flowers.map((flower) => [bareFlowerId(flower._id), flower]))
  const priced = lines.flatMap(({ flower, quantity }) => {
    const known = byId.get(flower)
    return known?.inStock ? [{ priceRupees: known.priceRupees, quantity }] : []
  })
  return priced.length === lines.length && lines.length > 0 ? priceTable(priced).totalRupees : undefined
}
