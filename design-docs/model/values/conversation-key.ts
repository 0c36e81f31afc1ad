import * as v from 'valibot'
import { accountId } from './values.ts'

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
const ACCOUNT = '[A-Za-z0-9_-]{1,64}'
const KEY = new RegExp(`^(?:(order|bulk)-(${ULID})|(support))-(${ACCOUNT})$`)

/**
 * Names a conversation: `order-<order's ULID>-<partner>`, `bulk-<request's ULID>-<supplier>` or `support-<account>`,
 * the conversation of an account with Mogra.
 */
export const conversationKey = v.pipe(v.string(), v.regex(KEY))

export type ConversationParts =
  | { kind: 'order' | 'bulk'; ulid: string; account: string }
  | { kind: 'support'; account: string }

export const orderConversation = (order: string, partner: string) => `order-${order}-${partner}`
export const bulkConversation = (request: string, supplier: string) => `bulk-${request}-${supplier}`
export const supportConversation = (account: string) => `support-${account}`

/**
 * Returns what a conversation is about, and the account in its key: the partner's, the supplier's, or that of the
 * person who writes to Mogra. Returns undefined if this names no conversation.
 */
export function partsOfConversation(key: string): ConversationParts | undefined {
  const [, kind, ulid, , account] = KEY.exec(key) ?? []
  if (account === undefined) return undefined
  return (kind === 'order' || kind === 'bulk') && ulid !== undefined
    ? { kind, ulid, account }
    : { kind: 'support', account }
}

const SEQ_DIGITS = 8
const PREFIX = { conversation: 'conversation:', message: 'message:' } as const

/** The id of a conversation's document, the same in the core and in mailboxes. */
export const conversationId = (key: string) => `${PREFIX.conversation}${key}`
export const keyOfConversation = (id: string) => id.slice(PREFIX.conversation.length)
/** Ids of messages sort by `seq`. */
export const messageId = (key: string, seq: number) =>
  `${PREFIX.message}${key}:${String(seq).padStart(SEQ_DIGITS, '0')}`
export const messageIds = (key: string) => `${PREFIX.message}${key}:`

const ROW = 'support:'
/** The id of an account's conversation with Mogra in the admins' feed, while it waits for an answer. */
export const supportRowId = (account: string) => `${ROW}${account}`
export const accountOfSupportRow = (id: string) => id.slice(ROW.length)

export const supportRowDocumentId = v.pipe(
  v.string(),
  v.startsWith(ROW),
  v.check((id) => v.is(accountId, accountOfSupportRow(id)), 'no such account'),
)

export const conversationDocumentId = v.pipe(
  v.string(),
  v.startsWith(PREFIX.conversation),
  v.check((id) => partsOfConversation(keyOfConversation(id)) !== undefined, 'no such conversation'),
)
export const messageDocumentId = v.pipe(
  v.string(),
  v.startsWith(PREFIX.message),
  v.check((id) => partOfMessage(id) !== undefined, 'no such message'),
)

/**
 * Returns the conversation's key and the number of a message, from its id; undefined if this is not the id of a
 * message.
 */
export function partOfMessage(id: string): { key: string; seq: number } | undefined {
  const [, key, seq] = /^message:(.+):(\d{8})$/.exec(id) ?? []
  if (key === undefined || partsOfConversation(key) === undefined) return undefined
  return { key, seq: Number(seq) }
}
