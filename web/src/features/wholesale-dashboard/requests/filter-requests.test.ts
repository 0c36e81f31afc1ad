import { expect, test } from 'vitest'
import { type BulkRow, bulkId } from '#model'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { aUlid } from '../../../testing/documents.ts'
import { type Filter, filterRequests, NO_FILTER } from './filter-requests.ts'

const AT = '2026-11-26T05:00:00.000Z'
const TODAY = '2026-11-26'

const request = (n: number, asks: Partial<BulkRow>, more: Partial<SupplierRequest> = {}): SupplierRequest => ({
  ...{ ulid: aUlid(n), state: 'new', since: AT, ...more },
  about: {
    ...{ _id: bulkId(aUlid(n)), type: 'bulk', version: 1, number: `BLK179523192769${n}AB1`, buyerName: 'Meher Events' },
    ...{ city: 'mumbai', flowerTypes: ['Roses'], quantity: 40, quantityUnit: 'boxes', deliveryDate: '2026-12-02' },
    ...{ postedAt: AT, ...asks },
  },
})

const ALL = [
  request(1, { deliveryDate: '2026-12-20', additionalNotes: 'Red only' }),
  request(2, { deliveryDate: '2026-12-02', city: 'pune', buyerName: 'चंपा महल' }),
  request(3, { deliveryDate: '2026-12-02', flowerTypes: ['Lilies', "Baby's Breath"] }, { state: 'interested' }),
  request(4, { deliveryDate: '2027-02-01' }, { state: 'agreed' }),
  request(5, { deliveryDate: '2026-11-27' }, { state: 'ended', since: '2026-11-20T05:00:00.000Z' }),
  request(6, { deliveryDate: '2026-11-20' }, { state: 'agreed', since: '2026-11-19T05:00:00.000Z' }),
]
const found = (filter: Partial<Filter>) =>
  filterRequests(ALL, { ...NO_FILTER, ...filter }, TODAY).map(
    ({ ulid }) => ALL.findIndex((one) => one.ulid === ulid) + 1,
  )

test('requests come in the order of their days, the newest of one day first, and those that are over come last', () => {
  expect(found({})).toEqual([3, 2, 1, 4, 5, 6])
})

test('a request from which the supplier withdrew comes after those that the supplier can answer', () => {
  const [soon, later] = [request(1, { deliveryDate: '2026-11-27' }, { state: 'withdrawn' }), request(2, {})]
  expect(filterRequests([soon, later], NO_FILTER, TODAY)).toEqual([later, soon])
})

test.each<[string, Partial<Filter>, number[]]>([
  ['the buyer', { typed: 'meher' }, [3, 1, 4, 5, 6]],
  ['the buyer, in the other script', { typed: 'mahal' }, [2]],
  ['a flower, by its beginning', { typed: 'lil' }, [3]],
  ['a flower, in Hindi', { typed: 'लिली' }, [3]],
  ['the city', { typed: 'Pune' }, [2]],
  ['a note', { typed: 'red' }, [1]],
  ['the number', { typed: 'blk1795231927694AB1' }, [4]],
  ['several words, each of which must match', { typed: 'meher lilies' }, [3]],
  ['nothing that exists', { typed: 'orchid' }, []],
])('the search finds %s', (_, filter, expected) => {
  expect(found(filter)).toEqual(expected)
})

test('the filters narrow by city, by state and by day', () => {
  expect(found({ city: 'pune' })).toEqual([2])
  expect(found({ shown: 'interested' })).toEqual([3])
  expect(found({ shown: 'agreed' })).toEqual([4, 6])
  expect(found({ date: 'week' })).toEqual([3, 2, 5, 6])
  expect(found({ date: 'month' })).toEqual([3, 2, 1, 5, 6])
  expect(found({ date: 'later' })).toEqual([4])
  expect(found({ shown: 'new', city: 'mumbai', date: 'month' })).toEqual([1])
})
