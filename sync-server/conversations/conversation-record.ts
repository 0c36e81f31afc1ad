import {
  type ConversationParts,
  type ConversationState,
  KEPT_FOR,
  keyOfConversation,
  MESSAGES_ALLOWED,
  MESSAGES_KEPT,
  TAKEN_MINUTES,
} from '#model'
import { type Content, type CoreDocument, contentOf, type Entry, type Step } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'

/** One of the two sides of a conversation. In a conversation with Mogra, the counterpart is Mogra. */
export type Side = 'owner' | 'counterpart'
export const SIDES = ['owner', 'counterpart'] as const
export const otherSide = (side: Side): Side => (side === 'owner' ? 'counterpart' : 'owner')

/** The account that asks or reads. */
export interface Person {
  id: string
  role: string
}

/** A conversation: a document of `conversations`. */
export interface ConversationRecord extends CoreDocument {
  type: 'conversation'
  kind: ConversationParts['kind']
  /** The account of the customer, of the buyer, or of the person who writes to Mogra. */
  owner: string
  /** The account of the partner or of the supplier; absent for Mogra. */
  counterpart?: string
  /** The order's or the request's number; absent for Mogra. */
  number?: string
  state: ConversationState
  closedAt?: string
  lastSeq: number
  /** When the last message was written. */
  lastAt: string
  /** Who wrote the newest messages, oldest first: a letter for each, `o` for the owner and `c` for the counterpart. */
  authors: string
  /** When each side's next message would be in time if it wrote at an even pace. */
  nextInPace: Readonly<Partial<Record<Side, string>>>
  /**
   * Messages that are decided and not told yet: telling makes their documents, and then removes the texts from this
   * one.
   */
  pending: readonly Pending[]
  /** Since when the owner waits for Mogra's answer. */
  waitingSince?: string
  taken?: Taken
  /** The texts of the messages up to this one are removed. */
  emptiedUpTo?: number
  /** Sides whose account was deleted: the texts that they wrote are removed. */
  erased?: Readonly<Partial<Record<Side, true>>>
}

interface Pending {
  /** The version of the conversation that came with it. */
  version: number
  seq: number
  from: Side
  /** Absent if it was erased in the meantime. */
  text?: string
  at: string
  /** The ULID of the intent. */
  intent: string
  /** The number of the ticket that it answers. */
  ticket?: string
  /** The admin who wrote as Mogra. */
  by?: string
}

/** The admin who has taken a conversation with Mogra. */
export interface Taken {
  by: string
  name: string
  until: string
}

/** A message: a document of `conversations`. Version 2 is one that was erased. */
export interface MessageRecord {
  _id: string
  type: 'message'
  version: 1 | 2
  from: Side
  text?: string
  at: string
  intent: string
  ticket?: string
}

/** How far each side has read. */
export type SeenMarks = Readonly<Record<Side, { seq: number; at?: string }>>

export type ConversationContent = Content<ConversationRecord>

/** Tells both sides, and admins, what was decided in a conversation, in the holder's `step`. */
export type TellConversation = (conversation: ConversationRecord & Stored, step: Step) => Promise<void>

/** Replaces the id of a deleted owner, unless the conversation's key names it anyway. */
export const NOBODY = 'deleted'

export const HAPPENED = {
  written: 'written',
  /** Mogra has answered a ticket. */
  answered: 'answered',
  taken: 'taken',
  /** An admin has decided that what was asked needs no answer. */
  settled: 'settled',
  opened: 'opened',
  closed: 'closed',
  emptied: 'emptied',
  erased: 'erased',
} as const

/** True for entries that came with a message. */
export const hasMessage = (what: string) => what === HAPPENED.written || what === HAPPENED.answered

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

export const keyOf = ({ _id }: Pick<ConversationRecord, '_id'>) => keyOfConversation(_id)

const SPACING_MS = 3_600_000 / MESSAGES_ALLOWED.anHour
const AHEAD_MS = (MESSAGES_ALLOWED.atOnce - 1) * SPACING_MS

/**
 * Judges the pace of a side by the generic cell rate algorithm: returns when its next message is in time, or from when
 * it may write again.
 */
export function paceOf({ nextInPace = {} }: Partial<ConversationRecord>, side: Side, at: string) {
  const expected = Math.max(Date.parse(nextInPace[side] ?? at), Date.parse(at))
  const freeAt = expected - AHEAD_MS
  return freeAt > Date.parse(at)
    ? { freeAt: new Date(freeAt).toISOString() }
    : { next: new Date(expected + SPACING_MS).toISOString() }
}

type New = Pick<ConversationRecord, 'kind' | 'owner' | 'counterpart' | 'number'>

/** Returns the conversation with one more message; makes it if there is none, and opens it again if it was emptied. */
export function withMessage(
  before: ConversationRecord | undefined,
  { kind, owner, counterpart, number }: New,
  message: Omit<Pending, 'version' | 'seq'>,
): ConversationContent {
  const made: ConversationContent = {
    ...{ type: 'conversation', kind, owner, state: 'open', lastSeq: 0, lastAt: message.at },
    ...(counterpart !== undefined && { counterpart }),
    ...(number !== undefined && { number }),
    ...{ authors: '', nextInPace: {}, pending: [] },
  }
  const { closedAt: _, waitingSince, taken, ...rest } = before ? contentOf(before) : made
  const isWaiting = kind === 'support' && message.from === 'owner'
  const seq = rest.lastSeq + 1
  return {
    ...rest,
    ...{ state: 'open', lastSeq: seq, lastAt: message.at },
    authors: `${rest.authors}${message.from === 'owner' ? 'o' : 'c'}`.slice(-MESSAGES_KEPT),
    pending: [...rest.pending, { version: (before?.version ?? 0) + 1, seq, ...message }],
    ...(isWaiting && { waitingSince: waitingSince ?? message.at, ...(taken && { taken }) }),
  }
}

