import * as v from 'valibot'
import { idWithUlid, maxLetters, tidy, timestamp, version } from '../values/values.ts'
import { PROBLEMS } from './problems.ts'

export const SUPPORT_CATEGORIES = ['general', 'order', 'delivery', 'payment', 'partner', 'technical'] as const
export const supportCategory = v.picklist(SUPPORT_CATEGORIES)
export type SupportCategory = v.InferOutput<typeof supportCategory>

/** The maximum length of a message to support and of an answer, in letters as people see them. */
export const MESSAGE_AT_MOST = 2000
/** A message to support or an answer; it may have several lines. */
export const supportMessage = v.pipe(v.string(), tidy, v.minLength(1), maxLetters(MESSAGE_AT_MOST))

/** The number of a support ticket: `SUP`, a timestamp and three characters. */
export const ticketNumber = v.pipe(v.string(), v.regex(/^SUP\d+[0-9A-Z]{3}$/))
export const TICKET_STATES = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** A job posting, as `careers` names it; an application is a ticket about one. */
export const jobId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/))

/** A message to support with its answers, as its writer's devices see it. */
export const Ticket = v.strictObject({
  _id: idWithUlid('ticket'),
  _rev: v.optional(v.string()),
  type: v.literal('ticket'),
  version,
  number: ticketNumber,
  state: v.picklist(TICKET_STATES),
  category: supportCategory,
  subject: v.string(),
  message: v.string(),
  order: v.optional(idWithUlid('order')),
  /** The problem with that order, if the ticket is a report of one: then the device words the subject. */
  problem: v.optional(v.picklist(PROBLEMS)),
  job: v.optional(jobId),
  at: timestamp,
  /** When the ticket got its state. */
  changedAt: timestamp,
  answers: v.array(v.strictObject({ text: v.string(), at: timestamp })),
})
export type Ticket = v.InferOutput<typeof Ticket>

/** The ticket's id, from the ULID of the intent that asked for it. */
export const ticketId = (ulid: string) => `ticket:${ulid}`
