import {
  type ContactRole,
  type ConversationFact,
  type ConversationParts,
  cutLetters,
  LAST_LINE_LETTERS,
  type MessageFact,
  type OlderMessages,
  type SupportRow,
  supportRowId,
  UNREAD_AT_MOST,
} from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import {
  authorOf,
  type ConversationRecord,
  isErased,
  type MessageRecord,
  otherSide,
  type SeenMarks,
  type Side,
} from './conversation-record.ts'

/** The role in which each side appears to the other one. */
const ROLES: Readonly<Record<ConversationParts['kind'], Readonly<Record<Side, ContactRole>>>> = {
  order: { owner: 'CUSTOMER', counterpart: 'PARTNER' },
  bulk: { owner: 'CUSTOMER', counterpart: 'SUPPLIER' },
  support: { owner: 'CUSTOMER', counterpart: 'MOGRA' },
}

/** Returns the message as this side's devices see it. Only its writer's copy names the intent. */
export function messageFact({ _id, version, from, text, at, intent, ticket }: MessageRecord, side: Side): MessageFact {
  const mine = from === side
  return {
    ...{ _id, type: 'message', version, mine, at },
    ...(text !== undefined && { text }),
    ...(mine && { intent }),
    ...(ticket !== undefined && { ticket }),
  }
}

/** Returns the newest messages of the other one after this side's mark, ascending. */
function unreadBy(conversation: ConversationRecord, side: Side, mineSeen: number): number[] {
  const { lastSeq, authors } = conversation
  const first = Math.max(lastSeq - authors.length, mineSeen) + 1
  const newest = Array.from({ length: Math.max(0, lastSeq - first + 1) }, (_, n) => first + n)
  return newest.filter((seq) => authorOf(conversation, seq) !== side).slice(-UNREAD_AT_MOST)
}

interface FactParts {
  seen: SeenMarks
  /** The last message; undefined if it no longer exists. */
  last: MessageRecord | undefined
  /** The other one's name; empty if this side must not see it. */
  name: string
}

/** Returns the conversation as this side's devices see it. */
export function conversationFact(
  conversation: ConversationRecord,
  side: Side,
  { seen, last, name }: FactParts,
): ConversationFact {
  const { _id, version, kind, number, state, lastSeq, lastAt } = conversation
  const { seq: theirsSeen, at: theirsSeenAt } = seen[otherSide(side)]
  // Once the other one has deleted the account, nothing is left to read, and the marks may be removed already.
  const mineSeen = conversation.erased?.[otherSide(side)] ? lastSeq : seen[side].seq
  return {
    // None of the three ever falls, and their writer then reads the others, so the copy with the greatest sum has all.
    ...{ _id, type: 'conversation', version: version + seen.owner.seq + seen.counterpart.seq },
    with: { name, role: ROLES[kind][otherSide(side)] },
    ...(number !== undefined && { number: number as NonNullable<ConversationFact['number']> }),
    ...{ state, lastSeq, lastAt },
    ...(state !== 'emptied' &&
      last?.text !== undefined && {
        last: { mine: last.from === side, text: cutLetters(last.text, LAST_LINE_LETTERS), at: last.at },
      }),
    ...{ mineSeen, theirsSeen },
    ...(theirsSeenAt !== undefined && { theirsSeenAt }),
    unread: unreadBy(conversation, side, mineSeen),
  }
}

/** Returns the row in the admins' feed; undefined unless the conversation waits for an answer. */
export function supportRow(
  conversation: ConversationRecord,
  account?: Pick<AccountRecord, 'name' | 'role'>,
  messages: readonly (MessageRecord & { seq: number })[] = [],
): SupportRow | undefined {
  const { version, owner, lastSeq, waitingSince, taken } = conversation
  if (waitingSince === undefined) return undefined
  return {
    ...{ _id: supportRowId(owner), type: 'support', version, name: account?.name ?? '' },
    role: !account || account.role === 'VISITOR' ? 'CUSTOMER' : account.role,
    ...{ lastSeq, at: waitingSince },
    messages: messages.map(({ seq, from, text = '', at }) => ({ seq, mogra: from === 'counterpart', text, at })),
    ...(taken && { taken }),
  }
}

export const closedSupportRow = ({ owner, version }: ConversationRecord) =>
  ({ id: supportRowId(owner), type: 'support', version }) as const

/** Returns a message as one side reads it, without a text that must not be kept, even if its document still has it. */
export function shownTo(
  conversation: ConversationRecord,
  side: Side,
  { seq, from, text, at, ticket }: Pick<MessageRecord, 'from' | 'text' | 'at' | 'ticket'> & { seq: number },
): OlderMessages['messages'][number] {
  const isShown = text !== undefined && !isErased(conversation, seq, from)
  return {
    ...{ seq, mine: from === side, at },
    ...(isShown && { text }),
    ...(ticket !== undefined && { ticket }),
  }
}
