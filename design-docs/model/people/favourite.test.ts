import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Favourite, favourite } from './favourite.ts'

const heart = (device: string, on: boolean, minute: number): Favourite => ({
  _id: favourite.id('tulips', device),
  type: 'favourite',
  device,
  flower: 'tulips',
  on,
  updatedAt: `2026-11-21T10:0${minute}:00.000Z`,
})

test('the last writer wins on every device', () => {
  expect(favourite.merge([heart('a', true, 1), heart('b', false, 2)])).toEqual(new Set())
  expect(favourite.merge([heart('a', true, 3), heart('b', false, 2)])).toEqual(new Set(['tulips']))
})

test('merging does not depend on order or repetition', () => {
  const any = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.nat(3)).map((args) => heart(...args))
  fc.assert(
    fc.property(fc.array(any), (leaves) => {
      expect(favourite.merge([...leaves, ...leaves].reverse())).toEqual(favourite.merge(leaves))
    }),
  )
})
