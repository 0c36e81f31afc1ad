import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { conversationKey, supportRowDocumentId } from '../values/conversation-key.ts'
import { idWithUlid } from '../values/values.ts'
import { messageText } from './message-text.ts'

/** A writer may send `atOnce` messages of one conversation at once, and in the long run `anHour` in an hour. */
export const MESSAGES_ALLOWED = { atOnce: 100, anHour: 600 } as const

/** Writes a message. Admins write in any conversation with Mogra, as Mogra. */
export const sendMessage = defineIntent({
  kind: 'send-message',
  askedBy: ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'],
  payload: v.strictObject({ conversation: conversationKey, text: messageText }),
  /** With `too_many_messages`, `freeAt` in the result says from when one more may be sent. */
  refusals: ['conversation_closed', 'not_yours', 'too_many_messages'],
})

/** Names a ticket (`ticket:<ULID>`) or the conversation of an account with Mogra (`support:<account>`). */
export const supportSubject = v.union([idWithUlid('ticket'), supportRowDocumentId])

/** How long a ticket or a conversation stays with the admin who has taken it and does not answer. */
export const TAKEN_MINUTES = 30

/** Takes a question to Mogra, so that no two admins answer it. */
export const takeTicket = defineIntent({
  kind: 'take-ticket',
  askedBy: ['ADMIN'],
  payload: v.strictObject({ subject: supportSubject }),
  refusals: ['item_unknown', 'already_settled', 'taken'],
})
