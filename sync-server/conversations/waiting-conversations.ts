import { conversationId, type RefusalOf, supportConversation } from '#model'
import type { CoreStore, Decided } from '../core/core-store.ts'
import { type ConversationRecord, HAPPENED, isGone, isWaiting, settled, taken } from './conversation-record.ts'

export interface Asked {
  at: string
  /** The intent's ULID. */
  intent: string
}

/** What admins do with an account's conversation with Mogra that waits for an answer, besides answering it. */
export interface WaitingConversations {
  /** Gives the conversation to an admin for a while, or for longer; refused while another has it. */
  take(
    account: string,
    asked: Asked,
    by: { id: string; name: string },
  ): Promise<Decided<ConversationRecord, RefusalOf<'take-ticket'>>>
  /** Decides that what was asked up to this version needs no answer; refused if anything was written since. */
  settle(
    account: string,
    asked: Asked,
    by: { id: string; version: number },
  ): Promise<Decided<ConversationRecord, RefusalOf<'settle-item'>>>
}

export const openWaitingConversations = ({
  decide,
}: Pick<CoreStore<ConversationRecord>, 'decide'>): WaitingConversations => ({
  take: (account, asked, by) =>
    decide<RefusalOf<'take-ticket'>>(conversationId(supportConversation(account)), asked, (before) => {
      // Admins do not answer their own questions: another admin does.
      if (!before || by.id === account) return { refused: 'item_unknown' }
      if (!isWaiting(before)) return { refused: 'already_settled' }
      const isTaken = before.taken !== undefined && before.taken.by !== by.id && before.taken.until > asked.at
      return isTaken ? { refused: 'taken' } : { what: HAPPENED.taken, content: taken(before, by, asked.at) }
    }),

  settle: (account, asked, by) =>
    decide<RefusalOf<'settle-item'>>(conversationId(supportConversation(account)), asked, (before) => {
      if (!before || isGone(before) || by.id === account) return { refused: 'item_unknown' }
      // Taking a conversation answers nothing.
      const isChanged = before.entries.some(({ version, what }) => version > by.version && what !== HAPPENED.taken)
      if (isChanged || !isWaiting(before)) return { refused: 'already_settled' }
      return { what: HAPPENED.settled, content: settled(before) }
    }),
})
