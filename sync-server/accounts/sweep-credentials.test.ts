import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { sweepCredentials } from './sweep-credentials.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

test('what has expired is swept away, however much it is, and what has not stays', async () => {
  const { accounts, couch, loginCodes, sessions } = service.services
  const store = couch.db('credentials')
  const account = await accounts.findByEmail('customer@mogra.example')
  if (!account) throw new Error('no customer')
  await loginCodes.issue(account, '198.51.100.1')
  await Promise.all(Array.from({ length: 250 }, () => sessions.start(account)))
  at += 31 * 86_400_000
  const cookie = await sessions.start(account)
  expect((await store.ids('a', '\uffff')).length).toBe(252)
  await sweepCredentials(couch, new Date(at))
  expect((await store.ids('a', '\uffff')).length).toBe(1)
  expect(await sessions.find(cookie)).toBeDefined()
})
