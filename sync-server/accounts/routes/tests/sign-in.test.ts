import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { signInCalls } from '../testing/sign-in-calls.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

const { codeFor, currentSession, newPerson, post, signIn, signOut } = signInCalls(() => service)

test('a mailed code signs in, the cookie identifies the session, and signing out ends it', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  expect(Number(code)).toBeGreaterThanOrEqual(100_000)
  const answer = await signIn(email, code)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    account: {
      id: expect.stringMatching(/^[\w-]{16}$/),
      version: 2,
      email,
      name: expect.any(String),
      role: 'CUSTOMER',
    },
    feeds: [],
    mailbox: { name: expect.stringMatching(/^mailbox-[0-9a-f]{32}$/), generation: 1 },
  })
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 })
  expect(cookie?.value).toMatch(/^[\w-]{43}$/)

  const sid = `sid=${cookie?.value}`
  expect(await currentSession(sid)).toMatchObject({ status: 200, ...answer.json() })
  expect((await signOut(sid)).statusCode).toBe(204)
  expect(await currentSession(sid)).toMatchObject({ status: 401, error: 'signed_out' })
})

test('mails are sent in the language of the last sign-in', async () => {
  const email = await newPerson()
  const languageOf = async () => (await service.services.accounts.findByEmail(email))?.language
  const signInIn = async (body: object, headers: Record<string, string> = {}) => {
    const payload = { email, code: await codeFor(email), ...body }
    expect((await post('/api/sessions', payload, headers)).statusCode).toBe(200)
    at += 61_000
  }
  await signInIn({}, { 'accept-language': 'hi-IN,en;q=0.5' })
  expect(await languageOf()).toBe('hi')
  await signInIn({ language: 'en' }, { 'accept-language': 'hi-IN,en;q=0.5' })
  expect(await languageOf()).toBe('en')
  await signInIn({ language: 'hi' })
  expect(await languageOf()).toBe('hi')
  await signInIn({})
  expect(await languageOf()).toBe('hi')
})

test('the account knows how its person signed up, and when they logged in last', async () => {
  const email = await newPerson()
  const known = async () => {
    const { provider, lastLoginAt } = (await service.services.accounts.findByEmail(email)) ?? {}
    return { provider, lastLoginAt }
  }
  expect(await known()).toEqual({ provider: 'email', lastLoginAt: undefined })
  for (const laterMs of [0, 61_000]) {
    at += laterMs
    const { mailbox } = (await signIn(email, await codeFor(email))).json()
    const lastLoginAt = new Date(at).toISOString()
    expect(await known()).toEqual({ provider: 'email', lastLoginAt })
    expect(await service.services.mailboxes.get(mailbox.name, 'account')).toMatchObject({
      provider: 'email',
      lastLoginAt,
    })
  }
})

test('the account can be read in its mailbox', async () => {
  const email = await newPerson()
  const { mailbox, account } = (await signIn(email, await codeFor(email))).json()
  expect(await service.services.couch.db(mailbox.name).get('account')).toMatchObject({
    type: 'account',
    // Made, and signed in once.
    version: 2,
    id: account.id,
    email,
    role: 'CUSTOMER',
    city: 'mumbai',
  })
})

test('neither a code nor a cookie is stored in the database', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  const { couch } = service.services
  const everything = async () =>
    JSON.stringify([
      await couch.db('credentials').range('', '\uffff'),
      await couch.db('outbox').range('', '\uffff'),
      await couch.db('accounts').range('email:', 'email:\uffff'),
    ])
  expect(await everything()).not.toContain(code)
  const cookie = (await signIn(email, code)).cookies[0]?.value ?? '-'
  expect(await everything()).not.toContain(cookie)
  expect(await everything()).not.toContain(email)
})

test('on https the cookie is limited to this host and to https, and the proxy’s header gives the address', async () => {
  const secure = await startTestService({ env: { PUBLIC_URL: 'https://mogra.example' } })
  const { app, services } = secure
  const email = 'customer@mogra.example'
  const headers = { origin: 'https://mogra.example', host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.9' }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
  expect((await post('/api/login-codes', { email })).statusCode).toBe(202)
  const code = (await secure.mailTo(email)).text.match(/\b\d{6}\b/)?.[0]
  const answer = await post('/api/sessions', { email, code })
  expect(answer.cookies[0]).toMatchObject({ name: '__Host-sid', secure: true, httpOnly: true, path: '/' })
  expect(answer.cookies[0]).not.toHaveProperty('domain')
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  const elsewhere = { email: 'partner@mogra.example' }
  expect((await post('/api/login-codes', elsewhere)).statusCode).toBe(202)
  expect((await post('/api/login-codes', elsewhere)).statusCode).toBe(429)
  // The client's own claim comes first in the header; the proxy appends the address that it sees, and a private proxy
  // behind it appends another.
  headers['x-forwarded-for'] = '203.0.113.10, 203.0.113.9, 10.0.0.5'
  expect((await post('/api/login-codes', elsewhere)).statusCode).toBe(429)
  headers['x-forwarded-for'] = '203.0.113.10'
  expect((await post('/api/login-codes', elsewhere)).statusCode).toBe(202)
  expect(services.settings.publicUrl).toBe('https://mogra.example')
  await secure.close()
})
