import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CartLine, type Consumption, cartLine, consumptionOfLine, takeUnits } from './cart-line.ts'
import { TakenUnits } from './taken-units.ts'

const at = '2026-11-21T10:00:00.000Z'
const DEVICES = ['phone', 'tablet', 'laptop'] as const
type Device = (typeof DEVICES)[number]

const part = (device: string, added: number, taken: Record<string, number> = {}): CartLine => ({
  _id: cartLine.id('red-roses', device),
  type: 'cart-line',
  device,
  flower: 'red-roses',
  added,
  taken,
  updatedAt: at,
})
const quantity = (lines: CartLine[], consumed: Consumption[] = []) => cartLine.merge(lines, consumed)[0]?.quantity ?? 0

/** Models a device: it knows some parts and orders, and writes only its own part. */
class Phone {
  parts = new Map<string, CartLine>()
  orders: Consumption[] = []
  id: Device
  constructor(id: Device) {
    this.id = id
  }
  get cart() {
    return cartLine.merge([...this.parts.values()], this.orders)[0]
  }
  private own() {
    return this.parts.get(this.id) ?? part(this.id, 0)
  }
  add(n: number) {
    const own = this.own()
    this.parts.set(this.id, { ...own, added: own.added + n })
  }
  remove(n: number) {
    if (!this.cart) return
    this.parts.set(this.id, takeUnits(this.own(), this.cart, n))
  }
  order() {
    if (!this.cart) return undefined
    const line = { flower: 'red-roses', quantity: this.cart.quantity, ...consumptionOfLine(this.cart) }
    this.orders.push(line)
    return line
  }
  hearFrom(other: Phone) {
    for (const [device, theirs] of other.parts) {
      const mine = this.parts.get(device)
      if (!mine || device === other.id || theirs.added >= mine.added) this.parts.set(device, theirs)
    }
    this.orders = [...this.orders, ...other.orders]
  }
}

const anyPart = fc
  .record({
    device: fc.constantFrom(...DEVICES),
    added: fc.integer({ min: 0, max: 9 }),
    taken: fc.dictionary(fc.constantFrom(...DEVICES), fc.integer({ min: 0, max: 9 })),
    message: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    minute: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ device, added, taken, message, minute }) => ({
    ...part(device, added, taken),
    ...(message ? { message, messageAt: `2026-11-21T10:0${minute}:00.000Z` } : {}),
  }))

test('merging does not depend on order or repetition', () => {
  fc.assert(
    fc.property(fc.array(anyPart), fc.infiniteStream(fc.nat()), (parts, random) => {
      const shuffled = [...parts, ...parts]
        .map((each) => [random.next().value ?? 0, each] as const)
        .sort((a, b) => a[0] - b[0])
        .map(([, each]) => each)
      expect(cartLine.merge(shuffled, [])).toEqual(cartLine.merge(parts, []))
    }),
  )
})

test('if two phones remove the same two units and one adds a unit, one is left', () => {
  const a = part('phone', 2, { phone: 2 })
  const b = part('tablet', 1, { phone: 2 })
  expect(quantity([a, b])).toBe(1)
})

test('an order removes the units that it consumes, and they return if it is refused, even after a later order', () => {
  const lines = [part('phone', 5)]
  const first = { flower: 'red-roses', consumes: { phone: 2 } }
  const second = { flower: 'red-roses', consumes: { phone: 4 }, after: { phone: 2 } }
  expect(quantity(lines, [first, second])).toBe(1)
  expect(quantity(lines, [second])).toBe(3)
})

test('if an order is refused, its units return, and units that were removed meanwhile stay removed', () => {
  const phone = part('phone', 3)
  const order = { flower: 'red-roses', consumes: { phone: 2 } }
  const [line] = cartLine.merge([phone], [order])
  const after = line ? takeUnits(phone, line, 1) : phone
  expect(quantity([after], [order])).toBe(0)
  expect(quantity([after])).toBe(2)
})

test('three devices that add, remove, synchronise and order in any sequence never sell a unit twice', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), by: fc.nat(2), n: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('remove' as const), by: fc.nat(2), n: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('hear' as const), by: fc.nat(2), n: fc.nat(2) }),
    fc.record({ do: fc.constant('order' as const), by: fc.nat(2), n: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const phones = DEVICES.map((id) => new Phone(id))
      const accepted: (Consumption & { quantity: number })[] = []
      let added = 0
      let removed = 0
      for (const { do: action, by, n } of steps) {
        const phone = phones[by] as Phone
        if (action === 'add') {
          phone.add(n)
          added += n
        }
        if (action === 'remove') {
          removed += Math.min(n, phone.cart?.quantity ?? 0)
          phone.remove(n)
        }
        if (action === 'hear') phone.hearFrom(phones[n] as Phone)
        if (action === 'order') {
          const line = phone.order()
          if (!line) continue
          if (new TakenUnits(accepted).isAlreadyOrdered(line))
            phone.orders = phone.orders.filter((each) => each !== line)
          else accepted.push(line)
        }
      }
      const sold = accepted.reduce((sum, line) => sum + line.quantity, 0)
      expect(sold).toBeLessThanOrEqual(added)

      const all = phones.flatMap((phone) => [...phone.parts.values()])
      const left = quantity(all, accepted)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(sold + left).toBeLessThanOrEqual(added)
      expect(sold + left + removed).toBeGreaterThanOrEqual(added)
    }),
    { numRuns: 2000 },
  )
})

test('an offline order for units that another device has ordered is the second, and the device’s own additions stay', () => {
  const phone = new Phone('phone')
  const tablet = new Phone('tablet')
  phone.add(2)
  tablet.hearFrom(phone)
  tablet.add(1)
  const first = phone.order()
  const second = tablet.order()
  expect(first).toBeDefined()
  expect(second && new TakenUnits(first ? [first] : []).isAlreadyOrdered(second)).toBe(true)
  expect(quantity([...tablet.parts.values()], first ? [first] : [])).toBe(1)
})

test('no addition is lost: without removals and orders, the quantity is the sum of all additions', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 5 }))), (adds) => {
      const phones = DEVICES.map((id) => new Phone(id))
      for (const [by, n] of adds) phones[by]?.add(n)
      const all = phones.flatMap((phone) => [...phone.parts.values()])
      expect(quantity(all)).toBe(adds.reduce((sum, [, n]) => sum + n, 0))
    }),
  )
})

test('a part with a wrong id is not a valid cart line', () => {
  expect(v.safeParse(cartLine.schema, part('phone', 1)).success).toBe(true)
  expect(v.safeParse(cartLine.schema, { ...part('phone', 1), _id: 'cart:red-roses:tablet' }).success).toBe(false)
})
