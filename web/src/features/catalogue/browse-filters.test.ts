import { expect, test } from 'vitest'
import { SAMPLE_FLOWERS } from '../../../../design-docs/model/sample-catalogue.ts'
import { applyFilters, countFilters, type Filters, NO_FILTERS, readFilters, writeFilters } from './browse-filters.ts'

const ids = (filters: Partial<Filters>, city?: string) =>
  applyFilters(SAMPLE_FLOWERS, { ...NO_FILTERS, ...filters }, { city, vocabulary: { roses: 'गुलाब' } }).map((flower) =>
    flower._id.replace('flower:', ''),
  )

test('without filters all are shown, the most reviewed first and those of the chosen city before them', () => {
  expect(ids({})).toHaveLength(8)
  expect(ids({})[0]).toBe('mixed-bouquet')
  expect(ids({}, 'jaipur')[0]).toBe('carnations')
})

test('category, occasion, price and search narrow the shelf together', () => {
  expect(ids({ category: 'roses' })).toEqual(['red-roses'])
  expect(ids({ occasion: 'birthday' })).toEqual(['sunflowers'])
  expect(ids({ maxRupees: 650 })).toEqual(['gerberas', 'carnations'])
  expect(ids({ category: 'roses', maxRupees: 650 })).toEqual([])
})

test('search finds names in both languages, florists and categories, whatever the case', () => {
  expect(ids({ search: 'RED roses' })).toEqual(['red-roses'])
  expect(ids({ search: 'ट्यूलिप' })).toEqual(['tulips'])
  expect(ids({ search: 'gulab bagh' })).toEqual(['carnations'])
  expect(ids({ search: 'गुलाब' })).toContain('red-roses')
  expect(ids({ search: 'cactus' })).toEqual([])
})

test('sorting is by price, rating or name', () => {
  expect(ids({ sort: 'price-low' })[0]).toBe('gerberas')
  expect(ids({ sort: 'price-high' })[0]).toBe('orchids')
  expect(ids({ sort: 'rating' }).slice(0, 2)).toEqual(['mixed-bouquet', 'orchids'])
  expect(ids({ sort: 'name' })[0]).toBe('carnations')
})

test('filters survive the address, and rubbish in it is left at its default', () => {
  const filters: Filters = {
    search: 'a b',
    category: 'lilies',
    occasion: 'wedding',
    maxRupees: 650,
    sort: 'name',
    view: 'list',
  }
  expect(readFilters(writeFilters(filters))).toEqual(filters)
  expect(writeFilters(NO_FILTERS).toString()).toBe('')
  expect(readFilters(new URLSearchParams('category=x&max=abc&sort=y&view=z'))).toEqual(NO_FILTERS)
  expect(countFilters(filters)).toBe(3)
})
