import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ulid, version } from '../values/values.ts'
import { supportMessage } from './ticket.ts'

/** Answers a message to support as Mogra; `version` is that of the ticket which the admin has read. */
export const answerTicket = defineIntent({
  kind: 'answer-ticket',
  askedBy: ['ADMIN'],
  payload: v.strictObject({ ticket: ulid, version, text: supportMessage }),
  refusals: ['item_unknown', 'already_settled'],
})
