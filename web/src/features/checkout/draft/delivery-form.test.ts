import * as v from 'valibot'
import { expect, test } from 'vitest'
import { deliveryForm, readDelivery, restoreDraft } from './delivery-form.ts'

const today = '2026-11-21'
const noon = new Date(`${today}T12:00:00+05:30`)
const form = deliveryForm(() => noon)

test('a draft is restored field by field, and a past day becomes today', () => {
  const draft = { name: 'Asha', phone: 98, deliveryOn: '2026-11-20', deliveryWindow: 'evening' }
  expect(restoreDraft(draft, today, 'jaipur')).toEqual({
    name: 'Asha',
    phone: '',
    address: '',
    city: 'jaipur',
    pincode: '',
    landmark: '',
    email: '',
    deliveryOn: today,
    deliveryWindow: 'evening',
    substitution: 'call',
  })
  expect(restoreDraft('rubbish', today, '').deliveryWindow).toBe('any')
})

test('control characters that reverse the text are removed, and everything else is kept', () => {
  const typed = {
    ...restoreDraft(undefined, today, 'jaipur'),
    name: ' \u202EAsha\u2066 ',
    phone: '1',
    address: 'a',
    pincode: '1',
  }
  expect(v.parse(form, typed).name).toBe('Asha')
  // Joiners stay: Hindi needs them.
  expect(v.parse(form, { ...typed, name: 'क्\u200Dष' }).name).toBe('क्\u200Dष')
})

test('each empty required field gives its own code', () => {
  const result = v.safeParse(form, restoreDraft(undefined, today, ''))
  const codes = result.issues?.map((issue) => issue.message)
  for (const field of ['name', 'phone', 'address', 'unknown_city', 'pincode']) expect(codes).toContain(field)
  expect(codes).not.toContain('landmark')
})

test('an e-mail for the confirmation may be left out, but not be incomplete', () => {
  const draft = { name: 'Asha', phone: '98', address: '14', city: 'jaipur', pincode: '302015', deliveryOn: today }
  const of = (email: string) => readDelivery({ ...draft, email }, noon)?.email
  expect(['', ' ', ' Asha@Example.com', 'asha@'].map(of)).toEqual(['', '', 'asha@example.com', undefined])
  const codes = v.safeParse(form, restoreDraft({ ...draft, email: 'asha@' }, today, '')).issues
  expect(codes?.map(({ message }) => message)).toEqual(['email'])
})

test('numbers typed with any keyboard and in any notation are stored in one form', () => {
  const draft = { name: 'Asha', address: '14', city: 'जयपुर', deliveryOn: today }
  const kept = { phone: '+919829011420', pincode: '302015', city: 'jaipur' }
  expect(readDelivery({ ...draft, phone: '९८२९०११४२०', pincode: '३०२०१५' }, noon)).toMatchObject(kept)
  expect(readDelivery({ ...draft, phone: '0091 (98290) 11420', pincode: '302-015' }, noon)).toMatchObject(kept)
})

test('an invisible text counts as empty', () => {
  const unseen = {
    name: '\u200B',
    phone: '\u2060',
    address: '\u200D',
    city: 'jaipur',
    pincode: '\uFEFF',
    email: '\u200B',
  }
  const codes = v.safeParse(form, restoreDraft(unseen, today, '')).issues?.map(({ message }) => message)
  expect(codes).toEqual(['name', 'phone', 'address', 'pincode'])
})
