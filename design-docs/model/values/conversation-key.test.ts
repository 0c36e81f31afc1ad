import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  bulkConversation,
  conversationDocumentId,
  conversationId,
  conversationKey,
  keyOfConversation,
  messageDocumentId,
  messageId,
  orderConversation,
  partOfMessage,
  partsOfConversation,
  supportConversation,
} from '#model'

const ULID = '01JD6Y00000000000000000001'
const ACCOUNT = 'a_b-C-9'

test('a key names what the conversation is about and an account, whose id may have dashes', () => {
  expect(partsOfConversation(orderConversation(ULID, ACCOUNT))).toEqual({ kind: 'order', ulid: ULID, account: ACCOUNT })
  expect(partsOfConversation(bulkConversation(ULID, ACCOUNT))).toEqual({ kind: 'bulk', ulid: ULID, account: ACCOUNT })
  expect(partsOfConversation(supportConversation(ACCOUNT))).toEqual({ kind: 'support', account: ACCOUNT })
  expect(partsOfConversation(supportConversation(`order-${ULID}`))).toEqual({
    kind: 'support',
    account: `order-${ULID}`,
  })
})

test.each([
  ...['', 'support-', 'support', 'admin-x', `order-${ULID}`, `order-${ULID}-`, `order-${ULID.toLowerCase()}-x`],
  ...[`order-${ULID}-a/b`, `support-${'x'.repeat(65)}`, 'support-a:b', 'support-a\n', ` support-${ACCOUNT}`],
])('%j names no conversation', (key) => {
  expect(partsOfConversation(key)).toBeUndefined()
  expect(v.is(conversationKey, key)).toBe(false)
  expect(v.is(conversationDocumentId, conversationId(key))).toBe(false)
})

test('the ids of messages sort by their numbers, and name the conversation and the number', () => {
  const key = supportConversation(ACCOUNT)
  expect(keyOfConversation(conversationId(key))).toBe(key)
  const ids = [9, 10, 100, 99_999_999].map((seq) => messageId(key, seq))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.map((id) => partOfMessage(id))).toEqual([9, 10, 100, 99_999_999].map((seq) => ({ key, seq })))
  for (const id of [`message:${key}:1`, `message:${key}`, 'message:x:00000001', `note:${key}:00000001`]) {
    expect(partOfMessage(id)).toBeUndefined()
    expect(v.is(messageDocumentId, id)).toBe(false)
  }
})
