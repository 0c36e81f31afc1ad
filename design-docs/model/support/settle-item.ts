import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { idWithUlid, version } from '../values/values.ts'
import { supportMessage } from './ticket.ts'

/** Settles what waits for an admin: a ticket, which is closed. `version` is that of the item which the admin has read. */
export const settleItem = defineIntent({
  kind: 'settle-item',
  askedBy: ['ADMIN'],
  payload: v.strictObject({
    item: idWithUlid('ticket'),
    version,
    outcome: v.literal('closed'),
    /** For other admins. */
    note: v.optional(supportMessage),
  }),
  refusals: ['item_unknown', 'already_settled'],
})
