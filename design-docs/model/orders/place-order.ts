import * as v from 'valibot'
import { findCity } from '../catalogue/city.ts'
import { flowerId } from '../catalogue/flower.ts'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import {
  cardMessage,
  counters,
  emailAddress,
  type LocalisedText,
  longText,
  MOST_LETTERS,
  MOST_PIECES,
  maxLetters,
  phoneNumber,
  plainDate,
  postalCode,
  rupees,
  shortText,
  tidy,
} from '../values/values.ts'
import { promoCode } from './promos/promo.ts'

export const DELIVERY_WINDOWS = ['any', 'morning', 'afternoon', 'evening'] as const
export type DeliveryWindow = (typeof DELIVERY_WINDOWS)[number]
export const PAYMENT_METHODS = ['upi', 'card', 'wallet'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
/** What the florist may do if a flower is not available on the day. */
export const SUBSTITUTIONS = ['call', 'same_value', 'refund'] as const
export type Substitution = (typeof SUBSTITUTIONS)[number]

/** A city's id; its English name is accepted too. */
export const cityId = v.pipe(
  v.string(),
  v.transform((text) => findCity(text)?.id ?? ''),
  v.minLength(1, 'unknown_city'),
)

export const Address = v.strictObject({
  name: shortText,
  phone: phoneNumber,
  address: longText,
  city: cityId,
  pincode: postalCode,
  landmark: v.optional(v.pipe(v.string(), tidy, maxLetters(MOST_LETTERS.landmark))),
})
export type Address = v.InferOutput<typeof Address>

/** Formats an address on one line; drops a comma that people typed at the end. */
export function addressLine(
  { address, city, pincode }: Pick<Address, 'address' | 'city' | 'pincode'>,
  language: keyof LocalisedText,
): string {
  return `${address.replace(/[\s,]+$/, '')}, ${findCity(city)?.name[language] ?? city} ${pincode}`
}

/** Limits the devices of one line: no real cart line has more, and each device is work for the service. */
const fewCounters = v.pipe(counters, v.maxEntries(32))

export const OrderedLine = v.strictObject({
  flower: flowerId,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PIECES)),
  message: v.optional(cardMessage),
  /** The units of the cart that this line takes, by device; empty for Buy Now. */
  consumes: fewCounters,
  /** The unit after which they start, if known: makes "already ordered" exact if several devices added units. */
  after: v.optional(fewCounters),
})
export type OrderedLine = v.InferOutput<typeof OrderedLine>

/** The maximum number of different flowers in one order. */
export const MOST_LINES = 100

const PlaceOrder = v.strictObject({
  lines: v.pipe(v.array(OrderedLine), v.minLength(1), v.maxLength(MOST_LINES)),
  address: Address,
  deliveryOn: plainDate,
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  /** Absent in orders from before this question existed: nothing is replaced without a call. */
  substitution: v.optional(v.picklist(SUBSTITUTIONS)),
  promoCode: v.optional(promoCode),
  /** Includes the discount of the code if the device knows the code. */
  quotedTotalRupees: rupees,
  email: v.optional(emailAddress),
})
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>

/** Places an order for the price and the day that the customer saw; otherwise it is refused. */
export const placeOrder = defineIntent({
  kind: 'place-order',
  askedBy: ROLES,
  payload: PlaceOrder,
  refusals: [
    'price_changed',
    'out_of_stock',
    'already_ordered',
    'ordered_too_often',
    'promo_unknown',
    'promo_ended',
    'promo_minimum',
    'promo_used',
    'promo_needs_account',
    'delivery_date_passed',
    'delivery_window_passed',
    'delivery_date_too_far',
    'id_taken',
  ],
})
