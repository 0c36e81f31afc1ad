import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TakenUnits } from './taken-units.ts'

const FLOWERS = ['red-roses', 'tulips'] as const
const DEVICES = ['phone', 'tablet'] as const
const counts = fc.dictionary(fc.constantFrom(...DEVICES), fc.nat(12))
const line = fc.record({ flower: fc.constantFrom(...FLOWERS), consumes: counts, after: counts })
type Line = { flower: string; consumes: Record<string, number>; after: Record<string, number> }

/** Lists the units of a line one by one. */
const unitsOf = ({ flower, consumes, after }: Line) =>
  Object.entries(consumes).flatMap(([device, upTo]) =>
    Array.from({ length: upTo }, (_, i) => i + 1)
      .filter((unit) => unit > (after[device] ?? 0))
      .map((unit) => `${flower} ${device} ${unit}`),
  )

test('a line that is ordered again claims taken units, and a line with newly added units does not', () => {
  const taken = new TakenUnits([{ flower: 'red-roses', consumes: { phone: 2 } }])
  const claim = (quantity: number, consumes: Record<string, number>, after?: Record<string, number>) =>
    taken.isAlreadyOrdered({ flower: 'red-roses', quantity, consumes, after })
  expect(claim(2, { phone: 2 })).toBe(true)
  expect(claim(3, { phone: 3 })).toBe(true)
  expect(claim(1, { phone: 3 })).toBe(false)
  expect(claim(1, { phone: 3 }, { phone: 2 })).toBe(false)
  expect(claim(1, {})).toBe(false)
  expect(taken.isAlreadyOrdered({ flower: 'tulips', quantity: 2, consumes: { phone: 2 } })).toBe(false)
})

test('a line counts as already ordered if fewer units are free than its quantity, after any orders in any sequence', () => {
  fc.assert(
    fc.property(
      fc.array(line),
      fc.array(line),
      line,
      fc.integer({ min: 1, max: 20 }),
      (some, more, asked, quantity) => {
        const gone = new Set([...some, ...more].flatMap(unitsOf))
        const free = unitsOf(asked).filter((unit) => !gone.has(unit))
        const taken = new TakenUnits(some)
        taken.addAll(new TakenUnits(more))
        expect(taken.isAlreadyOrdered({ ...asked, quantity })).toBe(
          Object.keys(asked.consumes).length > 0 && free.length < quantity,
        )
        // There must be one range for each run of consecutive units.
        const starts = [...gone].filter((unit) => !gone.has(unit.replace(/\d+$/, (n) => String(Number(n) - 1))))
        expect(taken.size).toBe(starts.length)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a check is fast even after many orders', () => {
  const devices = Array.from({ length: 32 }, (_, i) => `device-${i}`)
  const flowers = Array.from({ length: 100 }, (_, i) => `flower-${i}`)
  const upTo = (n: number) => Object.fromEntries(devices.map((device) => [device, n]))
  const order = (n: number) =>
    flowers.map((flower) => ({ flower, quantity: 32, consumes: upTo(2 * n + 1), after: upTo(2 * n) }))
  const taken = new TakenUnits(Array.from({ length: 100 }, (_, n) => order(n)).flat())
  expect(taken.size).toBe(100 * 100 * 32)
  const { user } = process.cpuUsage()
  const whole = flowers.map((flower) => ({ flower, quantity: 1000, consumes: upTo(1_000_000) }))
  expect(whole.some((line) => taken.isAlreadyOrdered(line))).toBe(false)
  expect(order(50).every((line) => taken.isAlreadyOrdered(line))).toBe(true)
  // Measures the CPU time of this process, so that other load on the machine does not count.
  expect(process.cpuUsage().user - user).toBeLessThan(500_000)
})
