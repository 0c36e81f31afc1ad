import { ulid } from 'ulid'
import { type Address, CITIES, HANDED_TO, type HandedTo, type STARS } from '#model'
import { seededRandom } from './seeded-random.ts'

export interface MadeUpDelivery {
  /** ULIDs, the same for the same seed: a delivery is written once. */
  id: string
  intents: { accept: string; pickUp: string; deliver: string; rate: string }
  /** Ordered by the demo's customer, and delivered in the hours before the demo's first start. */
  isOfCustomer?: true
  /** How many days before today it was delivered, and at which minute of the day in India. */
  daysAgo: number
  minuteOfDay: number
  /** The numbers of the customer, the address and the flower, counted on without end. */
  customer: number
  place: number
  flower: number
  handedTo: HandedTo
  stars?: (typeof STARS)[number]
}

type Place = Pick<Address, 'address' | 'landmark' | 'pincode'>

/** Within the service radius of the demo's partner, so that no request is folded away. */
const MUMBAI: readonly Place[] = [
  { address: 'Flat 12, Sea Breeze, Hill Road, Bandra West', landmark: 'Mount Mary steps', pincode: '400050' },
  { address: '3rd floor, Shanti Sadan, Gokhale Road, Dadar West', pincode: '400028' },
  { address: 'B-704, Sea Face Heights, Worli', landmark: 'Opposite the dairy', pincode: '400018' },
  { address: '21, Warden Apartments, Bhulabhai Desai Road', pincode: '400026' },
  { address: 'A-3, Bharat Nivas, Scheme 6, Sion', pincode: '400022' },
  { address: '9, Garden View, Central Avenue, Chembur', landmark: 'Diamond Garden', pincode: '400071' },
  { address: '1402, Mill Towers, Senapati Bapat Marg, Lower Parel', pincode: '400013' },
]
/** Only the ids depend on it. */
const WRITTEN_AT = Date.parse('2026-11-01T00:00:00Z')
export const OPENS = 10 * 60
export const CLOSES = 19 * 60
const GIVEN = [5, 5, 4, 5, 4, 5, 3] as const

/** An address of the city, one after another. */
export function madeUpPlace(city: string, n: number): Place & { city: string } {
  const { name, pincode } = CITIES.find(({ id }) => id === city) ?? { name: { en: city }, pincode: '400001' }
  const elsewhere = { address: `${(n % 40) + 1}, Station Road, ${name.en}`, pincode }
  const place = city === 'mumbai' ? MUMBAI[n % MUMBAI.length] : undefined
  return { ...(place ?? elsewhere), city }
}

/** Makes up past deliveries, the same for the same seed: one a day, and the last one of the demo's customer. */
export function generateDeliveries(count: number, seed: number): MadeUpDelivery[] {
  const random = seededRandom(seed)
  const upTo = (end: number) => Math.floor(random() * end)
  const id = () => ulid(WRITTEN_AT, random)
  return Array.from({ length: count }, (_, n) => {
    const stars = random() < 0.6 ? GIVEN[upTo(GIVEN.length)] : undefined
    return {
      id: id(),
      ...(n === 0 && { isOfCustomer: true as const }),
      intents: { accept: id(), pickUp: id(), deliver: id(), rate: id() },
      daysAgo: n + 1,
      minuteOfDay: OPENS + upTo(CLOSES - OPENS),
      ...{ customer: upTo(1000), place: upTo(1000), flower: upTo(1000) },
      handedTo: random() < 0.7 ? 'recipient' : (HANDED_TO[upTo(HANDED_TO.length)] ?? 'recipient'),
      ...(stars !== undefined && { stars }),
    }
  })
}
