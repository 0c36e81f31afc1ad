import type { AskedIntent, Stage } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import { partOfMessage } from '../values/conversation-key.ts'
import type { ConversationFact, MessageFact } from './conversation.ts'
import type { sendMessage } from './conversation-intents.ts'

export type AskedMessage = AskedIntent<DocumentOf<typeof sendMessage>>

/** A message as the screens show it. */
export interface MessageView {
  /**
   * The intent's ULID for what this person wrote, so that nothing moves when it is confirmed; otherwise the fact's id.
   */
  id: string
  /** Absent until it is confirmed. */
  seq?: number
  mine: boolean
  /** Absent once it is erased. */
  text?: string
  /** When it was written here, or when the service confirmed it. */
  at: string
  stage: Stage
  /** Why it was refused. */
  reason?: string
  /** From when one more may be sent. */
  freeAt?: string
  ticket?: string
}

/**
 * Returns the confirmed messages by `seq`, then those that wait or were refused, in the order in which they were
 * written.
 */
export function foldMessages(facts: readonly MessageFact[], asked: readonly AskedMessage[]): MessageView[] {
  const confirmed = facts.map((fact): MessageView => viewOfFact(fact)).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const there = new Set(facts.flatMap(({ intent }) => intent ?? []))
  const waiting = asked
    .filter(({ intent }) => !there.has(ulidOf(intent._id)))
    // A confirmed message whose fact the mailbox no longer keeps is one of the older messages.
    .filter(({ receipt }) => receipt?.outcome !== 'done' || !isKeptNoMore(receipt.result, confirmed))
    .toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
    .map(viewOfAsked)
  return [...confirmed, ...waiting]
}

const isKeptNoMore = (result: unknown, confirmed: readonly MessageView[]) => {
  const first = confirmed[0]?.seq
  return first !== undefined && Number(Object(result).seq) < first
}

function viewOfFact({ _id, mine, text, at, intent, ticket }: MessageFact): MessageView {
  return {
    ...{ id: intent ?? _id, seq: partOfMessage(_id)?.seq ?? 0, mine, at, stage: 'confirmed' },
    ...(text !== undefined && { text }),
    ...(ticket !== undefined && { ticket }),
  }
}

function viewOfAsked({ intent, sentAt, receipt }: AskedMessage): MessageView {
  const view = { id: ulidOf(intent._id), mine: true, text: intent.payload.text, at: intent.madeAt } as const
  if (receipt?.outcome === 'refused') {
    const { freeAt } = Object(receipt.result) as { freeAt?: string }
    return { ...view, stage: 'refused', reason: receipt.reason ?? 'other', ...(freeAt !== undefined && { freeAt }) }
  }
  if (receipt) return { ...view, stage: 'confirmed', at: receipt.decidedAt }
  return sentAt ? { ...view, stage: 'sent', at: sentAt } : { ...view, stage: 'saved' }
}

/**
 * Counts the messages of the other one that this person has read on no device. `mark` is what this phone knows of it.
 */
export const unreadCount = ({ unread, mineSeen, state }: ConversationFact, mark = 0): number =>
  state === 'emptied' ? 0 : unread.filter((seq) => seq > Math.max(mineSeen, mark)).length
