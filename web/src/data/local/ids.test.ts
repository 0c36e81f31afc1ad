import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryKeyValue } from '../platform/key-value.ts'
import { openIds } from './ids.ts'

test('ULIDs increase even if the clock goes back, across reloads too', () => {
  const step = fc.record({ clock: fc.integer({ min: 0, max: 2 ** 44 }), reloads: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const values = memoryKeyValue()
      let clock = 0
      let ids = openIds(values, () => clock)
      let last = ''
      for (const { clock: now, reloads } of steps) {
        clock = now
        if (reloads) ids = openIds(values, () => clock)
        const next = ids.nextUlid()
        expect(next > last).toBe(true)
        last = next
      }
    }),
  )
})

test('ULIDs that two pages make in turn increase too', () => {
  const values = memoryKeyValue()
  const pages = [openIds(values, () => 1000), openIds(values, () => 1000)]
  const made = Array.from({ length: 20 }, (_, n) => pages[n % 2]?.nextUlid() ?? '')
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(20)
})

test('unreadable stored values do not stop new ids', () => {
  const values = memoryKeyValue()
  values.set('mogra_last_ulid', 'nonsense')
  values.set('mogra_counter', 'nonsense')
  const ids = openIds(values, () => 1000)
  expect(ids.nextUlid()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect([ids.nextCount(), ids.nextCount()]).toEqual([1, 2])
})
