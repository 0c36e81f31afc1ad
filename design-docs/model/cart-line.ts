import * as v from 'valibot'
import { flowerId } from './flower.ts'
import { type Counters, count, counters, deviceId, timestamp } from './values.ts'

/**
 * One device's part of a cart line (an observed-remove counter): how many it ever added, and for each device up to
 * which of that device's additions it took away. Written by that device alone.
 */
export const CartLine = v.pipe(
  v.strictObject({
    _id: v.string(),
    _rev: v.optional(v.string()),
    type: v.literal('cart-line'),
    device: deviceId,
    flower: flowerId,
    added: count,
    taken: counters,
    message: v.optional(v.pipe(v.string(), v.maxLength(500))),
    messageAt: v.optional(timestamp),
    updatedAt: timestamp,
  }),
  v.check((line) => line._id === cartLineId(line.flower, line.device), 'id_mismatch'),
)
export type CartLine = v.InferOutput<typeof CartLine>

export const cartLineId = (flower: string, device: string) => `cart:${flower}:${device}`

/** What an order takes from the cart: each device's units above `after` (where absent: 0) up to `consumes`. */
export interface Consumption {
  flower: string
  consumes: Counters
  after?: Counters | undefined
}

/** Units `from + 1` to `to` of what one device added. */
type Units = readonly [from: number, to: number]

export interface MergedCartLine {
  flower: string
  quantity: number
  message: string
  /** The units still in the cart, by device, ascending. */
  units: Record<string, Units[]>
}

/** All devices' lines, over all leaves, in any order and any repetition, less what orders consumed; empty lines left out. */
export function mergeCart(lines: readonly CartLine[], consumed: readonly Consumption[]): MergedCartLine[] {
  return [...Map.groupBy(lines, (line) => line.flower)]
    .map(([flower, parts]) => {
      const orders = consumed.filter((order) => order.flower === flower)
      const units = unitsLeft(parts, orders)
      return { flower, message: lastMessage(parts), quantity: countUnits(units), units }
    })
    .filter((line) => line.quantity > 0)
    .sort((a, b) => (a.flower < b.flower ? -1 : 1))
}

function unitsLeft(parts: readonly CartLine[], orders: readonly Consumption[]): Record<string, Units[]> {
  const added = parts.reduce<Counters>((all, part) => greatest(all, { [part.device]: part.added }), {})
  const taken = parts.reduce<Counters>((all, part) => greatest(all, part.taken), {})
  return Object.fromEntries(
    Object.entries(added)
      .map(([device, n]) => [device, subtract([0, n], [[0, taken[device] ?? 0], ...takenBy(orders, device)])] as const)
      .filter(([, ranges]) => ranges.length > 0),
  )
}

/** Each device's greater count. */
export function greatest(a: Counters, b: Counters): Counters {
  const all = { ...a }
  for (const [device, n] of Object.entries(b)) all[device] = Math.max(all[device] ?? 0, n)
  return all
}

const takenBy = (orders: readonly Consumption[], device: string): Units[] =>
  orders.flatMap(({ consumes, after }): Units[] => {
    const upTo = consumes[device]
    return upTo === undefined ? [] : [[after?.[device] ?? 0, upTo]]
  })

function subtract(whole: Units, gone: readonly Units[]): Units[] {
  const left: Units[] = []
  let [from] = whole
  for (const [start, end] of [...gone].sort((a, b) => a[0] - b[0])) {
    if (start > from) left.push([from, Math.min(start, whole[1])])
    from = Math.max(from, end)
    if (from >= whole[1]) break
  }
  if (from < whole[1]) left.push([from, whole[1]])
  return left.filter(([start, end]) => end > start)
}

const countUnits = (units: Record<string, Units[]>) =>
  Object.values(units).reduce((sum, ranges) => sum + ranges.reduce((n, [from, to]) => n + to - from, 0), 0)

/** The message written last wins; of two written at one time, the greater text, so that the order never matters. */
function lastMessage(parts: readonly CartLine[]): string {
  const key = (part: CartLine) => `${part.messageAt ?? ''} ${part.message ?? ''}`
  return (
    parts.reduce<CartLine | undefined>((last, part) => (last && key(last) >= key(part) ? last : part), undefined)
      ?.message ?? ''
  )
}

/** What an order of the whole line says that it takes. */
export function consumptionOfLine(line: MergedCartLine): { consumes: Counters; after: Counters } {
  const ends = Object.entries(line.units).map(
    ([device, ranges]) => [device, ranges.at(0)?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0] as const,
  )
  return {
    consumes: Object.fromEntries(ends.map(([device, , to]) => [device, to])),
    after: Object.fromEntries(ends.filter(([, from]) => from > 0).map(([device, from]) => [device, from])),
  }
}

/** Up to which unit of each device one takes when `n` of a line's units go. */
export function takeUnits(line: MergedCartLine, n: number): Counters {
  const taken: Counters = {}
  let open = n
  for (const device of Object.keys(line.units).sort()) {
    for (const [from, to] of line.units[device] ?? []) {
      if (open <= 0) return taken
      const units = Math.min(open, to - from)
      taken[device] = from + units
      open -= units
    }
  }
  return taken
}

/** True when a line claims units that accepted orders of the same account already took. */
export function isAlreadyOrdered(line: Consumption & { quantity: number }, accepted: readonly Consumption[]): boolean {
  const claims = Object.entries(line.consumes)
  if (claims.length === 0) return false
  const orders = accepted.filter((order) => order.flower === line.flower)
  const free = Object.fromEntries(
    claims.map(([device, upTo]) => [device, subtract([line.after?.[device] ?? 0, upTo], takenBy(orders, device))]),
  )
  return line.quantity > countUnits(free)
}
