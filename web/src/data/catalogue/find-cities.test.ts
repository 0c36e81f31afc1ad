import { expect, test } from 'vitest'
import { CITIES } from '#model'
import { findCities } from './find-cities.ts'

const found = (search: string) => findCities(search).map(({ id }) => id)

test.each([
  ['jai', ['jaipur']],
  ['जय', ['jaipur']],
  ['Bombay', ['mumbai']],
  ['bengaluru', ['bangalore']],
  ['banglore', ['bangalore']],
  ['navi m', ['navi-mumbai']],
  ['dilli', ['delhi']],
  ['कलकत्ता', ['kolkata']],
  ['बैंगलोर', ['bangalore']],
  ['बनारस', ['varanasi']],
  ['xyz', []],
])('"%s" finds its city', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test('an empty search finds all cities, the largest first', () => {
  expect(findCities('')).toEqual(CITIES)
})
