import type { RefusalOf } from '#model'
import type { Decided } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { ConversationRecord } from './conversation-record.ts'

/** Which of the two writes. In a conversation with Mogra, the counterpart is Mogra. */
export type Side = 'owner' | 'counterpart'

/** What a conversation is about, as it stands now. */
export interface Subject {
  /** The account of the customer or of the buyer. */
  owner: string
  /** The order's or the request's number. */
  number: string
  /** How each is called for the other one; empty if the other one must not see the name. */
  names: Readonly<Record<Side, string>>
  /** Whether messages can be sent. */
  isOpen: boolean
}

/** Reads what a conversation is about; undefined if the account in its key never had to do with it. */
export type ReadSubject = (ulid: string, account: string) => Promise<Subject | undefined>

export interface Conversations {
  kept: Kept<ConversationRecord>
  /** Writes a message; `by` is the account that asks: one of the two, or an admin who writes as Mogra. */
  send(
    key: string,
    asked: { at: string; intent: string },
    by: { id: string; role: string },
    text: string,
  ): Promise<Decided<ConversationRecord, RefusalOf<'send-message'>> & { freeAt?: string }>
  /** Writes Mogra's answer to a ticket into the account's conversation. A repeat of the intent writes nothing. */
  answer(
    account: string,
    message: { intent: string; at: string; by: string; text: string; ticket: string },
  ): Promise<void>
  /** What the conversation is about has changed: it is opened or closed, if it exists. Safe to repeat. */
  follow(key: string): Promise<void>
  /** An admin takes an account's conversation with Mogra. */
  take(
    account: string,
    asked: { at: string; intent: string },
    by: { id: string; name: string },
  ): Promise<Decided<ConversationRecord, RefusalOf<'take-ticket'>>>
  /** Notes how far this account has read; admins read as Mogra. Marks of others' conversations are ignored. */
  noteSeen(by: { id: string; role: string }, marks: Readonly<Record<string, number>>): Promise<void>
}
