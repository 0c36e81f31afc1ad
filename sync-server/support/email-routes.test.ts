import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
let customer: SignedIn
let admin: SignedIn

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
  customer = await service.signIn('customer@mogra.example')
  admin = await service.signIn('admin@mogra.example')
  at += 61_000
})
afterAll(() => service.close())

async function ask(what: string, payload: object, who?: SignedIn, remoteAddress = '198.51.100.1', to = service) {
  const headers = who ? { cookie: who.cookie } : {}
  const answer = await to.app.inject({ method: 'POST', url: `/api/email/${what}`, payload, headers, remoteAddress })
  return [answer.statusCode, answer.json()] as const
}
const MESSAGE_ID = expect.stringMatching(/^<mail\.[\w.-]+@mogra\.example>$/)
const sent = [200, expect.objectContaining({ success: true, messageId: MESSAGE_ID })]
/** `error` is a sentence (specification §8), and the reason code stands beside it. */
const refused = (status: number, code: string) => [
  status,
  expect.objectContaining({ success: false, error: expect.stringMatching(/^[A-Z].* .*[a-z.!]$/), code }),
]
async function mailsSince(action: () => Promise<unknown>) {
  const before = service.mails().length
  await action()
  await service.services.sweep.sweepNow()
  await service.services.outbox.wake()
  return service.mails().slice(0, service.mails().length - before)
}

test('a verification mail contains the service’s own code, whatever code the request contains', async () => {
  const payload = { to: 'customer@mogra.example', name: 'Mallory http://evil.example', otp: '111111' }
  const [mail] = await mailsSince(async () => expect(await ask('verification', payload)).toEqual(sent))
  expect(mail?.to).toBe('customer@mogra.example')
  expect(mail?.text).toMatch(/\b\d{6}\b/)
  expect(mail?.text).not.toMatch(/111111|Mallory/)
  expect(await ask('verification', payload)).toEqual(refused(429, 'code_asked_too_often'))
  expect(await ask('verification', { ...payload, to: 'stranger@example.com' })).toEqual(
    refused(404, 'account_not_found'),
  )
})

test('a welcome mail goes to the caller once; an admin may send it to any account, but to no other address', async () => {
  const welcome = (to: string) => ({ to, name: 'Asha', userType: 'CUSTOMER' })
  const mine = welcome('customer@mogra.example')
  const mails = await mailsSince(async () => {
    expect(await ask('welcome', mine, customer)).toEqual(sent)
    // It says that nothing is sent this time.
    const again = { success: true, messageId: MESSAGE_ID, isSentBefore: true }
    expect(await ask('welcome', mine, admin)).toEqual([200, again])
  })
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['customer@mogra.example', 'Welcome to Mogra']])
  expect(await ask('welcome', mine)).toEqual(refused(401, 'signed_out'))
  expect(await ask('welcome', welcome('partner@mogra.example'), customer)).toEqual(refused(403, 'not_yours'))
  expect(await ask('welcome', welcome('stranger@example.com'), admin)).toEqual(refused(404, 'account_not_found'))
  expect(await ask('welcome', { ...mine, userType: 'king' }, customer)).toEqual(refused(422, 'invalid'))
  expect(await ask('welcome', { ...mine, userType: 'partner' }, customer)).toEqual(refused(403, 'not_your_role'))
})

test('a customer who has become a partner is welcomed once more, as a partner', async () => {
  const { accounts, outbox } = service.services
  const email = 'becomes-partner@example.com'
  const account = await accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const welcome = (userType: string) => ask('welcome', { to: email, name: 'Asha', userType }, admin)
  const mails = await mailsSince(async () => {
    expect(await welcome('customer')).toEqual(sent)
    await accounts.change(account.id, { role: 'PARTNER' })
    expect(await welcome('customer')).toEqual(refused(403, 'not_your_role'))
    expect(await welcome('partner')).toEqual(sent)
  })
  expect(mails.map(({ text }) => /Go on duty/.test(text))).toEqual([true, false])
  expect(await outbox.progressOf(`mail:welcome:${account.id}:partner`)).toBe('sent')
})

