import {
  type AskedMessage,
  CONTACTS_AT_MOST,
  type ConversationFact,
  keyOfConversation,
  seenMark,
  unreadCount,
} from '#model'
import { now } from '../../clock/page-clock.ts'
import type { IsPart, LiveQuery, Stores } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { readAskedMessages } from './asked-messages.ts'
import { DRAFTS_CHANGED, messageDrafts } from './message-drafts.ts'
import { type Head, headOf, readSubjects, SUBJECTS } from './subject.ts'

/** A conversation in the list. */
export interface Contact extends Head {
  /** When its last message was written, or its last refused one; absent if it has none. */
  at?: string
  /** The last message, which may still wait. */
  last?: { mine: boolean; text: string }
  /** What was typed and not sent. */
  draft?: string
  /** True if a message of this person was refused and is still shown. */
  hasFailed: boolean
  /** How many messages of the other one have not been read. */
  unread: number
}

const factsOf = (mailbox: Mailbox) => mailbox.documents.all<ConversationFact>('conversation')

const marksOf = async (mailbox: Mailbox) => seenMark.merge(await mailbox.leavesOf('seen'))

/** The number of messages in all conversations that this person has read on no device of the account. */
export const unreadTotal: LiveQuery<number> = {
  key: 'conversations/unread',
  watches: ['conversation:', 'seen:'],
  async read({ mailbox }) {
    const [facts, marks] = await Promise.all([factsOf(mailbox), marksOf(mailbox)])
    return facts.reduce((sum, fact) => sum + unreadCount(fact, marks.get(keyOfConversation(fact._id))), 0)
  },
}

/** The newest conversations, the latest first. */
export const contacts: LiveQuery<readonly Contact[]> = {
  key: 'conversations/contacts',
  watches: ['conversation:', 'seen:', 'intent:', 'receipt:', 'refused', DRAFTS_CHANGED, ...SUBJECTS],
  read: readContacts,
}

async function readContacts({ mailbox }: Stores, isPart?: IsPart): Promise<readonly Contact[]> {
  const asked = Map.groupBy(await readAskedMessages(mailbox, isPart), ({ intent }) => intent.payload.conversation)
  const [facts, marks, account] = await Promise.all([factsOf(mailbox), marksOf(mailbox), mailbox.account()])
  const drafts = messageDrafts.all()
  const byKey = new Map(facts.map((fact) => [keyOfConversation(fact._id), fact]))
  const keys = [...new Set([...byKey.keys(), ...asked.keys(), ...Object.keys(drafts)])]
  const newestFirst = keys
    .map((key) => {
      const fact = byKey.get(key)
      const draft = drafts[key]?.trim()
      const unread = fact ? unreadCount(fact, marks.get(key)) : 0
      return { key, fact, listed: { unread, ...lastOf(fact, asked.get(key) ?? []), ...(draft && { draft }) } }
    })
    .sort((one, other) => byTime(one.listed, other.listed))
  const shown: Contact[] = []
  // What they are about is read only for those that are shown. Some turn out to be somebody else's, then more are read.
  for (let at = 0; at < newestFirst.length && shown.length < CONTACTS_AT_MOST; at += CONTACTS_AT_MOST) {
    const next = newestFirst.slice(at, at + CONTACTS_AT_MOST)
    const ids = next.map(({ key }) => key)
    const documents = await readSubjects(mailbox.db, ids)
    for (const { key, fact, listed } of next) {
      const head = headOf(key, { fact, documents, account, now: now() })
      if (head) shown.push({ ...head, ...listed })
    }
  }
  return shown.slice(0, CONTACTS_AT_MOST)
}

/** A conversation that has only a draft has no time, and comes first. */
const byTime = (one: Pick<Contact, 'at'>, other: Pick<Contact, 'at'>) => {
  if (one.at === other.at) return 0
  if (one.at === undefined) return -1
  return other.at === undefined || one.at < other.at ? 1 : -1
}

/** Returns the last message that is confirmed or waits, its time, and whether one was refused. */
function lastOf(fact: ConversationFact | undefined, asked: readonly AskedMessage[]) {
  const refused = asked.findLast(({ receipt }) => receipt?.outcome === 'refused')
  // A confirmed message is in the fact, or comes with it.
  const waiting = asked.findLast(({ receipt }) => !receipt)
  const last = waiting ? { mine: true, text: waiting.intent.payload.text, at: waiting.intent.madeAt } : fact?.last
  const at = [last?.at ?? fact?.lastAt, refused?.intent.madeAt]
    .flatMap((time) => time ?? [])
    .sort()
    .at(-1)
  return {
    hasFailed: refused !== undefined,
    ...(last && { last: { mine: last.mine, text: last.text } }),
    ...(at !== undefined && { at }),
  }
}
