import { CATEGORIES, type Category, findCity, OCCASIONS, type Occasion, readWholeNumber } from '#model'

export const MOST_RUPEES = 2000
export const RUPEES_STEP = 50
export const SORTS = ['popular', 'price-low', 'price-high', 'rating', 'name'] as const
export type Sort = (typeof SORTS)[number]

export interface Filters {
  search: string
  /** A city's id. */
  city: string | 'all'
  category: Category | 'all'
  occasion: Occasion | 'all'
  maxRupees: number
  sort: Sort
  view: 'grid' | 'list'
}

export const NO_FILTERS: Filters = {
  search: '',
  city: 'all',
  category: 'all',
  occasion: 'all',
  maxRupees: MOST_RUPEES,
  sort: 'popular',
  view: 'grid',
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

/** Reads the filters from the address; unknown values become the defaults. */
export function readFilters(query: URLSearchParams): Filters {
  const max = readWholeNumber(query.get('max') ?? '') ?? MOST_RUPEES
  return {
    search: query.get('q') ?? '',
    city: findCity(query.get('city') ?? '')?.id ?? 'all',
    category: oneOf(CATEGORIES, query.get('category')) ?? 'all',
    occasion: oneOf(OCCASIONS, query.get('occasion')) ?? 'all',
    maxRupees: Math.min(MOST_RUPEES, max),
    sort: oneOf(SORTS, query.get('sort')) ?? 'popular',
    view: query.get('view') === 'list' ? 'list' : 'grid',
  }
}

/** Writes the filters to the address; defaults are left out, so that a shared link is short. */
export function writeFilters(filters: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (filters.search) query.set('q', filters.search)
  if (filters.city !== 'all') query.set('city', filters.city)
  if (filters.category !== 'all') query.set('category', filters.category)
  if (filters.occasion !== 'all') query.set('occasion', filters.occasion)
  if (filters.maxRupees !== MOST_RUPEES) query.set('max', String(filters.maxRupees))
  if (filters.sort !== 'popular') query.set('sort', filters.sort)
  if (filters.view !== 'grid') query.set('view', filters.view)
  return query
}

/** How many filters of the panel are set. */
export const countFilters = ({ category, occasion, maxRupees }: Filters): number =>
  [category !== 'all', occasion !== 'all', maxRupees !== MOST_RUPEES].filter(Boolean).length

/** All flowers of the city, in the order and view that were chosen. */
export const cleared = ({ city, sort, view }: Filters): Filters => ({ ...NO_FILTERS, city, sort, view })
