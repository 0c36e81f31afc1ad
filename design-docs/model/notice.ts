import * as v from 'valibot'
import { idWithUlid, timestamp } from './values/values.ts'

/** Tells the person about something that happened; the device chooses the words. */
export const Notice = v.strictObject({
  _id: idWithUlid('notice'),
  _rev: v.optional(v.string()),
  type: v.literal('notice'),
  kind: v.picklist([
    'order-confirmed',
    'order-changed',
    'order-cancelled',
    'order-preparing',
    'order-on-its-way',
    'order-delivered',
    'order-failed',
    /** To partners: what became of a delivery that they had. */
    'delivery-taken-back',
    'delivery-displaced',
    'delivery-cancelled',
    'payout-paid',
    'payout-failed',
    /** The duty ended by itself. */
    'duty-ended',
    'problem-reported',
    'application-approved',
    'application-rejected',
    'role-taken',
    'ticket-answered',
    /** To a buyer: a supplier has shown interest in the bulk request. */
    'bulk-interest',
    /** To interested suppliers: the request ended with them, or otherwise. */
    'bulk-agreed',
    'bulk-closed',
  ]),
  subject: v.string(),
  at: timestamp,
})
export type Notice = v.InferOutput<typeof Notice>

export const noticeId = (ulid: string) => `notice:${ulid}`
