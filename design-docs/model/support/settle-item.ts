import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { supportRowDocumentId } from '../values/conversation-key.ts'
import { idWithUlid, version } from '../values/values.ts'
import { supportMessage } from './ticket.ts'

/** `pay` pays the partner whose story it is; `refunded` says that the money went back; `closed` does neither. */
export const SETTLING_OUTCOMES = ['pay', 'refunded', 'closed'] as const
export type SettlingOutcome = (typeof SETTLING_OUTCOMES)[number]

/** `item:<order ulid>:<what>`; a partner's late story is `item:<order ulid>:story-<partner's account>`. */
export const deliveryItemId = v.pipe(
  v.string(),
  v.regex(/^item:[0-9A-HJKMNP-TV-Z]{26}:(refund|silent|florist|story-[\w-]{1,64})$/),
)

/** For other admins. */
const note = v.optional(supportMessage)

/**
 * Settles what waits for an admin: a ticket, a conversation with Mogra or a bulk request that no supplier gets, which
 * are closed, or an item of a delivery. `version` is that of the row which the admin has read. Closing a conversation
 * means that what was asked up to there needs no answer; its person is told nothing, and can still write.
 */
export const settleItem = defineIntent({
  kind: 'settle-item',
  askedBy: ['ADMIN'],
  payload: v.union([
    v.strictObject({ item: idWithUlid('ticket'), version, outcome: v.literal('closed'), note }),
    // The record of a conversation has no place for the note: it stays with the intent.
    v.strictObject({ item: supportRowDocumentId, version, outcome: v.literal('closed'), note }),
    v.strictObject({ item: idWithUlid('unserved'), version, outcome: v.literal('closed'), note }),
    v.strictObject({ item: deliveryItemId, version, outcome: v.picklist(SETTLING_OUTCOMES), note }),
  ]),
  /**
   * `item_changed`: a partner has reported something since that version. `already_settled` is also the refusal if the
   * person of a conversation has written since that version; then the result is `{ what: 'written', when }`.
   */
  refusals: ['item_unknown', 'already_settled', 'item_changed'],
})
