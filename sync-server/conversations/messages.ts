import { messageId, messageIds, partOfMessage } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import {
  type ConversationRecord,
  isErased,
  keyOf,
  type MessageRecord,
  messageRecord,
  type SeenMarks,
  SIDES,
  type Side,
} from './conversation-record.ts'

type Numbered = MessageRecord & { seq: number }

/** What `conversations` holds beside a conversation's record: its messages, and how far each side has read. */
export interface Messages {
  /** Makes the documents of messages that are not told yet, and leaves existing ones as they are. */
  write(conversation: ConversationRecord): Promise<void>
  /** Returns these messages in this order, also those that are not told yet, without texts that must not be kept. */
  read(conversation: ConversationRecord, seqs: readonly number[]): Promise<Numbered[]>
  /** Returns the messages from `first` to `last`, ascending, as one copy of the database has them. */
  range(key: string, first: number, last: number): Promise<Numbered[]>
  /** Removes the texts that must not be kept, and returns all messages whose text is removed. */
  erase(conversation: ConversationRecord): Promise<MessageRecord[]>
  /** Returns how far each side has read; 0 if it has read nothing. */
  seenMarks(key: string): Promise<SeenMarks>
  /** Raises a mark; does nothing if it is as high already. */
  raiseSeen(key: string, side: Side, seq: number, at: string): Promise<void>
  /** Removes the messages and marks of a conversation. */
  removeAll(key: string): Promise<void>
}

interface SeenRecord {
  _id: string
  type: 'seen'
  seq: number
  at: string
}

const PAGE = 200
const seenId = (key: string, side: Side) => `seen:${key}:${side}`
const withoutText = ({ text: _, ...message }: Numbered): Numbered => ({ ...message, version: 2 })
const numbered = (doc: MessageRecord): Numbered => ({ ...doc, seq: partOfMessage(doc._id)?.seq ?? 0 })

export function openMessages(couch: Couch): Messages {
  const store = couch.db('conversations')

  async function* pages(key: string) {
    for (let from: string | undefined = messageIds(key); from !== undefined; ) {
      const page: (MessageRecord & Stored)[] = await store.range(from, `${messageIds(key)}\uffff`, PAGE)
      yield page
      from = page.length < PAGE ? undefined : `${page.at(-1)?._id}\u0000`
    }
  }

  return {
    async write(conversation) {
      const key = keyOf(conversation)
      for (const pending of conversation.pending)
        await store.create(messageRecord(messageId(key, pending.seq), pending))
    },

    async read(conversation, seqs) {
      const key = keyOf(conversation)
      const found = await Promise.all(
        seqs.map((seq) => {
          const pending = conversation.pending.find((one) => one.seq === seq)
          const id = messageId(key, seq)
          return pending ? messageRecord(id, pending) : store.get<MessageRecord>(id)
        }),
      )
      return found
        .flatMap((doc) => (doc ? [numbered(doc)] : []))
        .map((message) => (isErased(conversation, message.seq, message.from) ? withoutText(message) : message))
    },

    range: async (key, first, last) =>
      (await store.range<MessageRecord>(messageId(key, first), messageId(key, last))).map(numbered),

    async erase(conversation) {
      const erased: MessageRecord[] = []
      for await (const page of pages(keyOf(conversation))) {
        const due = page.filter(({ _id, from }) => isErased(conversation, partOfMessage(_id)?.seq ?? 0, from))
        const changed = due
          .filter(({ version }) => version === 1)
          .map(({ text: _, ...rest }): MessageRecord & Stored => ({ ...rest, version: 2 }))
        const answers = await store.putAll(changed)
        if (answers.includes('conflict')) throw new Error(`${conversation._id}: somebody else wrote a message`)
        erased.push(...due.map(({ _rev: _, text: __, ...rest }): MessageRecord => ({ ...rest, version: 2 })))
      }
      return erased
    },

    async seenMarks(key) {
      const marks = await Promise.all(SIDES.map((side) => store.get<SeenRecord>(seenId(key, side))))
      const [owner, counterpart] = marks.map((mark) => (mark ? { seq: mark.seq, at: mark.at } : { seq: 0 }))
      return { owner: owner ?? { seq: 0 }, counterpart: counterpart ?? { seq: 0 } }
    },

    raiseSeen: (key, side, seq, at) =>
      store.update<SeenRecord>(seenId(key, side), (before) =>
        before && before.seq >= seq ? undefined : { _id: seenId(key, side), type: 'seen', seq, at },
      ),

    async removeAll(key) {
      const marks = await Promise.all(SIDES.map((side) => store.get(seenId(key, side))))
      for (const mark of marks) if (mark) await store.remove(mark)
      for await (const page of pages(key))
        await store.putAll(page.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })))
    },
  }
}
