import * as v from 'valibot'
import { bulkNumber } from '../bulk/bulk-request.ts'
import { ticketNumber } from '../support/ticket.ts'
import { conversationDocumentId, messageDocumentId, supportRowDocumentId } from '../values/conversation-key.ts'
import { accountId, count, timestamp, version } from '../values/values.ts'

/** How many messages of a conversation a mailbox keeps; the service has the older ones. */
export const MESSAGES_KEPT = 300
/** How many conversations the contact list shows. */
export const CONTACTS_AT_MOST = 20
/** How many letters of the last message are copied for the lists of conversations. */
export const LAST_LINE_LETTERS = 200
/** How many unread messages of a conversation are listed and counted at most. */
export const UNREAD_AT_MOST = 99

/** `closed`: nothing more can be sent. `emptied`: its messages are no longer kept. */
export const CONVERSATION_STATES = ['open', 'closed', 'emptied'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]

/** The role in which each side appears to the other one. */
export const CONTACT_ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'MOGRA'] as const
export type ContactRole = (typeof CONTACT_ROLES)[number]

/** A conversation in the mailbox of one of the two who have it. `seq` orders its messages, never a clock. */
export const ConversationFact = v.strictObject({
  _id: conversationDocumentId,
  _rev: v.optional(v.string()),
  type: v.literal('conversation'),
  version,
  /** The name is empty once this person must not see it, and for Mogra. */
  with: v.strictObject({ name: v.string(), role: v.picklist(CONTACT_ROLES) }),
  /** The order's or the request's number; absent for a conversation with Mogra. */
  number: v.optional(v.union([v.pipe(v.string(), v.regex(/^FLR\d+[0-9A-Z]{3}$/)), bulkNumber])),
  state: v.picklist(CONVERSATION_STATES),
  lastSeq: count,
  /** When the last message was written, also once it has no text any more. */
  lastAt: v.optional(timestamp),
  last: v.optional(v.strictObject({ mine: v.boolean(), text: v.string(), at: timestamp })),
  /** Up to which message this person has read on some device, and up to which the other one has. Neither ever falls. */
  mineSeen: count,
  theirsSeen: count,
  /** When `theirsSeen` was raised last. */
  theirsSeenAt: v.optional(timestamp),
  /** The newest messages of the other one after `mineSeen`, by `seq`, ascending. */
  unread: v.pipe(v.array(count), v.maxLength(UNREAD_AT_MOST)),
})
export type ConversationFact = v.InferOutput<typeof ConversationFact>

/** A message in a mailbox. Version 2 is one that was erased: it has no text. */
export const MessageFact = v.strictObject({
  _id: messageDocumentId,
  _rev: v.optional(v.string()),
  type: v.literal('message'),
  version,
  mine: v.boolean(),
  text: v.optional(v.string()),
  at: timestamp,
  /** The ULID of the intent by which this person sent it. */
  intent: v.optional(v.string()),
  /** The number of the ticket that it answers. */
  ticket: v.optional(ticketNumber),
})
export type MessageFact = v.InferOutput<typeof MessageFact>

/** `GET /api/conversations/<key>/messages?before=<seq>`: older messages, by `seq`, ascending. */
export interface OlderMessages {
  messages: readonly (Pick<MessageFact, 'mine' | 'text' | 'at' | 'ticket'> & { seq: number })[]
  /** True if the first of them is the conversation's first that is kept. */
  isFirst: boolean
}

/** A conversation with Mogra that waits for an answer, in the admins' feed. */
export const SupportRow = v.strictObject({
  _id: supportRowDocumentId,
  _rev: v.optional(v.string()),
  type: v.literal('support'),
  version,
  name: v.string(),
  role: v.picklist(['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN']),
  lastSeq: count,
  /** Since when it waits. */
  at: timestamp,
  /** The last three messages, oldest first; `mogra` wrote the answers. */
  messages: v.array(v.strictObject({ seq: count, mogra: v.boolean(), text: v.string(), at: timestamp })),
  taken: v.optional(v.strictObject({ by: accountId, name: v.string(), until: timestamp })),
})
export type SupportRow = v.InferOutput<typeof SupportRow>
