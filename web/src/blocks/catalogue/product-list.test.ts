import { expect, test } from 'vitest'
import { SAMPLE_FLOWERS } from '../../../../design-docs/model/catalogue/sample-catalogue.ts'
import { type Filters, NO_FILTERS } from './browse-filters.ts'
import { featured, openProductList } from './product-list.ts'

const shelf = openProductList(SAMPLE_FLOWERS, 'en')
const bare = (flowers: readonly { _id: string }[]) => flowers.map(({ _id }) => _id.replace('flower:', ''))
const ids = (filters: Partial<Filters>, found?: ReadonlySet<string>) =>
  bare(shelf.pick({ ...NO_FILTERS, ...filters }, found))

test('without filters all flowers are shown, the most reviewed first and sold-out ones last', () => {
  expect(ids({})).toHaveLength(8)
  expect(ids({})[0]).toBe('mixed-bouquet')
  expect(ids({}).at(-1)).toBe('gerberas')
})

test('category, occasion, price and city narrow the list together', () => {
  expect(ids({ category: 'roses' })).toEqual(['red-roses'])
  expect(ids({ occasion: 'birthday' })).toEqual(['sunflowers'])
  expect(ids({ maxRupees: 650 })).toEqual(['carnations', 'gerberas'])
  expect(ids({ city: 'mumbai' })).toEqual(['mixed-bouquet', 'red-roses', 'gerberas'])
  expect(ids({ city: 'mumbai', maxRupees: 900 })).toEqual(['red-roses', 'gerberas'])
  expect(ids({ category: 'roses', maxRupees: 650 })).toEqual([])
})

test('search results are filtered like the rest', () => {
  const found = new Set(['flower:red-roses', 'flower:carnations'])
  expect(ids({}, found)).toEqual(['red-roses', 'carnations'])
  expect(ids({ maxRupees: 650 }, found)).toEqual(['carnations'])
})

test('a city without a florist narrows nothing', () => {
  expect(shelf.serves('kota')).toBe(false)
  expect(ids({ city: 'kota' })).toHaveLength(8)
})

test('the list is sorted by price, rating or the name in the person’s language', () => {
  expect(ids({ sort: 'price-low' })[0]).toBe('gerberas')
  expect(ids({ sort: 'price-high' })[0]).toBe('orchids')
  expect(ids({ sort: 'rating' }).slice(0, 2)).toEqual(['mixed-bouquet', 'orchids'])
  expect(ids({ sort: 'name' })[0]).toBe('carnations')
  expect(bare(openProductList(SAMPLE_FLOWERS, 'hi').pick({ ...NO_FILTERS, sort: 'name' }))[0]).toBe('carnations')
})

test('featured flowers come from the city first, and are not sold out while there are others', () => {
  expect(bare(featured(SAMPLE_FLOWERS, 'jaipur', 2))).toEqual(['carnations', 'mixed-bouquet'])
  expect(bare(featured(SAMPLE_FLOWERS, undefined, 6))).not.toContain('gerberas')
})
