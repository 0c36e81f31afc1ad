import { expect, test } from 'vitest'
import {
  type AskedMessage,
  type ConversationFact,
  conversationId,
  foldMessages,
  intentId,
  type MessageFact,
  messageId,
  receiptId,
  supportConversation,
  unreadCount,
} from '#model'

const KEY = supportConversation('asha')
const [FIRST, SECOND, THIRD] = [
  '01JD6Y00000000000000000001',
  '01JD6Y00000000000000000002',
  '01JD6Y00000000000000000003',
] as const
const [MADE, SENT, DECIDED] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.000Z', '2026-11-21T10:02:00.000Z']

const fact = (seq: number, more: Partial<MessageFact> = {}): MessageFact => ({
  ...{ _id: messageId(KEY, seq), type: 'message', version: 1, mine: false, text: `no. ${seq}`, at: DECIDED },
  ...more,
})
const asked = (ulid: string, more: Partial<AskedMessage> = {}): AskedMessage => ({
  intent: {
    ...{ _id: intentId(ulid), type: 'intent', device: 'phone', n: 1, madeAt: MADE, kind: 'send-message' },
    payload: { conversation: KEY, text: `asked ${ulid.slice(-1)}` },
  },
  ...more,
})
const receipt = (ulid: string, more: object): AskedMessage['receipt'] =>
  ({ _id: receiptId(ulid), type: 'receipt', receivedAt: SENT, decidedAt: DECIDED, ...more }) as AskedMessage['receipt']

test('confirmed messages are sorted by their numbers, and those that wait follow in the order in which they were written', () => {
  const views = foldMessages([fact(10), fact(9)], [asked(THIRD), asked(SECOND, { sentAt: SENT })])
  expect(views.map(({ text, stage, seq, at }) => [text, stage, seq, at])).toEqual([
    ['no. 9', 'confirmed', 9, DECIDED],
    ['no. 10', 'confirmed', 10, DECIDED],
    ['asked 2', 'sent', undefined, SENT],
    ['asked 3', 'saved', undefined, MADE],
  ])
})

test('a confirmed message replaces the one that waited, under the same id', () => {
  const before = foldMessages([], [asked(FIRST)])
  const after = foldMessages([fact(1, { mine: true, intent: FIRST })], [asked(FIRST)])
  expect([before.length, after.length]).toEqual([1, 1])
  expect(after[0]).toMatchObject({ id: before[0]?.id, seq: 1, stage: 'confirmed' })
})

test('a message whose receipt arrives before its fact is shown as confirmed', () => {
  const done = receipt(FIRST, { outcome: 'done', result: { conversation: KEY, seq: 2 } })
  expect(foldMessages([fact(1)], [asked(FIRST, { sentAt: SENT, receipt: done })])).toMatchObject([
    { seq: 1 },
    { stage: 'confirmed', text: 'asked 1', at: DECIDED },
  ])
})

test('a confirmed message that the mailbox no longer keeps is not shown at the end', () => {
  const done = receipt(FIRST, { outcome: 'done', result: { conversation: KEY, seq: 2 } })
  expect(foldMessages([fact(3), fact(4)], [asked(FIRST, { receipt: done })]).map(({ seq }) => seq)).toEqual([3, 4])
})

test('a refused message stays with the reason, and with the time from when it may be sent', () => {
  const refused = receipt(FIRST, { outcome: 'refused', reason: 'too_many_messages', result: { freeAt: DECIDED } })
  expect(foldMessages([], [asked(FIRST, { receipt: refused })])).toEqual([
    {
      ...{ id: FIRST, mine: true, text: 'asked 1', at: MADE, stage: 'refused' },
      ...{ reason: 'too_many_messages', freeAt: DECIDED },
    },
  ])
})

test('an erased message has no text', () => {
  const { text: _, ...erased } = fact(1, { version: 2 })
  expect(foldMessages([erased], [])[0]).not.toHaveProperty('text')
})

test('messages after the furthest mark of any device are unread', () => {
  const conversation: ConversationFact = {
    ...{ _id: conversationId(KEY), type: 'conversation', version: 9, with: { name: '', role: 'MOGRA' }, state: 'open' },
    ...{ lastSeq: 9, mineSeen: 4, theirsSeen: 0, unread: [5, 7, 9] },
  }
  expect(unreadCount(conversation)).toBe(3)
  expect(unreadCount(conversation, 7)).toBe(1)
  expect(unreadCount(conversation, 2), 'an older mark takes nothing back').toBe(3)
  expect(unreadCount({ ...conversation, state: 'emptied' })).toBe(0)
})
