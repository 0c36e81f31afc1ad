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
/** The key that an earlier version gave to `home`: it hashed the phone number as it was typed. */
const EARLIER_KEY = '0bd46aebf7a425ab'
const without = ({ address: _, ...rest }: SavedAddress): SavedAddress => rest
const names = (leaves: SavedAddress[]) => savedAddress.merge(leaves).map(({ address }) => address.address)

test('an address used on two devices is one entry, even with different spaces', () => {
  const spaced = { ...home, address: ' 14,  bapu nagar ' }
  expect(addressKey(spaced)).toBe(addressKey(home))
  expect(addressKey(work)).not.toBe(addressKey(home))
  expect(names([saved('a', home, 1), saved('b', spaced, 2)])).toEqual([spaced.address])
})

test('orders to one address in five notations give one saved address', () => {
  const notations: Address[] = [
    { ...home, phone: '98290 11420' },
    { ...home, phone: '+91-98290-11420', pincode: '302 015' },
    { ...home, phone: '0091 (98290) 11420', pincode: '302-015' },
    { ...home, phone: '\u200E९८२९०११४२०', pincode: '३०२०१५', address: '१४, बापू नगर'.replace('बापू नगर', 'Bapu Nagar') },
    { ...home, name: 'Suni\u200Bta', phone: '09829011420' },
  ]
  expect(new Set(notations.map(addressKey))).toEqual(new Set([addressKey(home)]))
  expect(names(notations.map((address, minute) => saved('a', address, minute)))).toHaveLength(1)
})

test('an address saved under the key of an earlier version is the same address, and stays removed', () => {
  const earlier: SavedAddress = { ...saved('a', home, 1), _id: savedAddress.id(EARLIER_KEY, 'a'), key: EARLIER_KEY }
  expect(v.is(savedAddress.schema, earlier)).toBe(true)
  expect(names([earlier, saved('b', home, 2)])).toEqual(['14, Bapu Nagar'])
  expect(names([earlier, saved('b', home, 2, false)])).toEqual([])
  expect(names([{ ...earlier, device: 'b' }, without({ ...earlier, updatedAt: '2026-11-21T10:05:00.000Z' })])).toEqual(
    [],
  )
})

test('the last used address is first', () => {
  expect(names([saved('a', home, 1), saved('a', work, 2)])).toEqual(['Pink Square', '14, Bapu Nagar'])
  expect(names([saved('a', home, 3), saved('a', work, 2)])).toEqual(['14, Bapu Nagar', 'Pink Square'])
})

test('an address that is removed on one device is removed on all, until it is used again', () => {
  const leaves = [saved('a', home, 1), saved('b', home, 2, false)]
  expect(names(leaves)).toEqual([])
  expect(names([...leaves, saved('c', home, 3)])).toEqual(['14, Bapu Nagar'])
})

test('merging does not depend on sequence or repetition, for any devices', () => {
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

test('a document with the key of another address, or the id of another device, is invalid', () => {
  const fine = saved('a', home, 1)
  expect(v.is(savedAddress.schema, fine)).toBe(true)
  expect(v.is(savedAddress.schema, saved('a', home, 1, false))).toBe(true)
  expect(v.is(savedAddress.schema, { ...fine, address: work })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, device: 'b' })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, address: { ...home, name: '' } })).toBe(false)
  expect(v.is(savedAddress.schema, { ...fine, card: '4111111111111111' })).toBe(false)
})
