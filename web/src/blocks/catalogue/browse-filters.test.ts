import { expect, test } from 'vitest'
import { cleared, countFilters, type Filters, NO_FILTERS, readFilters, writeFilters } from './browse-filters.ts'

const all: Filters = {
  search: 'a b',
  city: 'jaipur',
  category: 'lilies',
  occasion: 'wedding',
  maxRupees: 650,
  sort: 'name',
  view: 'list',
}

test('filters can be written to the address and read back; unknown values become the defaults', () => {
  expect(readFilters(writeFilters(all))).toEqual(all)
  expect(writeFilters(NO_FILTERS).toString()).toBe('')
  expect(readFilters(new URLSearchParams('category=x&max=abc&sort=y&view=z&city=atlantis'))).toEqual(NO_FILTERS)
})

test('clearing keeps the city, the order and the view', () => {
  expect(countFilters(all)).toBe(3)
  expect(cleared(all)).toEqual({ ...NO_FILTERS, city: 'jaipur', sort: 'name', view: 'list' })
})
