import * as v from 'valibot'
import { findCity } from './city.ts'
import { flowerId } from './flower.ts'
import { counters, emailAddress, longText, plainDate, rupees, shortText } from './values.ts'

export const DELIVERY_WINDOWS = ['any', 'morning', 'afternoon', 'evening'] as const
export type DeliveryWindow = (typeof DELIVERY_WINDOWS)[number]
export const PAYMENT_METHODS = ['upi', 'card', 'wallet'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** A city's id; its English name is taken too. */
export const cityId = v.pipe(
  v.string(),
  v.transform((text) => findCity(text)?.id ?? ''),
  v.minLength(1, 'unknown_city'),
)

export const Address = v.strictObject({
  name: shortText,
  phone: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  address: longText,
  city: cityId,
  pincode: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  landmark: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
})
export type Address = v.InferOutput<typeof Address>

export const OrderedLine = v.strictObject({
  flower: flowerId,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  message: v.optional(v.pipe(v.string(), v.maxLength(500))),
  /** The cart's additions that this line takes, by device; empty for Buy Now. */
  consumes: counters,
  /** Above which of them it starts, where known: makes "already ordered" exact when several devices added. */
  after: v.optional(counters),
})
export type OrderedLine = v.InferOutput<typeof OrderedLine>

export const PlaceOrder = v.strictObject({
  lines: v.pipe(v.array(OrderedLine), v.minLength(1), v.maxLength(100)),
  address: Address,
  deliveryOn: plainDate,
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  quotedTotalRupees: rupees,
  email: v.optional(emailAddress),
})
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>
