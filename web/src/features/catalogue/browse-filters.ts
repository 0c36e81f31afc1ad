import { CATEGORIES, type Category, type Flower, OCCASIONS, type Occasion } from '#model'

export const MOST_RUPEES = 2000
export const RUPEES_STEP = 50
const SORTS = ['popular', 'price-low', 'price-high', 'rating', 'name'] as const
export type Sort = (typeof SORTS)[number]

export interface Filters {
  search: string
  category: Category | 'all'
  occasion: Occasion | 'all'
  maxRupees: number
  sort: Sort
  view: 'grid' | 'list'
}

export const NO_FILTERS: Filters = {
  search: '',
  category: 'all',
  occasion: 'all',
  maxRupees: MOST_RUPEES,
  sort: 'popular',
  view: 'grid',
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

/** From the address; what it does not know, it leaves at its default. */
export function readFilters(query: URLSearchParams): Filters {
  const max = Number(query.get('max') ?? MOST_RUPEES)
  return {
    search: query.get('q') ?? '',
    category: oneOf(CATEGORIES, query.get('category')) ?? 'all',
    occasion: oneOf(OCCASIONS, query.get('occasion')) ?? 'all',
    maxRupees: Number.isFinite(max) ? Math.min(MOST_RUPEES, Math.max(0, max)) : MOST_RUPEES,
    sort: oneOf(SORTS, query.get('sort')) ?? 'popular',
    view: query.get('view') === 'list' ? 'list' : 'grid',
  }
}

/** To the address; defaults are left out, so that a shared link is short. */
export function writeFilters(filters: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (filters.search) query.set('q', filters.search)
  if (filters.category !== 'all') query.set('category', filters.category)
  if (filters.occasion !== 'all') query.set('occasion', filters.occasion)
  if (filters.maxRupees !== MOST_RUPEES) query.set('max', String(filters.maxRupees))
  if (filters.sort !== 'popular') query.set('sort', filters.sort)
  if (filters.view !== 'grid') query.set('view', filters.view)
  return query
}

/** How many filters are set, search and sorting aside. */
export const countFilters = ({ category, occasion, maxRupees }: Filters): number =>
  [category !== 'all', occasion !== 'all', maxRupees !== MOST_RUPEES].filter(Boolean).length

/** Names of categories and occasions in both languages, so that either finds them. */
export type Vocabulary = Record<string, string>

/** The flowers that fit, in the wanted order; under "popular" those of the chosen city come first. */
export function applyFilters(
  flowers: readonly Flower[],
  filters: Filters,
  { city, vocabulary }: { city: string | undefined; vocabulary: Vocabulary },
): Flower[] {
  const wanted = filters.search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (flower: Flower) => {
    if (filters.category !== 'all' && flower.category !== filters.category) return false
    if (filters.occasion !== 'all' && flower.occasion !== filters.occasion) return false
    if (filters.maxRupees < MOST_RUPEES && flower.priceRupees > filters.maxRupees) return false
    if (wanted.length === 0) return true
    const text = searchText(flower, vocabulary)
    return wanted.every((word) => text.includes(word))
  }
  const isHere = (flower: Flower) => (flower.city === city ? 1 : 0)
  const orders: Record<Sort, (a: Flower, b: Flower) => number> = {
    popular: (a, b) => isHere(b) - isHere(a) || b.reviews - a.reviews,
    'price-low': (a, b) => a.priceRupees - b.priceRupees,
    'price-high': (a, b) => b.priceRupees - a.priceRupees,
    rating: (a, b) => b.rating - a.rating || b.reviews - a.reviews,
    name: (a, b) => a.name.en.localeCompare(b.name.en, 'en'),
  }
  return flowers.filter(fits).sort(orders[filters.sort])
}

const searchText = ({ name, floristName, city, category, occasion }: Flower, vocabulary: Vocabulary): string =>
  [
    name.en,
    name.hi,
    floristName.en,
    floristName.hi,
    city,
    category,
    occasion,
    vocabulary[category],
    vocabulary[occasion],
  ]
    .join(' ')
    .toLowerCase()
