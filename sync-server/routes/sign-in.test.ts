import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

let people = 0
async function newPerson(): Promise<string> {
  people += 1
  const email = `person${people}@example.com`
  await service.services.accounts.create({ email, name: `Person ${people}`, role: 'CUSTOMER', city: 'mumbai' })
  return email
}

const call = (method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object, headers: Record<string, string> = {}) =>
  service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
const ask = (email: string, from = '198.51.100.1', more: object = {}) =>
  service.app.inject({ method: 'POST', url: '/api/login-codes', payload: { email, ...more }, remoteAddress: from })
const signIn = (email: string, code: string, from = '198.51.100.1') =>
  service.app.inject({ method: 'POST', url: '/api/sessions', payload: { email, code }, remoteAddress: from })
async function codeFor(email: string): Promise<string> {
  const before = service.mails().length
  expect((await ask(email)).statusCode).toBe(202)
  await service.services.outbox.wake()
  expect(service.mails().length).toBe(before + 1)
  return (await service.mailTo(email)).text.match(/\b\d{6}\b/)?.[0] ?? ''
}
const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')

test('a mailed code signs in, the cookie says who it is, and signing out ends it', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  expect(Number(code)).toBeGreaterThanOrEqual(100_000)
  const answer = await signIn(email, code)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    account: { id: expect.stringMatching(/^[\w-]{16}$/), email, name: expect.any(String), role: 'CUSTOMER' },
    mailbox: { name: expect.stringMatching(/^mailbox-[0-9a-f]{32}$/), generation: 1 },
  })
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 })
  expect(cookie?.value).toMatch(/^[\w-]{43}$/)

  const headers = { cookie: `sid=${cookie?.value}` }
  const current = await call('GET', '/api/sessions/current', undefined, headers)
  expect([current.statusCode, current.json()]).toEqual([200, answer.json()])
  expect((await call('DELETE', '/api/sessions/current', undefined, headers)).statusCode).toBe(204)
  const after = await call('GET', '/api/sessions/current', undefined, headers)
  expect([after.statusCode, after.json().error]).toEqual([401, 'signed_out'])
})

test('an account that has ended is said to be deleted; one whose record is missing is not', async () => {
  const email = await newPerson()
  const answer = await signIn(email, await codeFor(email))
  const headers = { cookie: `sid=${answer.cookies[0]?.value}` }
  const accounts = service.services.couch.db('accounts')
  const id = `account:${answer.json().account.id}`
  // What is remembered of an account is believed for two seconds.
  const isSaid = (status: number, error: string) =>
    vi.waitFor(
      async () => {
        const { statusCode, json } = await call('GET', '/api/sessions/current', undefined, headers)
        expect([statusCode, json().error]).toEqual([status, error])
      },
      { timeout: 5_000, interval: 100 },
    )
  const record = await accounts.get<{ status: string }>(id)
  if (!record) throw new Error('no record')
  await accounts.remove(record)
  await isSaid(503, 'unavailable')
  const { _rev, ...rest } = record
  await accounts.create({ ...rest, status: 'ended' } as { _id: string })
  await isSaid(401, 'account_deleted')
})

test('mails come in the language in which somebody signed in last', async () => {
  const email = await newPerson()
  const languageOf = async () => (await service.services.accounts.findByEmail(email))?.language
  const signInIn = async (body: object, headers: Record<string, string> = {}) => {
    const payload = { email, code: await codeFor(email), ...body }
    expect((await call('POST', '/api/sessions', payload, headers)).statusCode).toBe(200)
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

test('the account is there to be read in its mailbox', async () => {
  const email = await newPerson()
  const { mailbox, account } = (await signIn(email, await codeFor(email))).json()
  expect(await service.services.couch.db(mailbox.name).get('account')).toMatchObject({
    type: 'account',
    version: 1,
    id: account.id,
    email,
    role: 'CUSTOMER',
    city: 'mumbai',
  })
})

test('neither a code nor a cookie stands in the database', async () => {
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

test('of two who bring the right code at the same time, one is signed in', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(email, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
  expect(
    answers.filter(({ statusCode }) => statusCode === 401).every((one) => one.json().error === 'code_missing'),
  ).toBe(true)
})

test('wrong codes are counted, also when they come at once; the fifth is the last', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, otherThan(code))))
  expect(answers.map((one) => one.json().error).sort()).toEqual([
    ...Array(5).fill('code_invalid'),
    ...Array(3).fill('code_missing'),
  ])
  const late = await signIn(email, code)
  expect([late.statusCode, late.json().error]).toEqual([401, 'code_missing'])
})

test('a wrong code says how many tries are left', async () => {
  const email = await newPerson()
  const answer = await signIn(email, otherThan(await codeFor(email)))
  expect(answer.json()).toEqual({ error: 'code_invalid', message: expect.any(String), triesLeft: 4 })
})

test('strangers from other addresses do not lock the owner out', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  for (let i = 0; i < 8; i += 1) await signIn(email, otherThan(code), `203.0.113.${i}`)
  expect((await signIn(email, code)).statusCode).toBe(200)
})

