import * as v from 'valibot'
import { count, localisedText, rupees } from '../values/values.ts'

export const CATEGORIES = [
  'roses',
  'lilies',
  'tulips',
  'orchids',
  'sunflowers',
  'carnations',
  'gerberas',
  'mixed-bouquets',
] as const
export type Category = (typeof CATEGORIES)[number]

export const OCCASIONS = [
  'birthday',
  'anniversary',
  'wedding',
  'congratulations',
  'get-well-soon',
  'love-romance',
  'sympathy',
  'just-because',
] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The id without a prefix; `flower:<id>`, the id of the document, is accepted too. */
export const flowerId = v.pipe(
  v.string(),
  v.transform((id) => id.replace(/^flower:/, '')),
  v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
)

export const Flower = v.strictObject({
  _id: v.pipe(v.string(), v.regex(/^flower:[a-z0-9][a-z0-9-]{0,63}$/)),
  _rev: v.optional(v.string()),
  type: v.literal('flower'),
  name: localisedText,
  description: localisedText,
  priceRupees: rupees,
  originalPriceRupees: v.optional(rupees),
  category: v.picklist(CATEGORIES),
  occasion: v.picklist(OCCASIONS),
  /** The name of the drawing `/flowers/<image>.svg`. */
  image: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/)),
  /** Describes the flowers for people who cannot see the drawing. */
  alt: localisedText,
  rating: v.pipe(v.number(), v.minValue(0), v.maxValue(5)),
  reviews: count,
  florist: v.string(),
  floristName: localisedText,
  city: v.string(),
  deliveryHours: v.strictObject({ from: count, to: count }),
  inStock: v.boolean(),
  features: v.array(localisedText),
})
export type Flower = v.InferOutput<typeof Flower>

export const flowerDocumentId = (id: string) => `flower:${id}`
export const bareFlowerId = (documentId: string) => documentId.replace(/^flower:/, '')
