import { expect, test } from 'vitest'
import { readEmail, readNext, readSuccess } from './login-redirect.ts'

test('after signing in a person is sent to a path of this app and nowhere else', () => {
  expect(readNext('/checkout?flower=tulips')).toBe('/checkout?flower=tulips')
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    null,
  ])
    expect(readNext(elsewhere)).toBeUndefined()
})

test('only a success state shows its message', () => {
  expect(readSuccess({ type: 'success', message: 'Verified' })).toBe('Verified')
  expect(readSuccess({ type: 'error', message: 'no' })).toBeUndefined()
  expect(readSuccess(null)).toBeUndefined()
})

test('an e-mail that was typed on another screen comes along', () => {
  expect(readEmail({ email: 'asha@device.example' })).toBe('asha@device.example')
  expect(readEmail({ type: 'success', message: 'Verified' })).toBe('')
  expect(readEmail(null)).toBe('')
})
