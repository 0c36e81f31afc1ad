import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

/** Returns how many of these mails may be posted, one after the other. */
async function posted(mails: [visitor: string, email: string, order: string][]) {
  let n = 0
  for (const mail of mails) if (await service.services.visitorMailLimits.mayPost(...mail)) n += 1
  return n
}

test('one address gets three mails a day from all visitors, and a repeat for the same order gets the same answer', async () => {
  const mails = [1, 2, 3, 4].map((n): [string, string, string] => [`v${n}`, 'Asha@x.example', `order:a${n}`])
  expect(await posted(mails)).toBe(3)
  expect(await posted(mails)).toBe(3)
  at += 86_400_001
  expect(await posted([['v5', 'asha@x.example', 'order:a5']])).toBe(1)
})

test('one visitor may cause five mails a day, to any addresses', async () => {
  const mails = [1, 2, 3, 4, 5, 6, 7].map((n): [string, string, string] => [
    'v9',
    `stranger${n}@x.example`,
    `order:b${n}`,
  ])
  expect(await posted(mails)).toBe(5)
  expect(await posted(mails)).toBe(5)
  expect(await posted([['v10', 'stranger7@x.example', 'order:b8']])).toBe(1)
  at += 86_400_001
  expect(await posted([['v9', 'stranger8@x.example', 'order:b9']])).toBe(1)
})
