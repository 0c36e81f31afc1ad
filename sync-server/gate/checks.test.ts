import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { asPushed, intentOf, orderOf } from '../testing/device.ts'
import { checkPushed } from './checks.ts'

const HASH = 'a'.repeat(32)
const intent = asPushed(intentOf(orderOf()))
const device = 'd'.repeat(16)
const line = {
  _id: `cart:red-roses:${device}`,
  _rev: `1-${HASH}`,
  _revisions: { start: 1, ids: [HASH] },
  type: 'cart-line',
  device,
  flower: 'red-roses',
  added: 1,
  taken: {},
  updatedAt: '2026-11-21T06:00:00.000Z',
}
const check = (doc: unknown) => checkPushed(doc, 'CUSTOMER')

test('an intent and a cart line go on, without what only replication needs', () => {
  expect(check(intent)).toMatchObject({ id: intent._id, isIntent: true, isDeleted: false })
  const pushed = check(line)
  expect(pushed).toMatchObject({ id: line._id, isIntent: false, isDeleted: false })
  expect(Object(pushed).doc).not.toHaveProperty('_revisions')
})

test('a deleted cart line goes on', () => {
  const { _id, type } = line
  const tombstone = {
    _id,
    type,
    device,
    _rev: `2-${HASH}`,
    _deleted: true,
    _revisions: { start: 2, ids: [HASH, HASH] },
  }
  expect(check(tombstone)).toMatchObject({ isDeleted: true })
})

describe('refused', () => {
  test.each([
    null,
    5,
    'x',
    [],
    {},
    { _id: 5 },
    { _id: '' },
    { ...line, _id: 'x'.repeat(300) },
    { ...line, _attached: 1 },
  ])('what is no document of ours (%#)', (doc) =>
    expect(['not_understood', 'bad_revision', 'not_yours']).toContain(check(doc)),
  )

  test.each([
    ['has_attachments', { ...line, _attachments: { a: { content_type: 'text/plain', data: 'YQ==' } } }],
    ['has_attachments', { ...intent, _attachments: {} }],
    ['bad_revision', { ...line, _rev: 'nonsense' }],
    ['bad_revision', { ...line, _rev: `2-${HASH}` }],
    ['bad_revision', { ...line, _rev: `1-${'b'.repeat(32)}` }],
    ['bad_revision', { ...line, _rev: `2-${HASH}`, _revisions: undefined }],
    ['bad_revision', { ...line, _revisions: { start: 1, ids: [HASH, HASH] } }],
    ['bad_revision', { ...line, _revisions: { start: 1, ids: Array.from({ length: 1001 }, () => HASH) } }],
    ['intent_changed', { ...intent, _deleted: true }],
    ['intent_changed', { ...intent, _rev: `2-${HASH}`, _revisions: { start: 2, ids: [HASH, HASH] } }],
    ['not_understood', { ...intent, kind: 'print-money' }],
    ['not_understood', { ...intent, payload: {} }],
    ['not_understood', { ...line, added: -1 }],
    ['not_understood', { ...line, colour: 'red' }],
    ['not_yours', { ...line, device: 'e'.repeat(16) }],
    ['not_yours', { ...line, _id: `order:${ulid()}` }],
    ['not_yours', { ...line, _id: `receipt:${ulid()}` }],
    ['not_yours', { ...line, _id: 'account' }],
    ['not_yours', { ...line, _id: '_design/x' }],
    ['not_yours', { ...line, _id: '_local/x' }],
  ])('%s (%#)', (reason, doc) => expect(check(doc)).toBe(reason))

  test('too_large: more than 32 KB in bytes, not in letters', () => {
    const withNote = (note: string) => ({ ...line, _deleted: true, note })
    expect(check({ ...line, flower: 'x'.repeat(33_000) })).toBe('too_large')
    expect(check({ ...line, flower: 'फ'.repeat(11_000) })).toBe('too_large')
    expect(check(withNote('x'))).toBe('not_understood')
  })

  test('not_allowed: what this role may not ask', () => {
    expect(checkPushed(intent, 'PARTNER')).toBe('not_allowed')
  })
})
