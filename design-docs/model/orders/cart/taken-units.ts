import type { Consumption } from './cart-line.ts'

/** The units `from + 1` to `to` that one device added. */
type Units = [from: number, to: number]

/**
 * The units that accepted orders took from the cart, stored by flower and device as disjoint, ascending ranges, so that
 * a check is fast even after many orders. The sequence and repetition of orders do not matter.
 */
export class TakenUnits {
  #byFlower = new Map<string, Map<string, Units[]>>()
  /** The number of ranges over all flowers and devices. */
  size = 0

  constructor(orders: Iterable<Consumption> = []) {
    for (const order of orders) this.add(order)
  }

  add({ flower, consumes, after }: Consumption): void {
    for (const [device, upTo] of Object.entries(consumes)) {
      const from = after?.[device] ?? 0
      if (from < upTo) this.#join(flower, device, [from, upTo])
    }
  }

  addAll(other: TakenUnits): void {
    for (const [flower, devices] of other.#byFlower)
      for (const [device, ranges] of devices) for (const range of ranges) this.#join(flower, device, range)
  }

  /** Whether a line claims units that an earlier order has taken. */
  isAlreadyOrdered(line: Consumption & { quantity: number }): boolean {
    const claims = Object.entries(line.consumes)
    let missing = line.quantity
    for (const [device, upTo] of claims) {
      const ranges = this.#byFlower.get(line.flower)?.get(device) ?? []
      let from = line.after?.[device] ?? 0
      // Between any two ranges at least one unit is free, so the loop has at most as many steps as requested units.
      for (let i = firstBeyond(ranges, from); from < upTo && missing > 0; i += 1) {
        const [start, end] = ranges[i] ?? [upTo, upTo]
        missing -= Math.max(0, Math.min(start, upTo) - from)
        from = end
      }
    }
    return claims.length > 0 && missing > 0
  }

  #join(flower: string, device: string, [from, to]: Units): void {
    const devices = this.#byFlower.get(flower) ?? new Map<string, Units[]>()
    this.#byFlower.set(flower, devices)
    const ranges = devices.get(device) ?? []
    devices.set(device, ranges)
    const first = firstBeyond(ranges, from - 1)
    const next = firstBeyond(ranges, to)
    const last = (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) <= to ? next + 1 : next
    const joined: Units = [
      Math.min(from, ranges[first]?.[0] ?? from),
      Math.max(to, last > first ? (ranges[last - 1]?.[1] ?? to) : to),
    ]
    ranges.splice(first, last - first, joined)
    this.size += 1 - (last - first)
  }
}

/** Returns the index of the first range that ends after this unit; the ranges are disjoint and ascending. */
function firstBeyond(ranges: readonly Units[], unit: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) > unit) high = middle
    else low = middle + 1
  }
  return low
}
