import { conversationId, type OlderMessages, partsOfConversation, type RefusalOf, supportConversation } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { CoreKind } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { shownTo, supportRow } from './conversation-copies.ts'
import {
  authorOf,
  type ConversationRecord,
  deadlineOf,
  emptied,
  erased,
  HAPPENED,
  isGone,
  keyOf,
  otherSide,
  type Person,
  paceOf,
  type Side,
  seqOfIntent,
  sideOf,
  withMessage,
  withState,
} from './conversation-record.ts'
import { openMessages } from './messages.ts'
import { type ConversationTellingNeeds, openConversationTelling } from './tell-conversation.ts'
import { type Asked, openWaitingConversations, type WaitingConversations } from './waiting-conversations.ts'

/** The order or the bulk request that a conversation is about, as it is now. */
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

export interface Conversations extends WaitingConversations {
  kept: Kept<ConversationRecord>
  /**
   * Writes a message; `by` is the account that asks: one of the two, or an admin who writes as Mogra. With the refusal
   * `too_many_messages`, `freeAt` says from when `by` may write again.
   */
  send(
    key: string,
    asked: Asked,
    by: Person,
    text: string,
  ): Promise<Decided<ConversationRecord, RefusalOf<'send-message'>> & { freeAt?: string }>
  /** Writes Mogra's answer to a ticket into the account's conversation. A repeat of the intent writes nothing. */
  answer(
    account: string,
    message: { intent: string; at: string; by: string; text: string; ticket: string },
  ): Promise<void>
  /** Opens or closes the conversation, if it exists, after its order or request has changed. Safe to repeat. */
  follow(key: string): Promise<void>
  /** Notes how far this account has read; admins read as Mogra. Marks of others' conversations are ignored. */
  noteSeen(by: Person, marks: Readonly<Record<string, number>>): Promise<void>
  /** Returns a page of messages before this one, or the newest; undefined for anyone but the two. */
  older(by: Person, key: string, before?: number): Promise<OlderMessages | undefined>
  /** Returns the conversations of an account, at most 10,000 on either side. The index may lag. */
  of(account: string): Promise<(ConversationRecord & Stored)[]>
  /** Closes a conversation and removes the texts that this account wrote; does nothing if that is done. */
  erase(id: string, account: string): Promise<void>
}

const OLDER_AT_ONCE = 50
const ENTRIES_KEPT = 300
const ALL = 10_000

interface Needs extends ConversationTellingNeeds {
  couch: Couch
  now: () => Date
  accounts: Pick<Accounts, 'get' | 'isSamePerson' | 'ownerOf'>
  /** Read what a conversation is about, by its kind. */
  subjects: Readonly<Record<'order' | 'bulk', ReadSubject>>
}

