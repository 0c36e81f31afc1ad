import { bareFlowerId, type Flower } from '#model'
import type { ShownLine } from '../order-contents.ts'

/** Which lines of an order can be ordered once more, and which cannot. */
export function availableLines(lines: readonly ShownLine[], flowers: readonly Flower[]) {
  const inStock = new Set(flowers.filter((flower) => flower.inStock).map((flower) => bareFlowerId(flower._id)))
  return {
    available: lines.filter(({ flower }) => inStock.has(flower)),
    gone: lines.filter(({ flower }) => !inStock.has(flower)),
  }
}
