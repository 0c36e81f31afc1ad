import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { verifyEmail } from '../registration/verify-email.ts'
import { sweepCredentials } from './sweep-credentials.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

test('a sweep removes all expired credentials, however many, and keeps the others', async () => {
  const { accounts, couch, loginCodes, sessions } = service.services
  const store = couch.db('credentials')
  const account = await accounts.findByEmail('customer@mogra.example')
  if (!account) throw new Error('no customer')
  await loginCodes.issue(account, { key: 'home', isKnown: false })
  await Promise.all(Array.from({ length: 250 }, () => sessions.start(account, { provenBy: 'nothing', userAgent: '' })))
  at += 31 * 86_400_000
  const cookie = await sessions.start(account, { provenBy: 'nothing', userAgent: '' })
  expect((await store.ids('a', '\uffff')).length).toBe(252)
  await sweepCredentials(service.services)
  expect((await store.ids('a', '\uffff')).length).toBe(1)
  expect(await sessions.find(cookie)).toBeDefined()
})

test('an account whose e-mail is never verified is deleted a week after the last mail about it', async () => {
  const { accounts, couch } = service.services
  const register = (email: string) =>
    service.app.inject({
      ...{ method: 'POST', url: '/api/accounts' },
      payload: { name: 'Asha', email, phone: '9820000001', city: 'mumbai', type: 'customer', terms: true },
    })
  const emails = ['never@example.com', 'again@example.com', 'verified@example.com']
  for (const email of emails) expect((await register(email)).statusCode).toBe(201)
  const verified = await accounts.findByEmail('verified@example.com')
  if (!verified) throw new Error('no account')
  await verifyEmail(verified.id, service.services)
  const never = await accounts.findByEmail('never@example.com')
  const left = async () => {
    await sweepCredentials(service.services)
    const found = await Promise.all(emails.map((email) => accounts.findByEmail(email)))
    return emails.filter((_, i) => found[i] !== undefined)
  }
  at += 4 * 86_400_000
  expect((await register('again@example.com')).statusCode).toBe(201)
  expect(await left()).toEqual(emails)
  at += 4 * 86_400_000
  expect(await left()).toEqual(['again@example.com', 'verified@example.com'])
  expect(await accounts.get(never?.id ?? '')).toMatchObject({ status: 'ended' })
  await expect(couch.db(never?.mailbox.name ?? '').size()).rejects.toMatchObject({ statusCode: 404 })
  at += 4 * 86_400_000
  expect(await left()).toEqual(['verified@example.com'])
})