test('a support mail goes to our own address, with a ticket', async () => {
  const payload = { name: 'Asha', email: 'asha@example.com', subject: 'Late', message: 'Where are they?\nAsha' }
  const mails = await mailsSince(async () => expect(await ask('support', payload)).toEqual(sent))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [service.services.settings.company.supportEmail, expect.stringMatching(/^\[SUP\d{13}[0-9A-Z]{3}\] Late$/)],
  ])
  expect(mails[0]?.text).toContain('Where are they?')
  for (const lacking of ['name', 'email', 'subject', 'message'])
    expect(await ask('support', { ...payload, [lacking]: '' })).toEqual(refused(422, 'invalid'))
})

test('one address cannot flood support with messages or send unlimited test mails', async () => {
  const message = (n: number) => ({ name: 'A', email: `a${n}@example.com`, subject: 'B', message: 'C' })
  for (const [what, most, payload] of [
    ['support', 40, message],
    ['test', 60, () => ({ email: 'a@example.com' })],
  ] as const) {
    const asks = Array.from({ length: most + 2 }, (_, n) => ask(what, payload(n), undefined, '198.51.100.9'))
    const statuses = (await Promise.all(asks)).map(([status]) => status)
    expect(statuses.toSorted()).toEqual([...Array(most).fill(200), 429, 429])
    expect(await ask(what, payload(most), undefined, '198.51.100.10')).toEqual(sent)
  }
  await mailsSince(async () => {})
})

test('support takes 40 messages a day with one e-mail address, wherever they come from', async () => {
  const message = { name: 'A', email: 'many@example.com', subject: 'B', message: 'C' }
  for (let n = 0; n < 40; n += 1) expect(await ask('support', message, undefined, `198.51.101.${n}`)).toEqual(sent)
  expect(await ask('support', message, undefined, '198.51.101.99')).toEqual(refused(429, 'too_many_tickets'))
  at += 86_400_000
  expect(await ask('support', message, undefined, '198.51.101.99')).toEqual(sent)
  await mailsSince(async () => {})
})

test('a demo that catches its mail sends a test to any address', async () => {
  const mails = await mailsSince(async () => expect(await ask('test', { email: 'someone@example.com' })).toEqual(sent))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['someone@example.com', 'A test e-mail from Mogra']])
  for (const email of ['', 'nobody', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])
    expect(await ask('test', { email })).toEqual(refused(422, 'invalid'))
})

test('when mail is really sent, a test mail goes only to the caller’s own address', async () => {
  const real = await startTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const account = await real.services.accounts.findByEmail('customer@mogra.example')
  if (!account) throw new Error('no customer')
  const me = {
    ...customer,
    cookie: `sid=${await real.services.sessions.start(account, { provenBy: 'code', userAgent: '' })}`,
  }
  const test = (email: string, who?: SignedIn) => ask('test', { email }, who, undefined, real)
  expect(await test('customer@mogra.example')).toEqual(refused(401, 'signed_out'))
  expect(await test('stranger@example.com', me)).toEqual(refused(403, 'not_yours'))
  expect(await test('customer@mogra.example', me)).toEqual(sent)
  expect((await real.services.outbox.counts()).waiting).toBe(1)
  await real.close()
})

test('every refusal says in a sentence what is wrong, also one from before the routes', async () => {
  expect((await ask('verification', { to: 'stranger@example.com' }))[1]).toEqual({
    ...{ success: false, error: 'No account found with this email', code: 'account_not_found' },
  })
  expect(await ask('nothing', {})).toEqual(refused(404, 'not_found'))
  const url = '/api/email/test'
  const headers = { 'content-type': 'application/json' }
  const cut = await service.app.inject({ method: 'POST', url, headers, payload: '{"email":' })
  expect([cut.statusCode, cut.json()]).toEqual(refused(400, 'bad_json'))
  const text = await service.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
    payload: 'a',
  })
  expect([text.statusCode, text.json()]).toEqual(refused(415, 'unsupported_media_type'))
  const foreign = { ...headers, origin: 'https://evil.example' }
  const other = await service.app.inject({ method: 'POST', url, headers: foreign, payload: { email: 'a@b.example' } })
  expect([other.statusCode, other.json()]).toEqual(refused(403, 'cross_site'))
})

test('only admins can list dead mails', async () => {
  const list = (who?: SignedIn) =>
    service.app.inject({ url: '/api/email/dead-letters', headers: who ? { cookie: who.cookie } : {} })
  expect([(await list()).statusCode, (await list(customer)).statusCode]).toEqual([401, 403])
  expect((await list(admin)).json()).toEqual({ mails: [] })
})
