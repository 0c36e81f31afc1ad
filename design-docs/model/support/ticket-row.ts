import * as v from 'valibot'
import { accountId, idWithUlid, timestamp, version } from '../values/values.ts'
import { PROBLEMS } from './problems.ts'
import { jobId, supportCategory, ticketNumber } from './ticket.ts'

/** A message to support in the admins' feed, until it is closed. */
export const TicketRow = v.strictObject({
  _id: idWithUlid('ticket'),
  _rev: v.optional(v.string()),
  type: v.literal('ticket'),
  version,
  number: ticketNumber,
  state: v.picklist(['open', 'answered']),
  /** When it was written. */
  at: timestamp,
  name: v.string(),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  category: supportCategory,
  subject: v.string(),
  message: v.string(),
  /** The writer's own order that it is about, and its number. */
  order: v.optional(idWithUlid('order')),
  orderNumber: v.optional(v.string()),
  /** The problem with that order, if the ticket is a report of one. */
  problem: v.optional(v.picklist(PROBLEMS)),
  /** A job posting that the writer applies for. */
  job: v.optional(jobId),
  answers: v.array(v.strictObject({ text: v.string(), at: timestamp })),
  /** The writer has an account: answers are messages in the conversation with Mogra. */
  account: v.optional(accountId),
  /** The admin who has taken it. */
  taken: v.optional(v.strictObject({ by: accountId, name: v.string(), until: timestamp })),
})
export type TicketRow = v.InferOutput<typeof TicketRow>
