import { expect, test } from 'vitest'
import { type AttemptState, attempt, emptyAttempts, succeeded } from './attempt-policy.ts'

const START = Date.parse('2026-11-21T06:00:00.000Z')
const after = (seconds: number) => new Date(START + seconds * 1000)
const tried = (state: AttemptState, address: string, seconds: number, isKnown = false) =>
  attempt(state, { address, isKnown, now: after(seconds) })
function failing(state: AttemptState, address: string, times: number): AttemptState {
  let left = state
  for (let n = 0; n < times; n += 1) {
    const next = tried(left, address, 0)
    if ('retryAfterSeconds' in next) throw new Error(`${n} were heard`)
    left = next
  }
  return left
}

test('an address that tried five wrong passwords has to wait for 15 minutes', () => {
  const state = failing(emptyAttempts, 'home', 5)
  expect(tried(state, 'home', 1)).toEqual({ retryAfterSeconds: 899 })
  expect(tried(state, 'office', 1)).toHaveProperty('failed')
  expect(tried(state, 'home', 900)).toHaveProperty('failed.length', 1)
})

test('strangers with many addresses share a limit, which does not stop an address or device that signed in before', () => {
  const signedIn = succeeded(failing(emptyAttempts, 'home', 1), 'home')
  const state = ['a', 'b', 'c', 'd'].reduce((left, address) => failing(left, address, 5), signedIn)
  expect(tried(state, 'e', 1)).toHaveProperty('retryAfterSeconds')
  expect(tried(state, 'home', 1)).toHaveProperty('failed')
  expect(tried(state, 'new phone', 1, true)).toHaveProperty('failed')
})

test('a sign-in clears the failures of its own address only', () => {
  const state = failing(failing(emptyAttempts, 'home', 4), 'stranger', 5)
  const signedIn = succeeded(state, 'home')
  expect(failing(signedIn, 'home', 5).failed).toHaveLength(10)
  expect(tried(signedIn, 'stranger', 1)).toHaveProperty('retryAfterSeconds')
})
