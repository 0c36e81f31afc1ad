import * as v from 'valibot'
import { deliveryItemId, SETTLING_OUTCOMES } from '../deliveries/delivery-item.ts'
import { defineIntent } from '../intents/define-intent.ts'
import { idWithUlid, version } from '../values/values.ts'
import { supportMessage } from './ticket.ts'

/** For other admins. */
const note = v.optional(supportMessage)

/**
 * Settles what waits for an admin: a ticket, which is closed, or an item of a delivery. `version` is that of the row
 * which the admin has read.
 */
export const settleItem = defineIntent({
  kind: 'settle-item',
  askedBy: ['ADMIN'],
  payload: v.union([
    v.strictObject({ item: idWithUlid('ticket'), version, outcome: v.literal('closed'), note }),
    v.strictObject({ item: deliveryItemId, version, outcome: v.picklist(SETTLING_OUTCOMES), note }),
  ]),
  refusals: ['item_unknown', 'already_settled'],
})
