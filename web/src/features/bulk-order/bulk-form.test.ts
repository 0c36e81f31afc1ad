import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BULK_NOTES_AT_MOST, requestBulk } from '#model'
import { aRequestBulk } from '../../testing/documents.ts'
import { type BulkValues, bulkForm, EMPTY, payloadOf, valuesOf } from './bulk-form.ts'

/** 00:30 on the 2nd of December in India. */
const NOW = new Date('2026-12-01T19:00:00.000Z')
const form = bulkForm(() => NOW)
const typed: BulkValues = { ...valuesOf(aRequestBulk(), '2026-01-01'), deliveryDate: '2026-12-05' }

const codesOf = (changes: Partial<BulkValues>) => {
  const { issues = [] } = v.safeParse(form, { ...typed, ...changes })
  return issues.map(({ path, message }) => [path?.[0]?.key, message])
}
const checked = (changes: Partial<BulkValues> = {}) => v.parse(form, { ...typed, ...changes })

test('every required field is missing from an empty form, and stems are preselected', () => {
  expect(codesOf(EMPTY)).toEqual([
    ...['flowerTypes', 'quantity', 'city', 'deliveryDate', 'deliveryAddress'].map((field) => [field, 'missing']),
    ...['buyerName', 'phone', 'email'].map((field) => [field, 'missing']),
  ])
  expect(EMPTY.quantityUnit).toBe('stems')
})

test.each([
  ['yesterday, though it is still that day in UTC', { deliveryDate: '2026-12-01' }, ['deliveryDate', 'past']],
  ['a day more than 365 days ahead', { deliveryDate: '2027-12-03' }, ['deliveryDate', 'far']],
  ['a day that does not exist', { deliveryDate: '2026-12-32' }, ['deliveryDate', 'missing']],
  ['a quantity of zero', { quantity: '0' }, ['quantity', 'number']],
  ['a fraction', { quantity: '1.5' }, ['quantity', 'number']],
  ['a negative quantity', { quantity: '-3' }, ['quantity', 'number']],
  ['more than a million', { quantity: '1000001' }, ['quantity', 'most']],
  ['a city that is none of the 50', { city: 'Timbuktu' }, ['city', 'unknown']],
  ['a text that is no e-mail address', { email: 'kavya' }, ['email', 'wrong']],
  ['a name of blanks only', { buyerName: '  ' }, ['buyerName', 'missing']],
  ['notes that are too long', { additionalNotes: 'w'.repeat(BULK_NOTES_AT_MOST + 1) }, ['additionalNotes', 'long']],
])('the form does not accept %s', (_, changes, expected) => {
  expect(codesOf(changes)).toEqual([expected])
})

test('what is sent is what the intent declares, whatever digits, names and spellings were typed', () => {
  const values = { quantity: '१,०००', city: 'जयपुर', phone: '98290 55110', email: ' Kavya@Device.example ' }
  const payload = payloadOf(checked({ ...values, deliveryDate: '2026-12-02', additionalNotes: ' Red ' }))
  expect(payload).toMatchObject({ quantity: 1000, city: 'jaipur', phone: '+919829055110', additionalNotes: 'Red' })
  expect(payload.email).toBe('kavya@device.example')
  expect(v.parse(requestBulk.payload, payload)).toEqual(payload)
})

test('the form accepts a day 365 days ahead', () => {
  expect(codesOf({ deliveryDate: '2027-12-02' })).toEqual([])
})

test('empty notes are left out', () => {
  expect(payloadOf(checked({ additionalNotes: ' ' }))).not.toHaveProperty('additionalNotes')
})

test('a request that is filled in again keeps everything but a day that has passed', () => {
  const request = aRequestBulk({ deliveryDate: '2026-12-05', additionalNotes: 'Red' })
  expect(payloadOf(v.parse(form, valuesOf(request, '2026-12-05')))).toEqual(request)
  expect(valuesOf(request, '2026-12-06').deliveryDate).toBe('')
})
