import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Address } from '../orders/place-order.ts'
import { addressKey, type SavedAddress, savedAddress } from './saved-address.ts'

const home: Address = {
  ...{ name: 'Sunita', phone: '9829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' },
}
const work: Address = { ...home, address: 'Pink Square', landmark: 'Gate 2' }

const saved = (device: string, address: Address, minute: number, isKept = true): SavedAddress => ({
  _id: savedAddress.id(addressKey(address), device),
  type: 'address',
  device,
  key: addressKey(address),
  ...(isKept && { address }),
  updatedAt: `2026-11-21T10:0${minute}:00.000Z`,
})
const names = (leaves: SavedAddress[]) => savedAddress.merge(leaves).map(({ address }) => address.address)

test('a place used on two devices is one, however it is spaced', () => {
  const spaced = { ...home, address: ' 14,  bapu nagar ' }
  expect(addressKey(spaced)).toBe(addressKey(home))
  expect(addressKey(work)).not.toBe(addressKey(home))
  expect(names([saved('a', home, 1), saved('b', spaced, 2)])).toEqual([spaced.address])
})

test('the one used last comes first', () => {
  expect(names([saved('a', home, 1), saved('a', work, 2)])).toEqual(['Pink Square', '14, Bapu Nagar'])
  expect(names([saved('a', home, 3), saved('a', work, 2)])).toEqual(['14, Bapu Nagar', 'Pink Square'])
})

test('a place forgotten on one device is forgotten on all, until it is used again', () => {
  const leaves = [saved('a', home, 1), saved('b', home, 2, false)]
  expect(names(leaves)).toEqual([])
  expect(names([...leaves, saved('c', home, 3)])).toEqual(['14, Bapu Nagar'])
})

test('merging does not depend on order or repetition, over any devices', () => {
  const any = fc
    .tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom(home, work, { ...home, name: 'SUNITA' }),
      fc.nat(3),
      fc.boolean(),
    )
    .map((args) => saved(...args))
  fc.assert(
    fc.property(fc.array(any), (leaves) => {
      expect(savedAddress.merge([...leaves, ...leaves].reverse())).toEqual(savedAddress.merge(leaves))
    }),
  )
})

test('a document under another address’s key, or another device’s, is none', () => {
  const fine = saved('a', home, 1)
  expect(v.is(savedAddress.schema, fine)).toBe(true)
  expect(v.is(savedAddress.schema, saved('a', home, 1, false))).toBe(true)
  expect(v.is(savedAddress.schema, { ...fine, address: work })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, device: 'b' })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, address: { ...home, name: '' } })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, card: '4111111111111111' })).toBe(false)
})
