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
    'problem-reported',
    'application-approved',
    'application-rejected',
    'role-taken',
    'ticket-answered',
  ]),
  subject: v.string(),
  at: timestamp,
})
export type Notice = v.InferOutput<typeof Notice>

export const noticeId = (ulid: string) => `notice:${ulid}`
