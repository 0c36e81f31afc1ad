import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForCode } from './ask-for-code.ts'

const email = 'asha@device.example'
const AT = Date.parse('2026-11-21T10:00:00.000Z')

beforeEach(() => void vi.useFakeTimers({ now: AT, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a code that was just mailed is on its way, and so is one that was mailed less than a minute ago', async () => {
  expect(await askForCode(email, async () => ({ ok: true }))).toEqual({ ok: true, value: { email, sentAt: AT } })
  const soon = { ok: false, error: 'code_asked_too_often', retryAfterSeconds: 20 } as const
  expect(await askForCode(email, async () => soon)).toEqual({ ok: true, value: { email, sentAt: AT - 40_000 } })
})

test.each([
  { ok: false, error: 'code_asked_too_often', retryAfterSeconds: 61 },
  { ok: false, error: 'code_asked_too_often' },
  { ok: false, error: 'network' },
] as const)('another failure is returned: %j', async (failure) => {
  expect(await askForCode(email, async () => failure)).toEqual(failure)
})
