import {
  type ConversationFact,
  conversationId,
  type IntentOf,
  intentId,
  type MessageFact,
  messageId,
  orderConversation,
  supportConversation,
} from '#model'
import { aReceipt } from '../../src/testing/documents.ts'

export const ORDER = '01JGFJJZ000000000000000000'
/** The conversation whose opening is measured, and another one. */
export const CONVERSATION = orderConversation(ORDER, 'p1')
export const OTHER = supportConversation('a1')

export const textOf = (seq: number) => `Message ${seq}: I am at the gate, and the guard asks for the flat`

const isMine = (seq: number) => seq % 2 === 0
const saidAt = (seq: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + seq * 60_000).toISOString()

export const conversationOf = (key: string, lastSeq: number): ConversationFact => ({
  ...{ _id: conversationId(key), type: 'conversation', version: lastSeq, state: 'open', lastSeq, unread: [] },
  with: key === OTHER ? { name: '', role: 'MOGRA' } : { name: 'Imran', role: 'PARTNER' },
  ...(key !== OTHER && { number: 'FLR1735725600000ABC' }),
  last: { mine: isMine(lastSeq), text: textOf(lastSeq), at: saidAt(lastSeq) },
  ...{ mineSeen: lastSeq, theirsSeen: lastSeq },
})

/** A message, and for one of one's own the intent and its receipt. */
export function messageOf(key: string, seq: number): object[] {
  const ulid = `01KAJ00000${String(seq).padStart(16, '0')}`
  const at = saidAt(seq)
  const fact: MessageFact = {
    ...{ _id: messageId(key, seq), type: 'message', version: 1, mine: isMine(seq), text: textOf(seq), at },
    ...(isMine(seq) && { intent: ulid }),
  }
  if (!isMine(seq)) return [fact]
  const intent: IntentOf<'send-message'> = {
    ...{ _id: intentId(ulid), type: 'intent', kind: 'send-message', device: 'phone', n: seq, madeAt: at },
    payload: { conversation: key, text: textOf(seq) },
  }
  return [fact, intent, aReceipt(ulid, { result: { conversation: key, seq } })]
}
