import { findCity, flowerTypeName, formsOf, wordsOf } from '#model'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { daysBetween } from './request-words.ts'

export const SHOWN = ['all', 'new', 'interested', 'agreed', 'ended'] as const
type Shown = (typeof SHOWN)[number]
export const DATES = ['any', 'week', 'month', 'later'] as const
type DateRange = (typeof DATES)[number]

export interface Filter {
  typed: string
  shown: Shown
  /** The id of a city; empty for all. */
  city: string
  date: DateRange
}
export const NO_FILTER: Filter = { typed: '', shown: 'all', city: '', date: 'any' }

/** Returns the requests that match the filter, the most urgent first. `today` is a plain date. */
export function filterRequests(all: readonly SupplierRequest[], filter: Filter, today: string): SupplierRequest[] {
  const { typed, shown, city, date } = filter
  return all
    .filter(
      (request) =>
        (shown === 'all' || shown === request.state) &&
        (city === '' || request.about.city === city) &&
        isWithin(date, daysBetween(today, request.about.deliveryDate)) &&
        matches(request, typed),
    )
    .toSorted(byUrgency(today))
}

/**
 * Sorts requests by delivery date, those of one date newest first; after them those that are over and those in which the
 * supplier withdrew the interest, by last change.
 */
export const byUrgency =
  (today: string) =>
  (a: SupplierRequest, b: SupplierRequest): number => {
    const isOver = ({ state, about }: SupplierRequest) =>
      state === 'ended' || state === 'withdrawn' || about.deliveryDate < today
    if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1
    if (isOver(a)) return a.since > b.since ? -1 : 1
    const [dayA, dayB] = [a.about.deliveryDate, b.about.deliveryDate]
    if (dayA !== dayB) return dayA < dayB ? -1 : 1
    return a.ulid > b.ulid ? -1 : 1
  }

function isWithin(date: DateRange, days: number): boolean {
  switch (date) {
    case 'any':
      return true
    case 'week':
      return days <= 7
    case 'month':
      return days <= 30
    case 'later':
      return days > 30
  }
}

/** Whether each typed word begins a word of the buyer, the city, a flower, the notes or the number, in either script. */
function matches({ about }: SupplierRequest, typed: string): boolean {
  const words = wordsOf(typed)
  if (words.length === 0) return true
  const { number, buyerName, city, flowerTypes, additionalNotes = '' } = about
  const names = [findCity(city)?.name, ...flowerTypes.map(flowerTypeName)].flatMap((name) => Object.values(name ?? {}))
  const forms = wordsOf([number, buyerName, additionalNotes, ...names].join(' ')).flatMap(formsOf)
  return words.every((word) => formsOf(word).some((form) => forms.some((one) => one.startsWith(form))))
}
