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
/** Tries the code that was issued to the address `codeOf`, or a wrong one. */
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

test('an address can ask for another code after 60 seconds', () => {
  const state = asked(noCodes, 'home', 0)
  expect(ask(state, 'home', 1)).toEqual({ retryAfterSeconds: 59 })
  expect(ask(state, 'home', 59.5)).toEqual({ retryAfterSeconds: 1 })
  expect(ask(state, 'home', 60)).toHaveProperty('codes.length', 1)
})

test('a code can be used once', () => {
  const verdict = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  expect(verdict.outcome).toBe('match')
  expect('state' in verdict && attempt(verdict.state, 'home', 'home').outcome).toBe('code_missing')
})

test('after a sign-in, the next code can be asked for immediately', () => {
  const verdict = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  expect('state' in verdict && ask(verdict.state, 'home', 2)).toHaveProperty('codes.length', 1)
})

test('a new code replaces the one before', () => {
  const first = asked(noCodes, 'home', 0)
  const second = asked(first, 'home', 61)
  const oldRef = first.codes[0]?.ref
  expect(tryCode(second, { address: 'home', now: after(62), matches: ({ ref }) => ref === oldRef }).outcome).toBe(
    'code_invalid',
  )
})

test('a code is valid for ten minutes and is reported as expired after that', () => {
  const state = asked(noCodes, 'home', 0)
  expect(attempt(state, 'home', 'home', 599).outcome).toBe('match')
  expect(attempt(state, 'home', 'home', 600).outcome).toBe('code_expired')
  expect(attempt(state, 'home', 'wrong', 600).outcome).toBe('code_expired')
})

test('a code cannot be used after five wrong tries', () => {
  const state = asked(noCodes, 'home', 0)
  expect(attempt(state, 'home', 'wrong')).toMatchObject({ outcome: 'code_invalid', triesLeft: 4 })
  expect(attempt(wrongTimes(state, 'home', 4), 'home', 'home').outcome).toBe('match')
  expect(attempt(wrongTimes(state, 'home', 4), 'home', 'wrong')).toMatchObject({ triesLeft: 0 })
  expect(attempt(wrongTimes(state, 'home', 5), 'home', 'home').outcome).toBe('code_missing')
})

test('a stranger at another address neither uses up the owner’s tries nor replaces the owner’s code', () => {
  let state = asked(noCodes, 'home', 0)
  for (const stranger of ['a', 'b', 'c', 'd']) {
    state = wrongTimes(state, stranger, 20)
    state = wrongTimes(asked(state, stranger, 1), stranger, 20)
  }
  expect(attempt(state, 'home', 'home').outcome).toBe('match')
})

test('all other addresses together have five tries at a code', () => {
  const state = wrongTimes(wrongTimes(asked(noCodes, 'home', 0), 'a', 3), 'b', 2)
  expect(attempt(state, 'c', 'home').outcome).toBe('code_missing')
})

test('a code that was asked for on Wi-Fi can be entered on mobile data', () => {
  expect(attempt(asked(noCodes, 'wifi', 0), 'mobile', 'wifi').outcome).toBe('match')
})

test('one address gets five codes an hour and all together fifteen, and a refusal says how long to wait', () => {
  let state = noCodes
  for (let i = 0; i < 5; i += 1) state = asked(state, 'a', i * 60)
  expect(ask(state, 'a', 300)).toEqual({ retryAfterSeconds: 3300 })
  for (let i = 0; i < 10; i += 1) state = asked(state, `b${i}`, 301)
  expect(ask(state, 'home', 302)).toEqual({ retryAfterSeconds: 3298 })
  expect(ask(state, 'home', 3601)).toHaveProperty('codes')
})

test('no e-mail gets more than forty unused codes a day', () => {
  let state = noCodes
  for (let i = 0; i < 40; i += 1) state = asked(state, `x${i}`, i * 300)
  expect(ask(state, 'home', 40 * 300)).toEqual({ retryAfterSeconds: 86_400 - 12_000 })
  expect(ask(state, 'home', 86_400)).toHaveProperty('codes')
})

test('strangers with many addresses use up the common limit, but not that of a known device or address', () => {
  const signedIn = attempt(asked(noCodes, 'home', 0), 'home', 'home')
  if (!('state' in signedIn)) throw new Error(signedIn.outcome)
  let state = signedIn.state
  for (let n = 0; n < 15; n += 1) state = asked(state, `stranger${n}`, 61)
  expect(ask(state, 'another', 62)).toHaveProperty('retryAfterSeconds')
  expect(ask(state, 'home', 62)).toHaveProperty('codes')
  const known = { address: 'new network', isKnown: true, now: after(62), ref: 'ref', nonce: 'nonce' }
  expect(issue(state, known)).toHaveProperty('codes')
})
