import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Favourite, favouriteId, mergeFavourites } from './favourite.ts'

const favourite = (device: string, on: boolean, minute: number): Favourite => ({
  _id: favouriteId('tulips', device),
  type: 'favourite',
  device,
  flower: 'tulips',
  on,
  updatedAt: `2026-11-21T10:0${minute}:00.000Z`,
})

test('the last writer wins, on whichever device', () => {
  expect(mergeFavourites([favourite('a', true, 1), favourite('b', false, 2)])).toEqual(new Set())
  expect(mergeFavourites([favourite('a', true, 3), favourite('b', false, 2)])).toEqual(new Set(['tulips']))
})

test('merging does not depend on order or repetition', () => {
  const any = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.nat(3)).map((args) => favourite(...args))
  fc.assert(
    fc.property(fc.array(any), (leaves) => {
      expect(mergeFavourites([...leaves, ...leaves].reverse())).toEqual(mergeFavourites(leaves))
    }),
  )
})
