import { expect, test } from 'vitest'
import { type IntentOf, intentId, type Receipt } from '#model'
import { aReceipt, aUlid } from '../../testing/documents.ts'
import { holderOf } from './holder.ts'
import type { DeskConversation } from './open-tickets.ts'
import { decisionsAbout, type TicketDecision } from './ticket-decisions.ts'

const AT = '2026-11-21T10:00:00.000Z'
const me = { id: 'a1', name: 'Anita' }
const conversation: DeskConversation = {
  ...{ id: 'support:c1', account: 'c1', version: 4, name: 'Kavya', role: 'CUSTOMER', lastSeq: 5, messages: [] },
  at: '2026-11-21T09:30:00.000Z',
}
const taking = (receipt?: Partial<Receipt>): TicketDecision => {
  const intent: IntentOf<'take-ticket'> = {
    ...{ _id: intentId(aUlid(1)), type: 'intent', kind: 'take-ticket', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { subject: conversation.id },
  }
  return { intent, ...(receipt && { receipt: aReceipt(aUlid(1), { decidedAt: AT, ...receipt }) }) }
}
const answering = (receipt?: Partial<Receipt>): TicketDecision => {
  const intent: IntentOf<'send-message'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'send-message', device: 'elsewhere', n: 2, madeAt: AT },
    payload: { conversation: 'support-c1', text: 'Soon.' },
  }
  return { intent, ...(receipt && { receipt: aReceipt(aUlid(2), receipt) }) }
}

test('what an admin has taken is theirs for half an hour, before the row says so', () => {
  const until = '2026-11-21T10:30:00.000Z'
  expect(holderOf(conversation, [taking({})], me)).toEqual({ isMe: true, name: 'Anita', until })
})

test('a taking that is not decided, was refused or was ended by an answer holds nothing', () => {
  const answered = { ...conversation, at: '2026-11-21T10:10:00.000Z' }
  expect(holderOf(conversation, [taking()], me)).toBeUndefined()
  expect(holderOf(conversation, [taking({ outcome: 'refused', reason: 'taken' })], me)).toBeUndefined()
  expect(holderOf(answered, [taking({})], me)).toBeUndefined()
})

test('the row says who has taken it', () => {
  const taken = { by: 'a2', name: 'Ravi', until: AT }
  expect(holderOf({ ...conversation, taken }, [], me)).toEqual({ isMe: false, name: 'Ravi', until: AT })
})

test('an answer is shown as waiting until the row has it', () => {
  const confirmed = answering({ result: { seq: 6 } })
  expect(decisionsAbout([answering()], conversation)).toHaveLength(1)
  expect(decisionsAbout([confirmed], conversation)).toHaveLength(1)
  expect(decisionsAbout([confirmed], { ...conversation, lastSeq: 6 })).toEqual([])
  expect(decisionsAbout([answering({ outcome: 'refused', reason: 'too_many_messages' })], conversation)).toEqual([])
})

test('an answer to somebody else is no decision about this conversation', () => {
  expect(decisionsAbout([answering()], { ...conversation, id: 'support:c2' })).toEqual([])
})
