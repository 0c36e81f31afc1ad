import * as v from 'valibot'
import { dayOf } from '../orders/delivery-times.ts'
import { KEPT_FOR } from '../people/kept-data.ts'
import { conversationKey } from '../values/conversation-key.ts'
import { accountId, count, idWithUlid, plainDate, timestamp, version } from '../values/values.ts'
import { BULK_DAYS_AHEAD_AT_MOST, QUANTITY_UNITS } from './bulk-intents.ts'
import { FLOWER_TYPES } from './flower-types.ts'

/** The number of a bulk request: `BLK`, a timestamp and three characters. */
export const bulkNumber = v.pipe(v.string(), v.regex(/^BLK\d+[0-9A-Z]{3}$/))

const ENDED_STATES = ['withdrawn', 'agreed', 'expired'] as const
export const BULK_STATES = ['pending', ...ENDED_STATES] as const
export type BulkState = (typeof BULK_STATES)[number]

/** The fields of a request that every supplier of its city reads, interested or not. */
export const fieldsForSuppliers = {
  number: bulkNumber,
  buyerName: v.string(),
  /** An id of one of the 50 cities. */
  city: v.string(),
  flowerTypes: v.array(v.picklist(FLOWER_TYPES)),
  quantity: count,
  quantityUnit: v.picklist(QUANTITY_UNITS),
  deliveryDate: plainDate,
  additionalNotes: v.optional(v.string()),
  /** When the service confirmed it. */
  postedAt: timestamp,
} as const

/**
 * An open request in the suppliers' feed. It has no contact and no address, and its version does not tell how many
 * suppliers are interested.
 */
export const BulkRow = v.strictObject({
  _id: idWithUlid('bulk'),
  _rev: v.optional(v.string()),
  type: v.literal('bulk'),
  version,
  ...fieldsForSuppliers,
})
export type BulkRow = v.InferOutput<typeof BulkRow>

/** An interested supplier, as the buyer sees them. */
export const interestedSupplier = v.strictObject({
  /** The account's id. */
  supplier: accountId,
  name: v.string(),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  at: timestamp,
  /** The text that the supplier sends along with each interest. */
  autoResponse: v.optional(v.string()),
})
export type InterestedSupplier = v.InferOutput<typeof interestedSupplier>

/** A request in its buyer's mailbox. */
export const BulkRequestFact = v.strictObject({
  _id: idWithUlid('bulk-request'),
  _rev: v.optional(v.string()),
  type: v.literal('bulk-request'),
  version,
  ...fieldsForSuppliers,
  phone: v.string(),
  email: v.string(),
  deliveryAddress: v.string(),
  state: v.picklist(BULK_STATES),
  /** When the state changed last. */
  changedAt: timestamp,
  /** Oldest interest first. */
  interested: v.array(interestedSupplier),
  /** The account of the supplier with whom it was agreed. */
  agreedWith: v.optional(accountId),
  /** No supplier served the city when it was posted: Mogra's team answers. */
  isUnserved: v.optional(v.literal(true)),
})
export type BulkRequestFact = v.InferOutput<typeof BulkRequestFact>

/** The states of a request for a supplier who has shown interest. */
const INTEREST_STATES = ['interested', 'withdrawn', 'closed', 'agreed'] as const

/**
 * A request in the mailbox of a supplier who has shown interest. `contact` is absent once the supplier must not see it.
 * Its version counts only what concerns this supplier. The buyer's name is empty once the buyer's account is deleted.
 */
export const BulkInterestFact = v.strictObject({
  _id: idWithUlid('bulk-interest'),
  _rev: v.optional(v.string()),
  type: v.literal('bulk-interest'),
  version,
  ...fieldsForSuppliers,
  /** `withdrawn`: by the supplier. `closed`: the request ended. `agreed`: with this supplier. */
  state: v.picklist(INTEREST_STATES),
  /** How the request ended, if it did. */
  ended: v.optional(v.picklist(ENDED_STATES)),
  /** When the supplier showed interest last. */
  interestedAt: timestamp,
  changedAt: timestamp,
  contact: v.optional(v.strictObject({ phone: v.string(), email: v.string() })),
  /** The conversation with the buyer, as long as messages can be sent; a visitor has none. */
  conversation: v.optional(conversationKey),
})
export type BulkInterestFact = v.InferOutput<typeof BulkInterestFact>

/** A supplier's figures over all time, in the supplier's mailbox. */
export const SupplierFigures = v.strictObject({
  _id: v.literal('supplier'),
  _rev: v.optional(v.string()),
  type: v.literal('supplier'),
  version,
  /** The requests that ended with this supplier. */
  completedDeals: count,
})
export type SupplierFigures = v.InferOutput<typeof SupplierFigures>

const DAY_MS = 86_400_000

/** Returns the last day for which a bulk request is accepted, as a plain date. */
export const lastBulkDay = (now: Date): string => dayOf(new Date(now.getTime() + BULK_DAYS_AHEAD_AT_MOST * DAY_MS))

/** When an open request expires: at the end of its delivery date in India. */
export const bulkEndsAt = ({ deliveryDate }: { deliveryDate: string }): Date =>
  new Date(Date.parse(`${deliveryDate}T00:00:00+05:30`) + DAY_MS)
/** When the buyer's contact is removed from the suppliers' copies of a request that was agreed or that expired. */
export const bulkContactEndsAt = (request: { deliveryDate: string }): Date =>
  new Date(bulkEndsAt(request).getTime() + KEPT_FOR.bulkContactDays * DAY_MS)

/** The ids of the feed's row, the buyer's copy and a supplier's copy, from the ULID of the intent that asked. */
export const bulkId = (ulid: string) => `bulk:${ulid}`
export const bulkRequestId = (ulid: string) => `bulk-request:${ulid}`
export const bulkInterestId = (ulid: string) => `bulk-interest:${ulid}`
