import { bareFlowerId, type Flower, type OrderedLine, priceTable } from '#model'

/** At the catalogue's prices, if it has them all; the service will say so if it asks others. */
export function priceOfLines(lines: readonly OrderedLine[], flowers: readonly Flower[]): number | undefined {
  const byId = new Map(flowers.map((flower) => [bareFlowerId(flower._id), flower]))
  const priced = lines.flatMap(({ flower, quantity }) => {
    const known = byId.get(flower)
    return known?.inStock ? [{ priceRupees: known.priceRupees, quantity }] : []
  })
  return priced.length === lines.length && lines.length > 0 ? priceTable(priced).totalRupees : undefined
}
