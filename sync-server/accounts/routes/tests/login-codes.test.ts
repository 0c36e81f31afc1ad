import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { signInCalls } from '../testing/sign-in-calls.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

const { ask, codeFor, newPerson, post, signIn } = signInCalls(() => service)

test('a code is missing before it is asked for, expires after ten minutes, and can be asked for again after 60 s', async () => {
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

test('a request with an unknown e-mail is refused, and one address that tries many has to wait', async () => {
  const answer = await ask('nobody@example.com', '198.51.100.99')
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: 'account_not_found', message: 'No account found with this email' },
  ])
  expect((await signIn('nobody@example.com', '123456', '198.51.100.99')).statusCode).toBe(404)
  const more = await Promise.all(Array.from({ length: 70 }, (_, i) => ask(`nobody${i}@example.com`, '198.51.100.99')))
  expect(more.filter(({ statusCode }) => statusCode === 429).length).toBe(12)
})

test('a device that signed in before can continue when its neighbourhood has used up the tries', async () => {
  const [email, other, from] = [await newPerson(), await newPerson(), '198.51.100.98']
  const { cookies } = await signIn(email, await codeFor(email))
  const known = `known=${cookies.find(({ name }) => name === 'known')?.value}`
  await Promise.all(Array.from({ length: 60 }, (_, i) => ask(`nobody${i}@example.com`, from)))
  at += 61_000
  const askHere = (payload: { email: string }) =>
    service.app.inject({
      ...{ method: 'POST', url: '/api/login-codes', headers: { cookie: known }, remoteAddress: from },
      payload,
    })
  expect([(await askHere({ email })).statusCode, (await askHere({ email: other })).statusCode]).toEqual([202, 429])
})

test('an e-mail in capitals and with spaces around it is the same e-mail', async () => {
  const email = await newPerson()
  expect((await ask(` ${email.toUpperCase()} `)).statusCode).toBe(202)
})

test('the mail is written in the requested language, or in the browser’s', async () => {
  const [first, second] = [await newPerson(), await newPerson()]
  await ask(first, '198.51.100.1', { language: 'hi' })
  expect((await service.mailTo(first)).subject).toContain('कोड')
  await post('/api/login-codes', { email: second }, { 'accept-language': 'ta;q=0.9, hi-IN;q=0.8, en;q=0.1' })
  expect((await service.mailTo(second)).subject).toContain('कोड')
})

test.each([
  [{}, { email: 'missing' }],
  [{ email: 'no address' }, { email: 'invalid' }],
  [{ email: ['a@example.com'] }, { email: 'invalid' }],
])('a body %j is refused with the reason for each field', async (body, fields) => {
  const answer = await post('/api/login-codes', body)
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'invalid', message: 'invalid', fields }])
})

test('no mail is reported as late while the mail server accepts them', async () => {
  expect((await ask(await newPerson())).json()).toEqual({ isMailLate: false })
})
