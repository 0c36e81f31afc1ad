import { ulid } from 'ulid'
import type { RequestBulk } from '#model'
import { seededRandom } from './seeded-random.ts'

export interface MadeUpRequest extends Pick<RequestBulk, 'city' | 'flowerTypes' | 'quantity' | 'quantityUnit'> {
  /** ULIDs, the same for the same seed: a request is written once. */
  id: string
  interestId: string
  deliveryAddress: string
  additionalNotes?: string
  /** Posted by the demo's customer; the others by made-up people. */
  isOfCustomer?: true
  /** The demo's supplier is interested. */
  isInterested?: true
  /** The delivery date is so many days after the demo's first start. */
  inDays: number
  /** How long before the demo's first start it was posted. */
  ageMs: number
}

const REQUESTS: readonly Omit<MadeUpRequest, 'id' | 'interestId' | 'ageMs'>[] = [
  {
    ...{ isOfCustomer: true, isInterested: true, city: 'mumbai', inDays: 12 },
    ...{ flowerTypes: ['Roses', 'Lilies'], quantity: 500, quantityUnit: 'stems' },
    deliveryAddress: 'Banquet hall, 4th floor, Linking Road, Bandra West, Mumbai 400050',
    additionalNotes: 'For a wedding in the evening: red roses and white lilies, by noon.',
  },
  {
    ...{ city: 'mumbai', inDays: 5, flowerTypes: ['Mixed Seasonal Flowers'], quantity: 40, quantityUnit: 'bunches' },
    deliveryAddress: 'Reception, Nariman Bhavan, Nariman Point, Mumbai 400021',
    additionalNotes: 'For our office; the same every Monday if we are happy.',
  },
  {
    ...{ isInterested: true, city: 'pune', inDays: 9 },
    ...{ flowerTypes: ['Chrysanthemums'], quantity: 1200, quantityUnit: 'stems' },
    deliveryAddress: 'मंदिर कार्यालय, शनिवार पेठ, पुणे 411030',
    additionalNotes: 'पीले और सफ़ेद, आधे-आधे। सुबह छह बजे से पहले चाहिए।',
  },
  {
    ...{ city: 'pune', inDays: 20, flowerTypes: ['Gerberas', "Baby's Breath"], quantity: 15, quantityUnit: 'boxes' },
    deliveryAddress: 'Hall 2, Exhibition Centre, Moshi, Pune 412105',
  },
  {
    ...{ city: 'kota', inDays: 7, flowerTypes: ['Orchids'], quantity: 60, quantityUnit: 'pieces' },
    deliveryAddress: 'Hotel lobby, Aerodrome Circle, Kota 324007',
    additionalNotes: 'Potted if possible.',
  },
]
const HOUR_MS = 3_600_000
/** Only the ids depend on it. */
const POSTED_AT = Date.parse('2026-11-01T00:00:00Z')

/** Makes up bulk requests, the same for the same seed; a longer list begins with the shorter one. */
export function generateBulkRequests(count: number, seed: number): MadeUpRequest[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, n) => {
    const request = REQUESTS[n % REQUESTS.length] as (typeof REQUESTS)[number]
    const [id, interestId] = [ulid(POSTED_AT, random), ulid(POSTED_AT, random)]
    return { id, interestId, ...request, ageMs: Math.round((2 + n * 7 + random() * 5) * HOUR_MS) }
  })
}
