import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

const post = (url: string, payload: object, from = '198.51.100.1') =>
  service.app.inject({ method: 'POST', url, payload, remoteAddress: from })

let people = 0
function somebody(more: object = {}) {
  people += 1
  const email = `new${people}@example.com`
  return { name: 'Asha', email, phone: '+91 98200 00001', city: 'Mumbai', type: 'customer', terms: true, ...more }
}
async function mailTo(email: string) {
  await service.services.outbox.wake()
  const { text, subject } = await service.mailTo(email)
  const code = text.match(/\b\d{6}\b/)?.[0] ?? ''
  const link = new URL(text.match(/http\S+verify-email\S+/)?.[0] ?? 'http://none').search
  return { subject, code, token: new URLSearchParams(link).get('token') ?? '', link: new URLSearchParams(link) }
}
const isVerified = async (email: string) =>
  (await service.services.accounts.findByEmail(email))?.emailVerifiedAt !== undefined
const mailsTo = (email: string) => service.mails().filter((mail) => mail.to === email)

test('a person who registers gets a code that signs in and verifies the e-mail, and gets one welcome mail', async () => {
  const person = somebody()
  const answer = await post('/api/accounts', person)
  expect([answer.statusCode, answer.json()]).toEqual([201, { email: person.email, isMailLate: false }])
  expect(await isVerified(person.email)).toBe(false)
  const { code } = await mailTo(person.email)
  const requireSession = await post('/api/sessions', { email: person.email, code })
  expect(requireSession.json()).toMatchObject({ account: { email: person.email, name: 'Asha', role: 'CUSTOMER' } })
  expect(await service.services.couch.db(requireSession.json().mailbox.name).get('account')).toMatchObject({
    ...{ isVerified: true, hasPassword: false, city: 'mumbai', phone: '+919820000001', version: 3 },
  })
  await service.services.outbox.wake()
  expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual([
    'Welcome to Mogra',
    'Verify your e-mail address for Mogra',
  ])
  expect((await post('/api/accounts', person)).json()).toMatchObject({ error: 'email_taken' })
})

test.each([
  [{ name: ' ' }, { name: 'required' }],
  [{ email: undefined }, { email: 'required' }],
  [{ email: 'asha' }, { email: 'email_malformed' }],
  [{ phone: '' }, { phone: 'required' }],
  [{ city: '' }, { city: 'required' }],
  [{ city: 'Atlantis' }, { city: 'city_unknown' }],
  [{ terms: false }, { terms: 'terms_required' }],
  [{ type: 'partner' }, { type: 'partner_applies' }],
  [
    { type: 'ADMIN', name: 7, city: ['mumbai'] },
    { type: 'type_unknown', name: 'required', city: 'required' },
  ],
])('a registration with %j is refused with the reason for each field', async (more, fields) => {
  const answer = await post('/api/accounts', somebody(more))
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'invalid', message: 'invalid', fields }])
})

test('a registration typed with other digits and notations is stored in one form', async () => {
  const person = somebody({
    email: ` mailto:O'Neil${people}@Example.com\u200B`,
    phone: '\u200E९८२९० (११४२०)',
    city: 'जयपुर',
  })
  expect((await post('/api/accounts', person)).json()).toMatchObject({ email: `o'neil${people - 1}@example.com` })
  expect(await service.services.accounts.findByEmail(person.email)).toMatchObject({
    ...{ email: `o'neil${people - 1}@example.com`, phone: '+919829011420', city: 'jaipur' },
  })
})

test.each([
  [{ name: '\u200B' }, { name: 'required' }],
  [{ phone: '\u2060\u200D' }, { phone: 'required' }],
  [{ email: `${'a'.repeat(65)}@example.com` }, { email: 'email_malformed' }],
])(
  'an invisible text counts as empty, and an e-mail address that no server accepts is refused: %j',
  async (more, fields) => {
    expect((await post('/api/accounts', somebody(more))).json()).toMatchObject({ error: 'invalid', fields })
  },
)

test('half of a surrogate pair, as left by a cut emoji, is removed from a name and is not a name by itself', async () => {
  const person = somebody({ name: 'Asha \ud83c' })
  expect((await post('/api/accounts', person)).statusCode).toBe(201)
  expect((await service.services.accounts.findByEmail(person.email))?.name).toBe('Asha')
  const answer = await post('/api/accounts', somebody({ name: '\ud83c' }))
  expect([answer.statusCode, answer.json().fields]).toEqual([422, { name: 'required' }])
})

test('an unverified e-mail may be registered again, under the limits of codes', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const again = await post('/api/accounts', { ...person, name: 'Anu', city: 'pune' })
  expect([again.statusCode, again.json().error, again.json().retryAfterSeconds]).toEqual([
    ...[429, 'code_asked_too_often', 60],
  ])
  at += 60_000
  expect((await post('/api/accounts', { ...person, name: 'Anu', city: 'pune' })).statusCode).toBe(201)
  expect((await service.services.accounts.findByEmail(person.email))?.name).toBe('Asha')
  await post('/api/sessions', { email: person.email, code: (await mailTo(person.email)).code })
  expect(await service.services.accounts.findByEmail(person.email)).toMatchObject({ name: 'Anu', city: 'pune' })
})

