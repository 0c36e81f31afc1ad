import * as v from 'valibot'
import { flowerId } from '../../catalogue/flower.ts'
import { defineOwn, type OwnDocument } from '../../intents/define-own.ts'
import { type Counters, cardMessage, count, counters, deviceId, timestamp } from '../../values/values.ts'

const fields = {
  flower: flowerId,
  added: count,
  taken: counters,
  takenBeyond: v.optional(v.record(deviceId, v.array(v.tuple([count, count])))),
  message: v.optional(cardMessage),
  messageAt: v.optional(timestamp),
}
export type CartLine = OwnDocument<'cart-line', typeof fields>

/**
 * One device's part of a cart line (an observed-remove counter): the number of units it ever added, and for each device
 * the units it removed. `taken` removes that device's units up to a number, `takenBeyond` ranges above it: the units
 * between may belong to an order, and return to the cart if the order is refused.
 */
export const cartLine = defineOwn({ type: 'cart-line', idPrefix: 'cart', subject: 'flower', fields, merge })

/** The units that an order takes from the cart: for each device those above `after` (default 0) up to `consumes`. */
export interface Consumption {
  flower: string
  consumes: Counters
  after?: Counters | undefined
}

/** The units `from + 1` to `to` that one device added. */
type Units = readonly [from: number, to: number]

export interface MergedCartLine {
  flower: string
  quantity: number
  message: string
  /** The units that are still in the cart, by device, in ascending order. */
  units: Record<string, Units[]>
}

/** Merges all leaves of all devices, in any sequence, without the units of orders; drops empty lines. */
function merge(lines: readonly CartLine[], consumed: readonly Consumption[]): MergedCartLine[] {
  const orders = Map.groupBy(consumed, (order) => order.flower)
  return [...Map.groupBy(lines, (line) => line.flower)]
    .map(([flower, parts]) => {
      const units = unitsLeft(parts, orders.get(flower) ?? [])
      return { flower, message: lastMessage(parts), quantity: countUnits(units), units }
    })
    .filter((line) => line.quantity > 0)
    .sort((a, b) => (a.flower < b.flower ? -1 : 1))
}

function unitsLeft(parts: readonly CartLine[], orders: readonly Consumption[]): Record<string, Units[]> {
  const added = parts.reduce<Counters>((all, part) => greatest(all, { [part.device]: part.added }), {})
  const taken = parts.reduce<Counters>((all, part) => greatest(all, part.taken), {})
  const goneOf = (device: string): Units[] => [
    [0, taken[device] ?? 0],
    ...parts.flatMap(({ takenBeyond }) => takenBeyond?.[device] ?? []),
    ...takenBy(orders, device),
  ]
  return Object.fromEntries(
    Object.entries(added)
      .map(([device, n]) => [device, subtract([0, n], goneOf(device))] as const)
      .filter(([, ranges]) => ranges.length > 0),
  )
}

/** Returns the greater count of each device. */
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

/** The last written message wins; of two with the same time, the greater text, so that the sequence does not matter. */
function lastMessage(parts: readonly CartLine[]): string {
  const key = (part: CartLine) => `${part.messageAt ?? ''} ${part.message ?? ''}`
  return (
    parts.reduce<CartLine | undefined>((last, part) => (last && key(last) >= key(part) ? last : part), undefined)
      ?.message ?? ''
  )
}

/** Returns the units that an order of the whole line takes. */
export function consumptionOfLine(line: MergedCartLine): { consumes: Counters; after: Counters } {
  const ends = Object.entries(line.units).map(
    ([device, ranges]) => [device, ranges.at(0)?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0] as const,
  )
  return {
    consumes: Object.fromEntries(ends.map(([device, , to]) => [device, to])),
    after: Object.fromEntries(ends.filter(([, from]) => from > 0).map(([device, from]) => [device, from])),
  }
}

/** Returns a device's part after it removed `n` units from the line. */
export function takeUnits(part: CartLine, line: MergedCartLine, n: number): CartLine {
  const taken = { ...part.taken }
  const beyond: Record<string, [number, number][]> = { ...part.takenBeyond }
  let open = n
  for (const device of Object.keys(line.units).sort()) {
    for (const [from, to] of line.units[device] ?? []) {
      const end = Math.min(from + open, to)
      if (end <= from) continue
      open -= end - from
      if (from <= (taken[device] ?? 0)) taken[device] = Math.max(taken[device] ?? 0, end)
      else beyond[device] = joined([...(beyond[device] ?? []), [from, end]])
    }
  }
  return { ...part, taken, ...(Object.keys(beyond).length > 0 && { takenBeyond: beyond }) }
}

/** Merges the removed units of all leaves of one device's part. */
export function takenTogether(parts: readonly CartLine[]): Pick<CartLine, 'taken' | 'takenBeyond'> {
  const taken = parts.reduce<Counters>((all, part) => greatest(all, part.taken), {})
  const beyond: Record<string, [number, number][]> = {}
  for (const { takenBeyond = {} } of parts)
    for (const [device, units] of Object.entries(takenBeyond))
      beyond[device] = joined([...(beyond[device] ?? []), ...units])
  return { taken, ...(Object.keys(beyond).length > 0 && { takenBeyond: beyond }) }
}

/** Returns the number of this device's last unit that the part removes. */
export const lastTaken = ({ taken, takenBeyond }: CartLine, device: string): number =>
  Math.max(taken[device] ?? 0, takenBeyond?.[device]?.at(-1)?.[1] ?? 0)

function joined(units: readonly Units[]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of units.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}