export function openConversations({ couch, now, accounts, subjects, ...needs }: Needs): Conversations {
  const conversations = couch.db('conversations')
  const messages = openMessages(couch)
  const telling = openConversationTelling({ ...needs, accounts, messages, subjectOf, forgetTexts })

  const kind: CoreKind<ConversationRecord> = {
    database: 'conversations',
    idPrefix: conversationId(''),
    entriesAtMost: ENTRIES_KEPT,
    deadlineOf,
    due: async (conversation) => ({ what: HAPPENED.emptied, content: emptied(conversation) }),
    tell: telling.tell,
    openRows(conversation) {
      const row = supportRow(conversation)
      return row ? [{ feed: 'admin', row }] : []
    },
    completeRows: telling.completeRows,
    withoutTold: (conversation) => ({
      ...conversation,
      pending: conversation.pending.filter(({ version }) => version > conversation.told),
    }),
  }
  const store = openCoreStore(couch, kind)

  async function subjectOf(conversation: ConversationRecord): Promise<Subject | undefined> {
    const parts = partsOfConversation(keyOf(conversation))
    return parts && parts.kind !== 'support' ? subjects[parts.kind](parts.ulid, parts.account) : undefined
  }

  async function forgetTexts({ _id, version: made }: ConversationRecord): Promise<void> {
    await store.note(_id, (found) => ({ ...found, pending: found.pending.filter(({ version }) => version > made) }))
  }

  /** Returns an account that can have conversations; undefined for a visitor and for a deleted account. */
  async function personOf(id: string): Promise<AccountRecord | undefined> {
    const account = await accounts.get(id)
    return account?.status === 'active' && account.role !== 'VISITOR' ? account : undefined
  }

  /**
   * Returns the side of `by`, whether messages can be sent, and the fields of a new conversation; undefined for anyone
   * but the two.
   */
  async function placeOf(key: string, by: Person) {
    const parts = partsOfConversation(key)
    if (!parts) return undefined
    const { kind, account } = parts
    if (kind === 'support') {
      if (!(await personOf(account))) return undefined
      const side = sideOf({ kind, owner: account }, by)
      return side && { side, isOpen: true, made: { kind, owner: account } }
    }
    const subject = await subjects[kind](parts.ulid, account)
    if (!subject) return closedPlaceOf(key, by)
    const owner = await accounts.ownerOf(subject.owner)
    const made = { kind, owner, counterpart: account, number: subject.number }
    // Somebody who has just signed in may still be known as the visitor that they were.
    const isOwner = await accounts.isSamePerson(subject.owner, by.id)
    const side = isOwner ? 'owner' : sideOf(made, by)
    const isOpen = subject.isOpen && (await personOf(owner)) !== undefined && (await personOf(account)) !== undefined
    return side && { side, isOpen, made }
  }

  /**
   * Returns the side of `by` in a conversation whose order or request no longer exists, or whose owner's account does
   * not.
   */
  async function closedPlaceOf(key: string, by: Person) {
    const made = await store.read(conversationId(key))
    const side = made && sideOf(made, by)
    return side && { side, isOpen: false, made }
  }

  async function follow(key: string): Promise<void> {
    const id = conversationId(key)
    const before = await store.read(id)
    if (!before || before.kind === 'support') return
    const isOpen = !isGone(before) && ((await subjectOf(before))?.isOpen ?? false)
    await store.decide<'unchanged'>(id, { at: now().toISOString() }, (found) => {
      if (!found || (isOpen ? found.state !== 'closed' : found.state !== 'open')) return { refused: 'unchanged' }
      if (isOpen && isGone(found)) return { refused: 'unchanged' }
      const what = isOpen ? HAPPENED.opened : HAPPENED.closed
      return { what, content: withState(found, isOpen, now().toISOString()) }
    })
  }

  /** Returns the conversation and the side that reads it; undefined for anyone but the two. */
  async function readAs(by: Person, key: string) {
    if (by.role === 'VISITOR' || !partsOfConversation(key)) return undefined
    const conversation = await conversations.get<ConversationRecord>(conversationId(key))
    const side = conversation && sideOf(conversation, by)
    return side && { conversation, side }
  }

  return {
    kept: { kind, store },
    follow,
    ...openWaitingConversations(store),

    async send(key, asked, by, text) {
      const place = await placeOf(key, by)
      if (!place) return { refused: 'not_yours' }
      const { side, isOpen, made } = place
      const id = conversationId(key)
      const isMogra = made.kind === 'support' && side === 'counterpart'
      let freeAt: string | undefined
      const decided = await store.decide<RefusalOf<'send-message'>>(id, asked, (before) => {
        if (!isOpen || (before && isGone(before))) return { refused: 'conversation_closed' }
        const pace = paceOf(before ?? {}, side, asked.at)
        if (pace.freeAt !== undefined) {
          freeAt = pace.freeAt
          return { refused: 'too_many_messages' }
        }
        const message = { from: side, text, ...asked, ...(isMogra && { by: by.id }) }
        const content = withMessage(before, made, message)
        return {
          what: HAPPENED.written,
          content: { ...content, nextInPace: { ...content.nextInPace, [side]: pace.next } },
        }
      })
      if ('refused' in decided) {
        if (decided.refused !== 'conversation_closed') return { ...decided, ...(freeAt !== undefined && { freeAt }) }
        await follow(key)
        const doc = await store.read(id)
        return { refused: decided.refused, ...(doc && { doc }) }
      }
      // Anyone can send an intent with the ULID of somebody else's message.
      const seq = seqOfIntent(decided.doc, asked.intent)
      const author = seq === undefined ? otherSide(side) : authorOf(decided.doc, seq)
      return author === otherSide(side) ? { refused: 'not_yours' } : decided
    },

    async answer(account, { intent, at, by, text, ticket }) {
      if (!(await personOf(account))) return
      await store.decide(conversationId(supportConversation(account)), { intent, at }, (before) => {
        const message = { from: 'counterpart', text, at, intent, ticket, by } as const
        return { what: HAPPENED.answered, content: withMessage(before, { kind: 'support', owner: account }, message) }
      })
    },

    async noteSeen(by, marks) {
      for (const [key, seq] of Object.entries(marks)) {
        const read = await readAs(by, key)
        if (!read) continue
        const { conversation, side } = read
        await messages.raiseSeen(key, side, Math.min(seq, conversation.lastSeq), now().toISOString())
        // The record is read after the mark is written, so that one of two who write at once has both.
        const after = await conversations.get<ConversationRecord>(conversation._id)
        // Copies that a stopped process has not written are written by the next try.
        if (after) await telling.deliver(after)
      }
    },

    async older(by, key, before) {
      const read = await readAs(by, key)
      if (!read) return undefined
      const { conversation, side } = read
      const last = Math.min(before === undefined ? conversation.lastSeq : before - 1, conversation.lastSeq)
      const first = Math.max(1, last - OLDER_AT_ONCE + 1)
      const found = last < 1 ? [] : await messages.range(key, first, last)
      return { messages: found.map((message) => shownTo(conversation, side, message)), isFirst: first === 1 }
    },

    async of(account) {
      const lastAt = { $gt: null }
      const found = await Promise.all([
        conversations.find<ConversationRecord>('by-owner', { selector: { owner: account, lastAt }, limit: ALL }),
        conversations.find<ConversationRecord>('by-counterpart', {
          selector: { counterpart: account, lastAt },
          limit: ALL,
        }),
      ])
      return found.flat()
    },

    async erase(id, account) {
      const at = now().toISOString()
      await store.decide<'unchanged'>(id, { at }, (before) => {
        const side =
          before && (before.owner === account ? 'owner' : before.counterpart === account ? 'counterpart' : undefined)
        if (!before || !side || before.erased?.[side]) return { refused: 'unchanged' }
        return { what: HAPPENED.erased, content: erased(before, side, at) }
      })
    },
  }
}
