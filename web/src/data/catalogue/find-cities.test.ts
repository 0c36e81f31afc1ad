import { expect, test } from 'vitest'
import { CITIES } from '#model'
import { cityOptions, findCities } from './find-cities.ts'

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
  ['ज\u200Dयपुर', ['jaipur']],
  ['jai\u200Bpur', ['jaipur']],
  ['xyz', []],
])('"%s" finds its city', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test('an empty search finds all cities, the largest first', () => {
  expect(findCities('')).toEqual(CITIES)
})

test('a city is called by its name in either language, even with joiners', () => {
  const { find } = cityOptions('en')
  const called = (typed: string) =>
    find(typed)
      .filter(({ isCalled }) => isCalled(typed))
      .map(({ value }) => value)
  expect(called('मुंब\u200Dई')).toEqual(['mumbai'])
  expect(called('Mumbai')).toEqual(['mumbai'])
  expect(called('mum')).toEqual([])
})