test.each(['code', 'link'] as const)(
  'what a stranger entered for an e-mail is not used if its owner uses the %s of either mail',
  async (which) => {
    const [here, elsewhere] = ['203.0.113.1', '203.0.113.2']
    for (const ownerIsFirst of [true, false]) {
      const owner = somebody({ name: 'Mira', phone: '+919811111111' })
      const stranger = { ...owner, name: 'Raju', phone: '+919822222222' }
      const both = [() => post('/api/accounts', owner, here), () => post('/api/accounts', stranger, elsewhere)]
      for (const register of ownerIsFirst ? both : both.toReversed()) expect((await register()).statusCode).toBe(201)
      const { code, token } = await mailTo(owner.email)
      if (which === 'code') await post('/api/sessions', { email: owner.email, code }, here)
      else await post('/api/verifications', { token }, here)
      const { name, phone } = owner
      expect(await service.services.accounts.findByEmail(owner.email)).toMatchObject({ name, phone })
      expect(await isVerified(owner.email)).toBe(true)
      await service.services.outbox.wake()
      expect(mailsTo(owner.email)[0]?.text).toContain('Hello Mira,')
    }
  },
)

test('a verified account cannot be registered again, not even by a link that was mailed before', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const { code } = await mailTo(person.email)
  await post('/api/accounts', { ...person, name: 'Raju' }, '203.0.113.2')
  const { token } = await mailTo(person.email)
  await post('/api/sessions', { email: person.email, code })
  expect((await post('/api/verifications', { token }, '203.0.113.2')).statusCode).toBe(200)
  expect((await service.services.accounts.findByEmail(person.email))?.name).toBe('Asha')
})

test('a person who registers another’s address cannot choose any text of the mails to it', async () => {
  const person = somebody({ name: 'You won a lakh' })
  const isSilent = async () => {
    await service.services.outbox.wake()
    const [mail] = mailsTo(person.email)
    expect(mail?.text).toMatch(/\b\d{6}\b/)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('lakh')
    at += 60_000
  }
  await post('/api/accounts', person)
  await isSilent()
  await post('/api/verifications/resend', { email: person.email })
  await isSilent()
  await post('/api/login-codes', { email: person.email })
  await isSilent()
  await post('/api/sessions', { email: person.email, code: (await mailTo(person.email)).code })
  await post('/api/login-codes', { email: person.email })
  await service.services.outbox.wake()
  expect(mailsTo(person.email)[0]?.text).toContain('Hello You won a lakh,')
})

test('if several requests register one e-mail at once, one account is created', async () => {
  const person = somebody()
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('/api/accounts', person)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
})

test('the link verifies however often it is opened, sends one welcome mail, and does not sign in', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const { token, link } = await mailTo(person.email)
  expect(link.get('email')).toBe(person.email)
  // A mail scanner opens it first; the person opens it, and opens it again after a day.
  const answers = await Promise.all([1, 2, 3].map(() => post('/api/verifications', { token })))
  at += 86_400_000
  answers.push(await post('/api/verifications', { token }))
  const done = [200, { success: true, message: 'Email verified successfully!' }, []]
  expect(answers.map((one) => [one.statusCode, one.json(), one.cookies])).toEqual([done, done, done, done])
  expect(await isVerified(person.email)).toBe(true)
  await service.services.outbox.wake()
  expect(mailsTo(person.email).filter(({ subject }) => subject === 'Welcome to Mogra')).toHaveLength(1)
})

test('the link of a person who verified by code says that it is done, and an account that is gone has no link', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const { token, code } = await mailTo(person.email)
  await post('/api/sessions', { email: person.email, code })
  at += 86_400_000
  expect((await post('/api/verifications', { token })).json()).toMatchObject({ success: true })
  const account = await service.services.accounts.findByEmail(person.email)
  if (account) await service.services.accountDeletion.begin(account)
  expect((await post('/api/verifications', { token })).json()).toMatchObject({ success: false, error: 'token_invalid' })
})

test('a link expires after a day, and a changed link is unknown', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const { token } = await mailTo(person.email)
  for (const bent of [
    '',
    token.slice(0, -1),
    `${token}0`,
    token.replace(/^./, '_'),
    `x${token}`,
    '../../../..',
    'null',
  ])
    expect((await post('/api/verifications', { token: bent })).statusCode).toBe(bent === '' ? 400 : 404)
  at += 86_400_000
  const late = await post('/api/verifications', { token })
  expect([late.statusCode, late.json()]).toEqual([
    410,
    { error: 'token_expired', message: 'token expired', success: false },
  ])
  expect(await isVerified(person.email)).toBe(false)
})

test('a verification mail can be sent again after 60 seconds; a verified person hears that it is done, and gets none', async () => {
  const person = somebody()
  const resend = (email = person.email) => post('/api/verifications/resend', { email })
  expect((await resend()).json()).toMatchObject({ success: false, error: 'account_not_found' })
  await post('/api/accounts', person)
  const first = await mailTo(person.email)
  expect([(await resend()).statusCode, (await resend()).json().retryAfterSeconds]).toEqual([429, 60])
  at += 60_000
  expect((await resend()).json()).toMatchObject({ success: true })
  const second = await mailTo(person.email)
  expect(second.token).not.toBe(first.token)
  // Both mails' links work.
  expect((await post('/api/verifications', { token: first.token })).statusCode).toBe(200)
  const again = await resend()
  expect([again.statusCode, again.json()]).toEqual([
    200,
    { success: true, isVerified: true, message: 'This e-mail is verified already. You can log in.' },
  ])
  expect((await mailTo(person.email)).subject).toBe('Welcome to Mogra')
})

test('neither a token nor its check value is stored in a database', async () => {
  const person = somebody()
  await post('/api/accounts', person)
  const { token } = await mailTo(person.email)
  const { couch } = service.services
  const stored = JSON.stringify([await couch.db('credentials').range('', '￿'), await couch.db('outbox').range('', '￿')])
  expect(stored).not.toContain(token.split('.')[2])
})

test('one address cannot cause mails to one stranger after another', async () => {
  const from = '203.0.113.77'
  const answers = await Promise.all(Array.from({ length: 62 }, () => post('/api/accounts', somebody(), from)))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})