test('a code is missing before it is asked for, expires after ten minutes, and is asked for again after 60 s', async () => {
  const email = await newPerson()
  expect((await signIn(email, '123456')).json().error).toBe('code_missing')
  const code = await codeFor(email)
  const tooSoon = await ask(email)
  expect([tooSoon.statusCode, tooSoon.json().error, tooSoon.json().retryAfterSeconds]).toEqual([
    429,
    'code_asked_too_often',
    60,
  ])
  expect(tooSoon.headers['retry-after']).toBe('60')
  at += 600_000
  expect((await signIn(email, code)).json().error).toBe('code_expired')
  expect((await signIn(email, await codeFor(email))).statusCode).toBe(200)
})

test('an unknown e-mail is told so, and whoever names many has to wait', async () => {
  const answer = await ask('nobody@example.com', '198.51.100.99')
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: 'account_not_found', message: 'No account found with this email' },
  ])
  expect((await signIn('nobody@example.com', '123456', '198.51.100.99')).statusCode).toBe(404)
  const more = await Promise.all(Array.from({ length: 70 }, (_, i) => ask(`nobody${i}@example.com`, '198.51.100.99')))
  expect(more.filter(({ statusCode }) => statusCode === 429).length).toBe(12)
})

test('an e-mail is the same in capitals and with blanks around it', async () => {
  const email = await newPerson()
  expect((await ask(` ${email.toUpperCase()} `)).statusCode).toBe(202)
})

test('the mail is written in the language asked for, or the browser’s', async () => {
  const [first, second] = [await newPerson(), await newPerson()]
  await ask(first, '198.51.100.1', { language: 'hi' })
  expect((await service.mailTo(first)).subject).toContain('कोड')
  await call('POST', '/api/login-codes', { email: second }, { 'accept-language': 'ta;q=0.9, hi-IN;q=0.8, en;q=0.1' })
  expect((await service.mailTo(second)).subject).toContain('कोड')
})

test('a session ends after 30 idle days, and use keeps it alive', async () => {
  const email = await newPerson()
  const cookie = `sid=${(await signIn(email, await codeFor(email))).cookies[0]?.value}`
  const { sessions } = service.services
  const value = cookie.slice(4)
  at += 29 * 86_400_000
  expect((await call('GET', '/api/sessions/current', undefined, { cookie })).statusCode).toBe(200)
  at += 29 * 86_400_000
  expect(await sessions.find(value)).toMatchObject({ account: { email } })
  at += 30 * 86_400_000
  expect(await sessions.find(value)).toBeUndefined()
})

test('the end of a session is heard by those who hold its requests open', async () => {
  const email = await newPerson()
  const answer = await signIn(email, await codeFor(email))
  const heard: string[] = []
  service.services.sessions.onEnd((_id, account) => heard.push(account))
  await call('DELETE', '/api/sessions/current', undefined, { cookie: `sid=${answer.cookies[0]?.value}` })
  expect(heard).toEqual([answer.json().account.id])
})

test('an account that ended takes its sessions with it', async () => {
  const email = await newPerson()
  const answer = await signIn(email, await codeFor(email))
  await service.services.couch
    .db('accounts')
    .update<{ status: string }>(`account:${answer.json().account.id}`, (doc) => doc && { ...doc, status: 'ended' })
  await expect
    .poll(
      async () =>
        (await call('GET', '/api/sessions/current', undefined, { cookie: `sid=${answer.cookies[0]?.value}` })).json()
          .error,
      { timeout: 5_000 },
    )
    .toBe('account_deleted')
})

test.each([
  [{}, { email: 'missing' }],
  [{ email: 'no address' }, { email: 'invalid' }],
  [{ email: ['a@example.com'] }, { email: 'invalid' }],
])('a body %j is answered with what is wrong in it', async (body, fields) => {
  const answer = await call('POST', '/api/login-codes', body)
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'invalid', message: 'invalid', fields }])
})

test('on https the cookie is for this host and encrypted ways alone, and the proxy names the address', async () => {
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
  headers['x-forwarded-for'] = '203.0.113.10'
  expect((await post('/api/login-codes', elsewhere)).statusCode).toBe(202)
  expect(services.settings.publicUrl).toBe('https://mogra.example')
  await secure.close()
})
