import { CATEGORIES, CITIES, type City, type Florist, type Flower } from '#model'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'
import { FLOWER_KINDS } from './flower-kinds.ts'
import { seededRandom } from './seeded-random.ts'
import { CLOSINGS, FEATURES, NAMESAKES, SHOPS } from './words.ts'

export interface Catalogue {
  florists: readonly Florist[]
  flowers: readonly Flower[]
}

/** The most flowers that a device holds; a larger shop needs one catalogue for each city (design §3). */
export const MAX_FLOWERS = 2000
export const MIN_FLOWERS = SAMPLE_FLOWERS.length

/** Id prefixes that only generated documents have. */
export const GENERATED_FLOWERS = 'flower:demo-'
export const GENERATED_FLORISTS = 'florist:demo-'

const LARGE_CITIES = 10

/** Returns the samples and as many more flowers as make `count`. A flower depends only on its number and the seed. */
export function generateCatalogue(count: number, seed: number): Catalogue {
  const flowers = Array.from({ length: count - SAMPLE_FLOWERS.length }, (_, n) => aFlower(n, seed))
  const florists = new Map(flowers.map(({ florist }) => [florist._id, florist]))
  return {
    florists: [...SAMPLE_FLORISTS, ...florists.values()],
    flowers: [...SAMPLE_FLOWERS, ...flowers.map(({ flower }) => flower)],
  }
}

function aFlower(n: number, seed: number) {
  const random = seededRandom(Math.imul(seed, 1_000_003) + n)
  const upTo = (end: number) => Math.floor(random() * end)
  const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T

  // The first round serves every city; after that the large ones get half.
  const city = CITIES[n < CITIES.length ? n : upTo(random() < 0.5 ? LARGE_CITIES : CITIES.length)] as City
  const florist = floristOf(city, upTo(CITIES.indexOf(city) < LARGE_CITIES ? 6 : 3), seed)
  const category = CATEGORIES[n % CATEGORIES.length] as (typeof CATEGORIES)[number]
  const kind = FLOWER_KINDS[category]
  const namesake = oneOf(NAMESAKES)
  const closing = oneOf(CLOSINGS)
  const drawn = oneOf(SAMPLE_FLOWERS.filter((sample) => sample.category === category))
  const priceRupees = shopPrice(kind.rupees.from + random() ** 1.5 * (kind.rupees.to - kind.rupees.from))
  const from = 2 + upTo(3)
  const firstFeature = upTo(FEATURES.length)

  const flower: Flower = {
    _id: `${GENERATED_FLOWERS}${String(n + 1).padStart(4, '0')}`,
    type: 'flower',
    name: { en: `${namesake.en} ${kind.name.en}`, hi: `${namesake.hi} ${kind.name.hi}` },
    description: { en: `${kind.opening.en} ${closing.en}`, hi: `${kind.opening.hi} ${closing.hi}` },
    priceRupees,
    ...(random() < 0.4 && { originalPriceRupees: shopPrice(priceRupees * (1.12 + random() * 0.35)) }),
    category,
    occasion: oneOf(kind.occasions),
    image: drawn.image,
    alt: drawn.alt,
    rating: Math.round((5 - random() ** 2 * 1.4) * 10) / 10,
    reviews: 3 + Math.floor(random() ** 3 * 180),
    florist: florist._id,
    floristName: florist.name,
    city: city.id,
    deliveryHours: { from, to: from + 1 + upTo(2) },
    inStock: random() > 0.06,
    features: [0, 1, 3].flatMap((step) => FEATURES[(firstFeature + step) % FEATURES.length] ?? []),
  }
  return { flower, florist }
}

/** Two shops of a city never have the same name. */
function floristOf(city: City, n: number, seed: number): Florist {
  const first = Math.floor(seededRandom(seed + CITIES.indexOf(city))() * SHOPS.length)
  return {
    _id: `${GENERATED_FLORISTS}${city.id}-${n + 1}`,
    type: 'florist',
    name: SHOPS[(first + n) % SHOPS.length] as Florist['name'],
    city: city.id,
    address: `${n + 1}, Station Road, ${city.name.en}`,
    area: city.name.en,
    pincode: city.pincode,
    phone: `+9198${String(20_000_000 + CITIES.indexOf(city) * 100 + n)}`,
  }
}

/** Prices end in 49 or 99. */
const shopPrice = (rupees: number) => Math.max(1, Math.round(rupees / 50)) * 50 - 1
