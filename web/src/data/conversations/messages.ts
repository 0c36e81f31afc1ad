import {
  type ConversationFact,
  conversationId,
  foldMessages,
  type MessageFact,
  type MessageView,
  messageIds,
  seenMark,
} from '#model'
import { now } from '../../clock/page-clock.ts'
import type { IsPart, LiveQuery, Stores } from '../live/live-query.ts'
import { getOne } from '../pouch/reads.ts'
import { PAGE, readAskedMessages } from './asked-messages.ts'
import { type Head, headOf, readSubjects, SUBJECTS } from './subject.ts'

/** A conversation as far as this device has it. */
export interface ConversationView {
  /** Undefined if this device knows nothing of such a conversation. */
  head: Head | undefined
  /** Confirmed messages by `seq`, then those that wait or were refused. */
  messages: readonly MessageView[]
  /** Up to which message the other one has read, and when that was raised last. */
  theirsSeen: number
  theirsSeenAt?: string
  /** Up to which message this person has read on some device. */
  mineSeen: number
  /** False while older local messages are still being read. */
  isWhole: boolean
}

/** A conversation, by its key: its newest messages at once, then all that this device keeps. */
export function conversationMessages(key: string): LiveQuery<ConversationView> {
  let before: ConversationView | undefined
  return {
    key: `conversations/messages/${key}`,
    watches: [messageIds(key), conversationId(key), `seen:${key}:`, 'intent:', 'receipt:', 'refused', ...SUBJECTS],
    async read(stores, isPart) {
      const view = await readConversation(key, stores, isPart)
      before = reuse(before, view)
      return before
    },
  }
}

async function readConversation(key: string, { mailbox }: Stores, isPart?: IsPart): Promise<ConversationView> {
  const { documents, db } = mailbox
  // The cache knows the messages of one conversation as a kind of their own.
  const kind = messageIds(key).slice(0, -1)
  let loadIntents: (() => Promise<unknown>) | undefined
  const [asked, fact, subjects, marks, account] = await documents.first(async () => {
    await documents.loadNewest(kind, PAGE)
    // Messages are followed up to the same change as the receipts: a confirmed one is never missing in both.
    const ofKey = await readAskedMessages(mailbox, (load) => {
      loadIntents = load
    })
    return Promise.all([
      ofKey.filter(({ intent }) => intent.payload.conversation === key),
      getOne<ConversationFact>(db, conversationId(key)),
      readSubjects(db, [key]),
      mailbox.leavesOf('seen', key),
      mailbox.account(),
    ])
  })
  const isWhole = documents.isWhole(kind)
  if (!isWhole || loadIntents) isPart?.(() => Promise.all([documents.loadAll(kind), loadIntents?.()]))
  const { theirsSeen = 0, theirsSeenAt, mineSeen = 0 } = fact ?? {}
  return {
    head: headOf(key, { fact, documents: subjects, account, now: now() }),
    messages: foldMessages(documents.loaded<MessageFact>(kind), asked),
    ...{ theirsSeen, isWhole, mineSeen: Math.max(mineSeen, seenMark.merge(marks).get(key) ?? 0) },
    ...(theirsSeenAt !== undefined && { theirsSeenAt }),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the view with the objects of before where nothing has changed, so that rows are not drawn again. */
function reuse(before: ConversationView | undefined, view: ConversationView): ConversationView {
  if (!before) return view
  const known = new Map(before.messages.map((message) => [message.id, message]))
  const messages = view.messages.map((message) => {
    const old = known.get(message.id)
    return old && isSame(old, message) ? old : message
  })
  const areSame =
    messages.length === before.messages.length && messages.every((message, at) => message === before.messages[at])
  const next = { ...view, messages: areSame ? before.messages : messages }
  return areSame && isSame({ ...next, messages: [] }, { ...before, messages: [] }) ? before : next
}
