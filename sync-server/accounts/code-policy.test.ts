import { expect, test } from 'vitest'
import { type CodeState, issue, noCodes, tryCode } from './code-policy.ts'

const START = Date.parse('2026-11-21T06:00:00.000Z')
const after = (seconds: number) => new Date(START + seconds * 1000)

let n = 0
const ask = (state: CodeState, address: string, seconds: number) => {
  n += 1
  return issue(state, { address, now: after(seconds), ref: `ref${n}`, nonce: `nonce${n}` })
}
const asked = (state: CodeState, address: string, seconds: number): CodeState => {
  const answer = ask(state, address, seconds)
  if ('retryAfterSeconds' in answer) throw new Error(`has to wait ${answer.retryAfterSeconds} s`)
  return answer
}
/** Tries the code that the address asked for, or a wrong one. */
const attempt = (state: CodeState, address: string, codeOf: string | 'wrong', seconds = 1) =>
  tryCode(state, { address, now: after(seconds), matches: (code) => code.address === codeOf })
const wrongTimes = (state: CodeState, address: string, times: number): CodeState => {
  let left = state
  for (let i = 0; i < times; i += 1) {
    const verdict = attempt(left, address, 'wrong')
    if ('state' in verdict) left = verdict.state
  }
  return left
}

test('a code is asked for again after 60 seconds at the earliest', () => {
  const state = asked(noCodes, 'home', 0)
  expect(ask(state, 'home', 1)).toEqual({ retryAfterSeconds: 59 })
  expect(ask(state, 'home', 59.5)).toEqual({ retryAfterSeconds: 1 })
  expect(ask(state, 'home', 60)).toHaveProperty('codes.length', 1)
})

test('a code is used once', () => {
  const verdict = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  expect(verdict.outcome).toBe('match')
  expect('state' in verdict && attempt(verdict.state, 'home', 'home').outcome).toBe('code_missing')
})

test('a sign-in lets the next code be asked for at once', () => {
  const verdict = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  expect('state' in verdict && ask(verdict.state, 'home', 2)).toHaveProperty('codes.length', 1)
})

test('a code asked for again replaces the one before', () => {
  const first = asked(noCodes, 'home', 0)
  const second = asked(first, 'home', 61)
  const oldRef = first.codes[0]?.ref
  expect(tryCode(second, { address: 'home', now: after(62), matches: ({ ref }) => ref === oldRef }).outcome).toBe(
    'code_invalid',
  )
})

test('a code is valid for ten minutes, and said to be expired after', () => {
  const state = asked(noCodes, 'home', 0)
  expect(attempt(state, 'home', 'home', 599).outcome).toBe('match')
  expect(attempt(state, 'home', 'home', 600).outcome).toBe('code_expired')
  expect(attempt(state, 'home', 'wrong', 600).outcome).toBe('code_expired')
})

test('five wrong tries use a code up', () => {
  const state = asked(noCodes, 'home', 0)
  expect(attempt(state, 'home', 'wrong')).toMatchObject({ outcome: 'code_invalid', triesLeft: 4 })
  expect(attempt(wrongTimes(state, 'home', 4), 'home', 'home').outcome).toBe('match')
  expect(attempt(wrongTimes(state, 'home', 4), 'home', 'wrong')).toMatchObject({ triesLeft: 0 })
  expect(attempt(wrongTimes(state, 'home', 5), 'home', 'home').outcome).toBe('code_missing')
})

test('a stranger who tries and asks from elsewhere neither uses up nor replaces the code of its owner', () => {
  let state = asked(noCodes, 'home', 0)
  for (const stranger of ['a', 'b', 'c', 'd']) {
    state = wrongTimes(state, stranger, 20)
    state = wrongTimes(asked(state, stranger, 1), stranger, 20)
  }
  expect(attempt(state, 'home', 'home').outcome).toBe('match')
})

test('all strangers together have five tries at a code', () => {
  const state = wrongTimes(wrongTimes(asked(noCodes, 'home', 0), 'a', 3), 'b', 2)
  expect(attempt(state, 'c', 'home').outcome).toBe('code_missing')
})

test('a code asked for on Wi-Fi can be typed on mobile data', () => {
  expect(attempt(asked(noCodes, 'wifi', 0), 'mobile', 'wifi').outcome).toBe('match')
})

test('one address gets five codes an hour, all together fifteen, and the wait is told', () => {
  let state = noCodes
  for (let i = 0; i < 5; i += 1) state = asked(state, 'a', i * 60)
  expect(ask(state, 'a', 300)).toEqual({ retryAfterSeconds: 3300 })
  for (let i = 0; i < 10; i += 1) state = asked(state, `b${i}`, 301)
  expect(ask(state, 'home', 302)).toEqual({ retryAfterSeconds: 3298 })
  expect(ask(state, 'home', 3601)).toHaveProperty('codes')
})

test('no e-mail gets more than forty codes a day that nobody uses', () => {
  let state = noCodes
  for (let i = 0; i < 40; i += 1) state = asked(state, `x${i}`, i * 300)
  expect(ask(state, 'home', 40 * 300)).toEqual({ retryAfterSeconds: 86_400 - 12_000 })
  expect(ask(state, 'home', 86_400)).toHaveProperty('codes')
})

test('strangers with many addresses use up what all may ask for, but not what a known device or address may', () => {
  const signedIn = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  if (!('state' in signedIn)) throw new Error(signedIn.outcome)
  let state = signedIn.state
  for (let n = 0; n < 15; n += 1) state = asked(state, `stranger${n}`, 61)
  expect(ask(state, 'another', 62)).toHaveProperty('retryAfterSeconds')
  expect(ask(state, 'home', 62)).toHaveProperty('codes')
  const known = { address: 'new network', isKnown: true, now: after(62), ref: 'ref', nonce: 'nonce' }
  expect(issue(state, known)).toHaveProperty('codes')
})
