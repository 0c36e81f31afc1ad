import { expect, test } from 'vitest'
import { memoryKeyValue } from './key-value.ts'
import { openServiceClock } from './service-clock.ts'

const NOON = Date.parse('2026-11-25T12:00:00Z')
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Answer {
  headers?: Record<string, string>
  tookMs?: number
  status?: number
}

/** A device whose clock is off by `offMs`, and a service that answers with the right time. */
function device(offMs: number, values = memoryKeyValue()) {
  let right = NOON
  let off = offMs
  let answer: Answer = {}
  const clock = openServiceClock({
    values,
    now: () => new Date(right + off),
    fetch: async () => {
      const date = new Date(right).toUTCString()
      right += answer.tookMs ?? 0
      const headers = { 'Content-Type': 'application/json', Date: date, ...answer.headers }
      return new Response(answer.status === 204 ? null : '{}', { status: answer.status ?? 200, headers })
    },
  })
  return {
    clock,
    values,
    ask: async (next: Answer = {}) => {
      answer = next
      await clock.fetch('http://mogra.example/api/sessions/current')
    },
    set: (ms: number) => {
      off = ms
    },
    errorMs: () => Math.abs(clock.now().getTime() - right),
  }
}

test('a phone that is a day slow, or half an hour fast, goes by the time of the first answer, and again after a reload', async () => {
  for (const off of [-DAY_MS, 35 * MINUTE_MS]) {
    const phone = device(off)
    expect(phone.errorMs()).toBe(Math.abs(off))
    await phone.ask()
    expect(phone.errorMs()).toBeLessThanOrEqual(1000)
    expect(device(off, phone.values).errorMs()).toBeLessThanOrEqual(1000)
  }
})

test('a clock that is right to a few seconds is left as it is', async () => {
  const phone = device(2_000)
  await phone.ask()
  expect(phone.errorMs()).toBe(2_000)
})

test('a clock that was put right is believed again', async () => {
  const phone = device(-DAY_MS)
  await phone.ask()
  phone.set(0)
  await phone.ask()
  expect(phone.errorMs()).toBe(0)
})

test.each<[string, Answer]>([
  ['from a cache', { headers: { Age: '3600' } }],
  ['after more than five seconds', { tookMs: 5_001 }],
  ['of a captive portal', { headers: { 'Content-Type': 'text/html' } }],
  ['without a readable time', { headers: { Date: 'yesterday' } }],
])('an answer %s says nothing about the time', async (_what, answer) => {
  const phone = device(-DAY_MS)
  await phone.ask(answer)
  expect(phone.errorMs()).toBeGreaterThanOrEqual(DAY_MS - 6_000)
})

test('an answer without a body gives the time, too', async () => {
  const phone = device(-DAY_MS)
  await phone.ask({ status: 204 })
  expect(phone.errorMs()).toBeLessThanOrEqual(1000)
})

test('those who show the time hear of a correction', async () => {
  const phone = device(-DAY_MS)
  let corrections = 0
  phone.clock.subscribe(() => {
    corrections += 1
  })
  await phone.ask()
  await phone.ask()
  expect(corrections).toBe(1)
})

test('a clock that is more than ten minutes off is told once, and again only after it was right', async () => {
  const phone = device(9 * MINUTE_MS)
  await phone.ask()
  expect(phone.clock.tellsWrong()).toBe(false)
  phone.set(11 * MINUTE_MS)
  await phone.ask()
  expect([phone.clock.tellsWrong(), phone.clock.tellsWrong()]).toEqual([true, false])
  expect(device(0, phone.values).clock.tellsWrong()).toBe(false)
  phone.set(0)
  await phone.ask()
  phone.set(-DAY_MS)
  await phone.ask()
  expect(phone.clock.tellsWrong()).toBe(true)
})
