import * as v from 'valibot'
import { DELIVERY_STEPS, failureReason, handedTo } from '../orders/delivery-steps.ts'
import { DELIVERY_WINDOWS } from '../orders/place-order.ts'
import { conversationKey } from '../values/conversation-key.ts'
import { count, idWithUlid, localisedText, plainDate, rupees, timestamp, version } from '../values/values.ts'

/** A flower that is carried, how many of it, and the message on its card. */
export const carriedItem = v.strictObject({
  name: localisedText,
  image: v.string(),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  message: v.optional(v.string()),
})

const pickUpPlace = v.strictObject({
  florist: localisedText,
  area: v.string(),
  pincode: v.string(),
  /** Only for the partner who has the delivery. */
  address: v.optional(v.string()),
  phone: v.optional(v.string()),
})

const trip = {
  order: idWithUlid('order'),
  version,
  pickup: pickUpPlace,
  dropPincode: v.string(),
  /** Between the centres of both PIN codes; absent if one of them is unknown. */
  distanceKm: v.optional(v.number()),
  earningRupees: rupees,
  deliveryOn: plainDate,
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
} as const

/** An open delivery in the feed of its city and day. It has nothing of the customer. */
export const DeliveryRow = v.strictObject({
  _id: idWithUlid('delivery'),
  _rev: v.optional(v.string()),
  type: v.literal('delivery'),
  ...trip,
  city: v.string(),
  /** The number of pieces. */
  items: count,
  openedAt: timestamp,
})
export type DeliveryRow = v.InferOutput<typeof DeliveryRow>

/** The state of a delivery from the side of one partner, who may no longer have it. */
export const PARTNER_DELIVERY_STATES = [
  'awarded',
  'on_the_way',
  'delivered',
  'failed',
  'taken_back',
  'released',
  'cancelled',
] as const
export type PartnerDeliveryState = (typeof PARTNER_DELIVERY_STATES)[number]

/** A delivery in the mailbox of each partner who ever had it. `drop` is absent once the partner must not see it. */
export const DeliveryFact = v.strictObject({
  _id: idWithUlid('delivery'),
  _rev: v.optional(v.string()),
  type: v.literal('delivery'),
  ...trip,
  state: v.picklist(PARTNER_DELIVERY_STATES),
  number: v.string(),
  awardedAt: timestamp,
  /** When it got its state. */
  changedAt: timestamp,
  /** When the award ends if the flowers are not picked up. */
  pickUpBy: v.optional(timestamp),
  drop: v.optional(
    v.strictObject({
      name: v.string(),
      phone: v.string(),
      address: v.string(),
      landmark: v.optional(v.string()),
    }),
  ),
  items: v.optional(v.array(carriedItem)),
  /** The conversation with the customer, as long as messages can be sent; a visitor has none. */
  conversation: v.optional(conversationKey),
  steps: v.array(
    v.strictObject({
      step: v.picklist(DELIVERY_STEPS),
      at: timestamp,
      receivedAt: timestamp,
      handedTo: v.optional(handedTo),
      reason: v.optional(failureReason),
      inferred: v.optional(v.literal(true)),
    }),
  ),
  /** An admin has to settle the partner's report first. */
  isDisputed: v.optional(v.literal(true)),
})
export type DeliveryFact = v.InferOutput<typeof DeliveryFact>

export const deliveryId = (orderUlid: string) => `delivery:${orderUlid}`
