import type { Flower } from '#model'
import type { Language } from '../../i18n/format.ts'
import { type Filters, MOST_RUPEES, type Sort } from './browse-filters.ts'

type Order = (a: Flower, b: Flower) => number

const mostReviewed: Order = (a, b) => b.reviews - a.reviews
const inStockFirst: Order = (a, b) => Number(b.inStock) - Number(a.inStock)

const orderOf = (sort: Sort, language: Language): Order => {
  switch (sort) {
    case 'popular':
      return (a, b) => inStockFirst(a, b) || mostReviewed(a, b)
    case 'price-low':
      return (a, b) => a.priceRupees - b.priceRupees || mostReviewed(a, b)
    case 'price-high':
      return (a, b) => b.priceRupees - a.priceRupees || mostReviewed(a, b)
    case 'rating':
      return (a, b) => b.rating - a.rating || mostReviewed(a, b)
    case 'name': {
      const { compare } = new Intl.Collator(language)
      return (a, b) => compare(a.name[language], b.name[language]) || mostReviewed(a, b)
    }
  }
}

/** All flowers. Each sort order is computed once and then filtered as often as needed. */
export interface ProductList {
  flowers: readonly Flower[]
  /** Whether any florist of the city sells flowers. */
  serves(city: string): boolean
  /**
   * The flowers that match the filters and, if there was a search, are in `found`. A city without a florist narrows
   * nothing.
   */
  pick(filters: Omit<Filters, 'search' | 'view'>, found?: ReadonlySet<string>): Flower[]
}

export function openProductList(flowers: readonly Flower[], language: Language): ProductList {
  const sorted = new Map<Sort, readonly Flower[]>()
  const cities = new Set(flowers.map(({ city }) => city))
  const inOrder = (sort: Sort) => {
    const known = sorted.get(sort) ?? flowers.toSorted(orderOf(sort, language))
    sorted.set(sort, known)
    return known
  }
  const serves = (city: string) => cities.has(city)
  return {
    flowers,
    serves,
    pick({ city, category, occasion, maxRupees, sort }, found) {
      const wantedCity = serves(city) ? city : 'all'
      return inOrder(sort).filter(
        (flower) =>
          (wantedCity === 'all' || flower.city === wantedCity) &&
          (category === 'all' || flower.category === category) &&
          (occasion === 'all' || flower.occasion === occasion) &&
          (maxRupees === MOST_RUPEES || flower.priceRupees <= maxRupees) &&
          (!found || found.has(flower._id)),
      )
    },
  }
}

/** The most popular flowers, those of the city before all others. */
export function featured(flowers: readonly Flower[], city: string | undefined, count: number): Flower[] {
  const isHere: Order = (a, b) => Number(b.city === city) - Number(a.city === city)
  const byPopularity = orderOf('popular', 'en')
  return flowers.toSorted((a, b) => inStockFirst(a, b) || isHere(a, b) || byPopularity(a, b)).slice(0, count)
}
