import { expect, test } from 'vitest'
import { type CodeBook, emptyBook, issue, tryCode } from './code-book.ts'

const START = Date.parse('2026-11-21T06:00:00.000Z')
const after = (seconds: number) => new Date(START + seconds * 1000)

let n = 0
const ask = (book: CodeBook, address: string, seconds: number) => {
  n += 1
  return issue(book, { address, now: after(seconds), ref: `ref${n}`, nonce: `nonce${n}` })
}
const asked = (book: CodeBook, address: string, seconds: number): CodeBook => {
  const answer = ask(book, address, seconds)
  if ('retryAfterSeconds' in answer) throw new Error(`has to wait ${answer.retryAfterSeconds} s`)
  return answer
}
/** Tries the code that the address asked for, or a wrong one. */
const attempt = (book: CodeBook, address: string, codeOf: string | 'wrong', seconds = 1) =>
  tryCode(book, { address, now: after(seconds), matches: (code) => code.address === codeOf })
const wrongTimes = (book: CodeBook, address: string, times: number): CodeBook => {
  let left = book
  for (let i = 0; i < times; i += 1) {
    const verdict = attempt(left, address, 'wrong')
    if ('book' in verdict) left = verdict.book
  }
  return left
}

test('a code is asked for again after 60 seconds at the earliest', () => {
  const book = asked(emptyBook, 'home', 0)
  expect(ask(book, 'home', 1)).toEqual({ retryAfterSeconds: 59 })
  expect(ask(book, 'home', 59.5)).toEqual({ retryAfterSeconds: 1 })
  expect(ask(book, 'home', 60)).toHaveProperty('codes.length', 1)
})

test('a code is used once', () => {
  const verdict = attempt(asked(emptyBook, 'home', 0), 'home', 'home')
  expect(verdict.outcome).toBe('match')
  expect('book' in verdict && attempt(verdict.book, 'home', 'home').outcome).toBe('code_missing')
})

test('a sign-in lets the next code be asked for at once', () => {
  const verdict = attempt(asked(emptyBook, 'home', 0), 'home', 'home')
  expect('book' in verdict && ask(verdict.book, 'home', 2)).toHaveProperty('codes.length', 1)
})

test('a code asked for again replaces the one before', () => {
  const first = asked(emptyBook, 'home', 0)
  const second = asked(first, 'home', 61)
  const oldRef = first.codes[0]?.ref
  expect(tryCode(second, { address: 'home', now: after(62), matches: ({ ref }) => ref === oldRef }).outcome).toBe(
    'code_invalid',
  )
})

test('a code is valid for ten minutes, and said to be expired after', () => {
  const book = asked(emptyBook, 'home', 0)
  expect(attempt(book, 'home', 'home', 599).outcome).toBe('match')
  expect(attempt(book, 'home', 'home', 600).outcome).toBe('code_expired')
  expect(attempt(book, 'home', 'wrong', 600).outcome).toBe('code_expired')
})

test('five wrong tries use a code up', () => {
  const book = asked(emptyBook, 'home', 0)
  expect(attempt(book, 'home', 'wrong')).toMatchObject({ outcome: 'code_invalid', triesLeft: 4 })
  expect(attempt(wrongTimes(book, 'home', 4), 'home', 'home').outcome).toBe('match')
  expect(attempt(wrongTimes(book, 'home', 4), 'home', 'wrong')).toMatchObject({ triesLeft: 0 })
  expect(attempt(wrongTimes(book, 'home', 5), 'home', 'home').outcome).toBe('code_missing')
})

test('a stranger who tries and asks from elsewhere neither uses up nor replaces the code of its owner', () => {
  let book = asked(emptyBook, 'home', 0)
  for (const stranger of ['a', 'b', 'c', 'd']) {
    book = wrongTimes(book, stranger, 20)
    book = wrongTimes(asked(book, stranger, 1), stranger, 20)
  }
  expect(attempt(book, 'home', 'home').outcome).toBe('match')
})

test('all strangers together have five tries at a code', () => {
  const book = wrongTimes(wrongTimes(asked(emptyBook, 'home', 0), 'a', 3), 'b', 2)
  expect(attempt(book, 'c', 'home').outcome).toBe('code_missing')
})

test('a code asked for on Wi-Fi can be typed on mobile data', () => {
  expect(attempt(asked(emptyBook, 'wifi', 0), 'mobile', 'wifi').outcome).toBe('match')
})

test('one address gets five codes an hour, all together fifteen, and the wait is told', () => {
  let book = emptyBook
  for (let i = 0; i < 5; i += 1) book = asked(book, 'a', i * 60)
  expect(ask(book, 'a', 300)).toEqual({ retryAfterSeconds: 3300 })
  for (let i = 0; i < 10; i += 1) book = asked(book, `b${i}`, 301)
  expect(ask(book, 'home', 302)).toEqual({ retryAfterSeconds: 3298 })
  expect(ask(book, 'home', 3601)).toHaveProperty('codes')
})

test('no e-mail gets more than forty codes a day that nobody uses', () => {
  let book = emptyBook
  for (let i = 0; i < 40; i += 1) book = asked(book, `x${i}`, i * 300)
  expect(ask(book, 'home', 40 * 300)).toEqual({ retryAfterSeconds: 86_400 - 12_000 })
  expect(ask(book, 'home', 86_400)).toHaveProperty('codes')
})

test('strangers with many addresses use up what all may ask for, but not what a known device or address may', () => {
  const signedIn = attempt(asked(emptyBook, 'home', 0), 'home', 'home')
  if (!('book' in signedIn)) throw new Error(signedIn.outcome)
  let book = signedIn.book
  for (let n = 0; n < 15; n += 1) book = asked(book, `stranger${n}`, 61)
  expect(ask(book, 'another', 62)).toHaveProperty('retryAfterSeconds')
  expect(ask(book, 'home', 62)).toHaveProperty('codes')
  const known = { address: 'new network', isKnown: true, now: after(62), ref: 'ref', nonce: 'nonce' }
  expect(issue(book, known)).toHaveProperty('codes')
})
