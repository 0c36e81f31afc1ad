import { bareFlowerId, type Flower } from '#model'
import type { ShownLine } from '../order-contents.ts'

/** Separates an order's lines into those that can be ordered again and those that cannot. */
export function availableLines(lines: readonly ShownLine[], flowers: readonly Flower[]) {
  const inStock = new Set(flowers.filter((flower) => flower.inStock).map((flower) => bareFlowerId(flower._id)))
  return {
    available: lines.filter(({ flower }) => inStock.has(flower)),
    gone: lines.filter(({ flower }) => !inStock.has(flower)),
  }
}
