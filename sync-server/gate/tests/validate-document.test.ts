import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { addressKey, savedAddress } from '#model'
import { askedIntentOf, asPushed, intentOf, orderOf } from '../../testing/device.ts'
import { validateDocument } from '../validate-document.ts'

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
const check = (doc: unknown) => validateDocument(doc, 'CUSTOMER')

test('an intent and a cart line are accepted, and `_revisions` is removed from the document', () => {
  expect(check(intent)).toMatchObject({ id: intent._id, isIntent: true, isDeleted: false })
  const pushed = check(line)
  expect(pushed).toMatchObject({ id: line._id, isIntent: false, isDeleted: false })
  expect(Object(pushed).doc).not.toHaveProperty('_revisions')
})

test('a saved address is accepted only under its own key', () => {
  const { address } = orderOf()
  const key = addressKey(address)
  const { updatedAt, _rev } = line
  const doc = { _id: savedAddress.id(key, device), _rev, type: 'address', device, key, address, updatedAt }
  expect(check(doc)).toMatchObject({ id: doc._id })
  expect(check({ ...doc, address: undefined })).toMatchObject({ id: doc._id })
  for (const bad of [
    { ...doc, address: { ...address, pincode: '400001' } },
    { ...doc, address: { ...address, card: '4111111111111111' } },
    { ...doc, _id: savedAddress.id('0'.repeat(16), device), key: '0'.repeat(16) },
    { ...doc, key: undefined },
  ])
    expect(check(bad)).toBe('not_understood')
  expect(check({ ...doc, device: 'e'.repeat(16) })).toBe('not_yours')
})

test('a deleted cart line is accepted', () => {
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

test('a document is not too large because it was changed a thousand times', () => {
  const ids = Array.from({ length: 1_000 }, () => HASH)
  expect(check({ ...line, _rev: `1200-${HASH}`, _revisions: { start: 1_200, ids } })).toMatchObject({ id: line._id })
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
  ])('a value that is not a valid document (%#)', (doc) =>
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
    ['bad_revision', { ...line, _rev: `1000001-${HASH}`, _revisions: { start: 1_000_001, ids: [HASH] } }],
    ['intent_changed', { ...intent, _deleted: true }],
    ['intent_changed', { ...intent, _rev: `2-${HASH}`, _revisions: { start: 2, ids: [HASH, HASH] } }],
    ['not_understood', { ...intent, kind: 'print-money' }],
    ['not_understood', { ...intent, payload: {} }],
    ['not_understood', { ...line, added: -1 }],
    ['not_understood', { ...line, colour: 'red' }],
    ['not_yours', { ...line, device: 'e'.repeat(16) }],
    ['not_understood', { ...intent, payload: { ...intent.payload, deliveryOn: '2027-02-29' } }],
    ['not_understood', { ...intent, payload: { ...intent.payload, deliveryOn: '2027-02-29x' } }],
    ['not_yours', { ...line, _id: `order:${ulid()}` }],
    ['not_yours', { ...line, _id: `receipt:${ulid()}` }],
    ['not_yours', { ...line, _id: 'account' }],
    ['not_yours', { ...line, _id: '_design/x' }],
    ['not_yours', { ...line, _id: '_local/x' }],
  ])('%s (%#)', (reason, doc) => expect(check(doc)).toBe(reason))

  test('too_large: a document of more than 32 KB, counted in bytes and not in characters', () => {
    const withNote = (note: string) => ({ ...line, _deleted: true, note })
    expect(check({ ...line, flower: 'x'.repeat(33_000) })).toBe('too_large')
    expect(check({ ...line, flower: 'फ'.repeat(11_000) })).toBe('too_large')
    expect(check(withNote('x'))).toBe('not_understood')
  })

  test('not_allowed: an intent that the role may not ask', () => {
    const asked = askedIntentOf('send-message', { conversation: 'support-somebody', text: 'Hello' })
    expect(validateDocument(asPushed(asked), 'VISITOR')).toBe('not_allowed')
  })
})
