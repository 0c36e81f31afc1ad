import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DeliveryForm, looksLikeMobile, looksLikePincode, restoreDraft } from './delivery-form.ts'

const today = '2026-11-21'

test('a draft is restored field by field, and a day that has gone by becomes today', () => {
  const draft = { name: 'Asha', phone: 98, deliveryOn: '2026-11-20', deliveryWindow: 'evening' }
  expect(restoreDraft(draft, today, 'jaipur')).toEqual({
    name: 'Asha',
    phone: '',
    address: '',
    city: 'jaipur',
    pincode: '',
    landmark: '',
    deliveryOn: today,
    deliveryWindow: 'evening',
  })
  expect(restoreDraft('rubbish', today, '').deliveryWindow).toBe('any')
})

test('each required field names itself when it is empty', () => {
  const result = v.safeParse(DeliveryForm, restoreDraft(undefined, today, ''))
  const codes = result.issues?.map((issue) => issue.message)
  for (const field of ['name', 'phone', 'address', 'city', 'pincode']) expect(codes).toContain(field)
  expect(codes).not.toContain('landmark')
})

test('unusual numbers are noticed, usual ones are not', () => {
  expect(['302015', '302 015'].every(looksLikePincode)).toBe(true)
  expect(['012345', '30201', 'abcdef'].some(looksLikePincode)).toBe(false)
  expect(['9829011420', '+91 98290 11420', '098290-11420'].every(looksLikeMobile)).toBe(true)
  expect(['98290 1142', '1829011420'].some(looksLikeMobile)).toBe(false)
})