/** Returns the conversation opened or closed. */
export function withState(before: ConversationRecord, isOpen: boolean, at: string): ConversationContent {
  const { closedAt: _, ...rest } = contentOf(before)
  return isOpen ? { ...rest, state: 'open' } : { ...rest, state: 'closed', closedAt: at }
}

/** Returns the conversation without the texts of its messages. */
export function emptied(before: ConversationRecord): ConversationContent {
  const { waitingSince: _, taken: __, ...rest } = contentOf(before)
  const pending = before.pending.map(({ text: _, ...one }) => one)
  return { ...rest, state: 'emptied', authors: '', pending, emptiedUpTo: before.lastSeq }
}

/** Returns the conversation without the texts of a deleted account, closed. */
export function erased(before: ConversationRecord, side: Side, at: string): ConversationContent {
  const { waitingSince: _, taken: __, ...rest } = contentOf(before)
  return {
    ...rest,
    ...(rest.state === 'open' && { state: 'closed', closedAt: at }),
    // The key of a conversation with Mogra names its owner.
    ...(side === 'owner' && rest.kind !== 'support' && { owner: NOBODY }),
    pending: rest.pending.map(({ text, ...one }) => (one.from === side || text === undefined ? one : { ...one, text })),
    erased: { ...rest.erased, [side]: true },
  }
}

export const taken = (
  before: ConversationRecord,
  by: { id: string; name: string },
  at: string,
): ConversationContent => ({
  ...contentOf(before),
  taken: { by: by.id, name: by.name, until: later(at, TAKEN_MINUTES * MINUTE_MS) },
})

/** Returns the conversation with Mogra without a question that waits. */
export function settled(before: ConversationRecord): ConversationContent {
  const { waitingSince: _, taken: __, ...rest } = contentOf(before)
  return rest
}

/** Says which admin took a ticket or a conversation, and when, for the receipt of an admin who was second. */
export const takenBy = ({ by, until }: Taken) => ({
  ...{ who: by, when: later(until, -TAKEN_MINUTES * MINUTE_MS), what: HAPPENED.taken },
})

/** Returns when the texts are removed; undefined once they are. */
export function deadlineOf({ state, closedAt, lastAt }: ConversationRecord): string | undefined {
  if (state === 'emptied') return undefined
  return state === 'closed'
    ? later(closedAt ?? lastAt, KEPT_FOR.conversationDays * DAY_MS)
    : later(lastAt, KEPT_FOR.supportConversationDays * DAY_MS)
}

/** Returns the number of the message that came with this version; undefined if none did, or if it is forgotten. */
export function seqOfVersion({ lastSeq, entries }: ConversationRecord, version: number): number | undefined {
  const versions = entries.filter(({ what }) => hasMessage(what)).map((entry) => entry.version)
  return versions.includes(version) ? lastSeq - versions.filter((one) => one > version).length : undefined
}

/** Returns the number of the message that this intent has written; undefined in the same cases. */
export function seqOfIntent(conversation: ConversationRecord, intent: string): number | undefined {
  const entry = conversation.entries.find((one) => one.intent === intent)
  return entry && seqOfVersion(conversation, entry.version)
}

/** Returns who wrote this message; undefined if it is not one of the newest. */
export function authorOf({ lastSeq, authors }: ConversationRecord, seq: number): Side | undefined {
  const letter = authors[authors.length - 1 - (lastSeq - seq)]
  return letter === undefined ? undefined : letter === 'o' ? 'owner' : 'counterpart'
}

/** Returns true if the text of this message must not be kept or shown any more. */
export const isErased = ({ emptiedUpTo = 0, erased = {} }: ConversationRecord, seq: number, from: Side): boolean =>
  seq <= emptiedUpTo || erased[from] === true

/** True once the account of either side was deleted. */
export const isGone = ({ erased }: ConversationRecord): boolean => erased !== undefined

/** Makes the document of a message that is not told yet. */
export function messageRecord(id: string, { from, text, at, intent, ticket }: Pending): MessageRecord {
  return {
    ...{ _id: id, type: 'message', version: text === undefined ? 2 : 1, from, at, intent },
    ...(text !== undefined && { text }),
    ...(ticket !== undefined && { ticket }),
  }
}

/** Returns the last message that the owner has written after this version; undefined if there is none, or it is forgotten. */
export const writtenAfter = (conversation: ConversationRecord, after: number): Entry | undefined =>
  conversation.entries.findLast(({ version, what }) => {
    const seq = version > after && what === HAPPENED.written ? seqOfVersion(conversation, version) : undefined
    return seq !== undefined && authorOf(conversation, seq) === 'owner'
  })

/** True while a conversation with Mogra waits for an answer. */
export const isWaiting = ({ waitingSince }: ConversationRecord): boolean => waitingSince !== undefined

/**
 * Returns this person's side; undefined for anyone but the two. Admins have Mogra's, but not in their own conversation.
 */
export function sideOf(
  { kind, owner, counterpart }: Pick<ConversationRecord, 'kind' | 'owner' | 'counterpart'>,
  { id, role }: Person,
): Side | undefined {
  if (owner === id) return 'owner'
  const isCounterpart = kind === 'support' ? role === 'ADMIN' : counterpart === id
  return isCounterpart ? 'counterpart' : undefined
}
