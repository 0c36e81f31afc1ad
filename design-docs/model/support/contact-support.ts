import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { emailAddress, shortText, ulid } from '../values/values.ts'
import { jobId, supportCategory, supportMessage } from './ticket.ts'

const ContactSupport = v.strictObject({
  name: shortText,
  email: emailAddress,
  category: supportCategory,
  subject: shortText,
  message: supportMessage,
  /** The order that the message is about. */
  order: v.optional(ulid),
  /** The job that the person applies for. */
  job: v.optional(jobId),
})
export type ContactSupport = v.InferOutput<typeof ContactSupport>

/** Sends a message to support, which becomes a ticket. Anyone may: a visitor's answer comes by mail. */
export const contactSupport = defineIntent({
  kind: 'contact-support',
  askedBy: ROLES,
  payload: ContactSupport,
  refusals: ['too_many_tickets'],
})
