import * as v from 'valibot'
import { knownCity } from '../applications/partner-fields.ts'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import {
  accountId,
  emailAddress,
  longText,
  maxLetters,
  phoneNumber,
  plainDate,
  shortText,
  tidy,
  ulid,
} from '../values/values.ts'
import { FLOWER_TYPES } from './flower-types.ts'

/** The first one is preselected. */
export const QUANTITY_UNITS = ['stems', 'boxes', 'bunches', 'pieces'] as const
export type QuantityUnit = (typeof QUANTITY_UNITS)[number]

export const MOST_QUANTITY = 1_000_000
/** The maximum length of a buyer's notes, in letters. */
export const BULK_NOTES_AT_MOST = 1000
/** How many days ahead the delivery may be, because a visitor's request is kept until after it. */
export const BULK_DAYS_AHEAD_AT_MOST = 365

/** How many requests a visitor or an account may send within 24 hours. */
export const BULK_REQUESTS_A_DAY = { visitor: 3, account: 10 } as const
/** How often a supplier may show or withdraw interest in one request. Even, so that the last change withdraws it. */
export const MOST_INTEREST_CHANGES = 20

export const flowerTypes = v.pipe(
  v.array(v.picklist(FLOWER_TYPES)),
  v.minLength(1),
  v.maxLength(50),
  v.transform((types) => FLOWER_TYPES.filter((type) => types.includes(type))),
)
const bulkQuantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_QUANTITY))

const RequestBulk = v.strictObject({
  buyerName: shortText,
  phone: phoneNumber,
  email: emailAddress,
  /** An id of one of the 50 cities. */
  city: knownCity,
  deliveryAddress: longText,
  flowerTypes,
  quantity: bulkQuantity,
  quantityUnit: v.picklist(QUANTITY_UNITS),
  deliveryDate: plainDate,
  additionalNotes: v.optional(v.pipe(v.string(), tidy, v.minLength(1), maxLetters(BULK_NOTES_AT_MOST))),
})
export type RequestBulk = v.InferOutput<typeof RequestBulk>

/** Asks the wholesale suppliers of a city for flowers. Anyone may, signed in or not. */
export const requestBulk = defineIntent({
  kind: 'request-bulk',
  askedBy: ROLES,
  payload: RequestBulk,
  refusals: ['too_many_requests', 'date_passed', 'date_too_far'],
})

/** Withdraws a request; with `agreedWith`, the account of an interested supplier, it ends as agreed. */
export const withdrawBulk = defineIntent({
  kind: 'withdraw-bulk',
  askedBy: ROLES,
  payload: v.strictObject({ request: ulid, agreedWith: v.optional(accountId) }),
  refusals: ['request_closed', 'not_yours'],
})

/** A supplier shows interest: the buyer and the supplier get each other's contact. */
export const showInterest = defineIntent({
  kind: 'show-interest',
  askedBy: ['SUPPLIER'],
  payload: v.strictObject({ request: ulid }),
  refusals: ['request_closed', 'not_your_city', 'too_many_requests'],
})

/** A supplier withdraws the interest: the buyer and the supplier no longer see each other's contact. */
export const withdrawInterest = defineIntent({
  kind: 'withdraw-interest',
  askedBy: ['SUPPLIER'],
  payload: v.strictObject({ request: ulid }),
  refusals: ['request_closed', 'not_yours'],
})
