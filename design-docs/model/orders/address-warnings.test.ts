import { expect, test } from 'vitest'
import { CITIES, findCity } from '../catalogue/city.ts'
import { looksLikeMobile, looksLikePincode, mayBePincodeOf } from './address-warnings.ts'

test('unusual numbers are noticed, usual ones are not', () => {
  expect(['302015', '302 015'].every(looksLikePincode)).toBe(true)
  expect(['012345', '30201', 'abcdef'].some(looksLikePincode)).toBe(false)
  expect(['9829011420', '+91 98290 11420', '098290-11420'].every(looksLikeMobile)).toBe(true)
  expect(['98290 1142', '1829011420'].some(looksLikeMobile)).toBe(false)
})

test.each([
  ['jaipur', '302015', true],
  ['jaipur', '110001', false],
  ['delhi', '110092', true],
  ['delhi', '302015', false],
  ['navi-mumbai', '410210', true],
  ['hyderabad', '520001', false],
])('in %s, may %s be right: %s', (id, pincode, expected) => {
  const city = findCity(id)
  expect(city && mayBePincodeOf(city, pincode)).toBe(expected)
})

test('of no city is the own PIN code in doubt, and of each one from elsewhere is', () => {
  expect(CITIES.filter((city) => !mayBePincodeOf(city, city.pincode))).toEqual([])
  // The army's post.
  expect(CITIES.filter((city) => mayBePincodeOf(city, '900001'))).toEqual([])
})
