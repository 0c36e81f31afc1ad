import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../../../testing/test-service.ts'
import type { AccessEntry } from '../../access-log.ts'

let service: TestService
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, { cookie }: Pick<SignedIn, 'cookie'>, payload?: object) =>
  service.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })

/** A person who is signed in on two devices. */
async function somebodyTwice() {
  people += 1
  const email = `devices${people}@example.com`
  const account = await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const signIn = async (userAgent: string) => ({
    cookie: `sid=${await service.services.sessions.start(account, { provenBy: 'code', userAgent })}`,
    account: account.id,
    mailbox: account.mailbox.name,
  })
  return { phone: await signIn('Phone'), laptop: await signIn('Laptop'), email }
}
const listOf = async (who: { cookie: string }) => (await call('GET', '/api/sessions', who)).json().sessions
const isSignedIn = async (who: { cookie: string }) =>
  (await call('GET', '/api/sessions/current', who)).statusCode === 200

test('a person sees where they are signed in, and which session is the current one', async () => {
  const { phone, laptop } = await somebodyTwice()
  const seen = await listOf(phone)
  expect(seen).toHaveLength(2)
  expect(seen.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{20}$/), userAgent: 'Phone', isCurrent: true },
    ...{ madeAt: expect.any(String), seenAt: expect.any(String) },
  })
  expect((await listOf(laptop)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).userAgent).toBe('Laptop')
  const stored = await service.services.couch.db('credentials').ids('session:', 'session:￿')
  for (const { id } of seen) expect(stored.some((one) => one.includes(id))).toBe(false)
})

test('a device that is signed out from another one is cut off immediately, and the others are not', async () => {
  const { phone, laptop } = await somebodyTwice()
  const held = fetch(`${service.url}/db/${laptop.mailbox}/_changes?feed=longpoll&since=now&heartbeat=10000`, {
    headers: { cookie: laptop.cookie },
  }).then((response) => response.text())
  const other = (await listOf(phone)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await expect.poll(() => service.services.sessionRequests.count()).toBe(1)
  expect((await call('DELETE', `/api/sessions/${other.id}`, phone)).statusCode).toBe(204)
  await Promise.race([
    held.catch(() => {}),
    new Promise((_, reject) => setTimeout(() => reject(new Error('still held')), 5_000).unref()),
  ])
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false])
  expect((await call('DELETE', `/api/sessions/${other.id}`, phone)).statusCode).toBe(404)
})

test('a person cannot end the session of another person', async () => {
  const [mine, theirs] = [await somebodyTwice(), await somebodyTwice()]
  for (const { id } of await listOf(theirs.phone))
    expect((await call('DELETE', `/api/sessions/${id}`, mine.phone)).statusCode).toBe(404)
  expect(await isSignedIn(theirs.phone)).toBe(true)
})

test('signing out everywhere also ends the current session', async () => {
  const { phone, laptop } = await somebodyTwice()
  const answer = await call('DELETE', '/api/sessions', phone)
  expect([answer.statusCode, answer.cookies[0]?.value]).toEqual([204, ''])
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false])
})

test('sign-ins, failures, sign-outs and revocations are logged without secrets', async () => {
  const { phone, email } = await somebodyTwice()
  await call('POST', '/api/login-codes', { cookie: '' }, { email })
  await service.services.outbox.wake()
  const code = (await service.mailTo(email)).text.match(/\b\d{6}\b/)?.[0] ?? ''
  const tryCode = (given: string) =>
    service.app.inject({
      ...{ method: 'POST', url: '/api/sessions', payload: { email, code: given } },
      ...{ headers: { 'user-agent': 'Shop phone' }, remoteAddress: '198.51.100.44' },
    })
  await tryCode(code === '123456' ? '654321' : '123456')
  // It was asked for from another address, so it still has five tries for all other addresses.
  const cookie = `sid=${(await tryCode(code)).cookies[0]?.value}`
  await call('DELETE', '/api/sessions/current', { cookie })
  await call('DELETE', '/api/sessions', phone)
  const entries = await service.services.couch.db('audit').range<AccessEntry>('access:', 'access:￿')
  const mine = entries.filter(({ account }) => account === phone.account)
  expect(mine.map(({ what }) => what)).toEqual(['sign-in-failed', 'sign-in', 'sign-out', 'sessions-revoked'])
  expect(mine[1]).toMatchObject({ userAgent: 'Shop phone', address: expect.stringMatching(/^[0-9a-f]{20}$/) })
  for (const secret of [code, cookie.slice(4), email, '198.51.100.44'])
    expect(JSON.stringify(mine)).not.toContain(secret)
})
