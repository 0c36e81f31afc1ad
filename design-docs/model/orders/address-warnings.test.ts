import { expect, test } from 'vitest'
import { CITIES, findCity } from '../catalogue/city.ts'
import { looksLikeMobile, looksLikePincode, mayBePincodeOf } from './address-warnings.ts'

test('unusual PIN codes and phone numbers get a warning, usual ones do not', () => {
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
])('for %s, the PIN code %s is plausible: %s', (id, pincode, expected) => {
  const city = findCity(id)
  expect(city && mayBePincodeOf(city, pincode)).toBe(expected)
})

test('the PIN code of each city itself gives no warning, and one from elsewhere does', () => {
  expect(CITIES.filter((city) => !mayBePincodeOf(city, city.pincode))).toEqual([])
  // PIN codes that begin with 9 belong to the Army Postal Service.
  expect(CITIES.filter((city) => mayBePincodeOf(city, '900001'))).toEqual([])
})
