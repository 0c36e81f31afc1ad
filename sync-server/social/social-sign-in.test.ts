import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { registerIdentity } from './social-sign-in.ts'
import { type LocalProvider, startLocalProvider } from './testing/local-provider.ts'
import { openSocialBrowser } from './testing/social-browser.ts'

let provider: LocalProvider
let service: TestService
let people = 0

beforeAll(async () => {
  provider = await startLocalProvider([])
  service = await startTestService({ env: provider.env, logLevel: 'silent' })
})
afterAll(async () => {
  await service.close()
  await provider.stop()
})
beforeEach(() => {
  provider.faults = {}
})

/** Adds a person that the provider knows and the service does not. */
function somebody(more: { email?: string; isEmailVerified?: boolean; name?: string } = {}) {
  people += 1
  const person = { subject: `s${people}`, name: `Mira ${people}.`, email: `mira${people}@gmail.example`, ...more }
  provider.people.push(person)
  return person
}
const PROVIDERS = ['google', 'facebook'] as const
const accountOf = (email: string) => service.services.accounts.findByEmail(email)
const auditOf = async (id: string) => (await service.services.accessLog.of(id)).map(({ what }) => what)

async function registered(via: (typeof PROVIDERS)[number] = 'google') {
  const person = somebody()
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(person.name, { provider: via })
  const answer = await browser.signIn({ register: { terms: true } })
  expect(answer.statusCode).toBe(200)
  return { person, browser, account: answer.json().account }
}

test.each(PROVIDERS)('a new person at %s becomes a verified customer, and can sign in from then on', async (via) => {
  const person = somebody()
  const browser = openSocialBrowser(service)
  const page = await browser.goAndChoose(person.name, { provider: via })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('/api/social/popup.js')
  expect(page.headers['set-cookie']).toBeUndefined()
  const { email, name } = person
  expect(await browser.result()).toEqual({ provider: via, page: 'register', outcome: 'new', email, name })

  expect((await browser.signIn()).json().error).toBe('account_not_found')
  expect((await browser.signIn({ register: { terms: false } })).json().fields).toEqual({ terms: 'terms_required' })
  const made = await browser.signIn({ register: { terms: true }, language: 'hi' })
  expect(made.json()).toMatchObject({ account: { email, name, role: 'CUSTOMER' }, mailbox: { generation: 1 } })
  expect((await browser.call('GET', '/api/sessions/current')).json()).toEqual(made.json())
  expect(await accountOf(email)).toMatchObject({ language: 'hi', provider: via, emailVerifiedAt: expect.any(String) })
  await service.services.outbox.wake()
  expect((await service.mailTo(email)).subject).toBeTruthy()
  // The attempt is used up.
  expect((await browser.result()).error).toBe('no_redirect_result')
  expect((await browser.signIn()).json().error).toBe('no_redirect_result')

  const other = openSocialBrowser(service)
  await other.goAndChoose(person.name, { provider: via, page: 'login' })
  expect(await other.result()).toMatchObject({ outcome: 'known', email })
  const { account, ...rest } = made.json()
  // Each sign-in is noted on the account.
  expect((await other.signIn()).json()).toEqual({ ...rest, account: { ...account, version: account.version + 1 } })
  expect(await auditOf(made.json().account.id)).toEqual(['sign-in', 'sign-in'])
})

test('during Maintenance no new person becomes a customer, and a known one signs in', async () => {
  const { person } = await registered()
  const stranger = somebody()
  const { deskSettings } = service.services
  const { version } = await deskSettings.get()
  const switched = { emailNotifications: true, autoApproval: false }
  await deskSettings.change({ ...switched, maintenance: true, version }, 'admin')
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(stranger.name)
  const refused = await browser.signIn({ register: { terms: true } })
  expect([refused.statusCode, refused.json().error]).toEqual([503, 'maintenance'])
  expect(await accountOf(stranger.email)).toBeUndefined()
  const other = openSocialBrowser(service)
  await other.goAndChoose(person.name, { page: 'login' })
  expect((await other.signIn()).statusCode).toBe(200)
  await deskSettings.change({ ...switched, maintenance: false, version: version + 1 }, 'admin')
  expect((await browser.signIn({ register: { terms: true } })).statusCode).toBe(200)
})

test('the request to Google asks for e-mail and profile, with PKCE and a choice of account', async () => {
  const { answer, url } = await openSocialBrowser(service).begin()
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: 'mogra', scope: 'openid email profile', prompt: 'select_account' },
    ...{ code_challenge_method: 'S256', state: expect.stringMatching(/^\w{64}$/), nonce: expect.any(String) },
    redirect_uri: `${service.url}/api/social/callbacks/google`,
  })
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: 'social', httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(url).not.toContain(cookie?.value)
})

test.each(PROVIDERS)('the login page refuses a person without an account (%s)', async (via) => {
  const person = somebody()
  const browser = openSocialBrowser(service)
  const back = await browser.goAndChoose(person.name, { provider: via, page: 'login', display: 'redirect' })
  expect([back.statusCode, back.headers.location]).toEqual([303, `/#/login?social=${via}`])
  expect(await browser.result()).toMatchObject({ outcome: 'refused', reason: 'account_not_found' })
  const answer = await browser.signIn({ register: { terms: true } })
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'account_not_found'])
  expect(await accountOf(person.email)).toBeUndefined()
})

test.each([
  ['google', 'link_first'],
  ['facebook', 'other_sign_in_method'],
] as const)('an account with the same e-mail is not opened by %s on any page', async (via, reason) => {
  const person = somebody()
  const made = await service.services.accounts.create({ ...person, role: 'CUSTOMER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  for (const page of ['login', 'register'] as const) {
    const browser = openSocialBrowser(service)
    await browser.goAndChoose(person.name, { provider: via, page })
    expect(await browser.result()).toMatchObject({ outcome: 'refused', reason })
    expect((await browser.signIn({ register: { terms: true } })).json().error).toBe(reason)
    expect((await browser.call('GET', '/api/sessions/current')).statusCode).toBe(401)
  }
  expect(await auditOf(made.id)).toEqual(['sign-in-failed', 'sign-in-failed'])
})

test('an owner who signed in with a code links a provider, which signs in until it is unlinked', async () => {
  const person = somebody()
  await service.services.accounts.create({ ...person, role: 'CUSTOMER', verified: true })
  const browser = openSocialBrowser(service)
  const { cookie, account } = await service.signIn(person.email)
  browser.cookies.set('sid', cookie.slice('sid='.length))
  await browser.goAndChoose(person.name, { page: 'profile' })
  expect(await browser.result()).toMatchObject({ outcome: 'linkable' })
  const linked = await browser.call('POST', '/api/social/identities')
  expect(linked.json().identities).toEqual([{ provider: 'google', linkedAt: expect.any(String) }])

  const other = openSocialBrowser(service)
  await other.goAndChoose(person.name, { page: 'login' })
  expect((await other.signIn()).json().account.id).toBe(account.id)
  // A session that began at a provider may not add ways to sign in.
  expect((await other.begin({ page: 'profile' })).answer.json().error).toBe('code_needed')

  expect((await browser.call('DELETE', '/api/social/identities/google')).statusCode).toBe(204)
  expect((await browser.call('GET', '/api/social/identities')).json().identities).toEqual([])
  await other.goAndChoose(person.name, { page: 'login' })
  expect(await other.result()).toMatchObject({ reason: 'link_first' })
  expect(await auditOf(account.id)).toEqual(expect.arrayContaining(['provider-linked', 'provider-unlinked']))
})

test('an identity belongs to one account, and only the person who started linking can finish it', async () => {
  const { person } = await registered()
  const mine = somebody()
  await service.services.accounts.create({ ...mine, role: 'CUSTOMER', verified: true })
  const browser = openSocialBrowser(service)
  browser.cookies.set('sid', (await service.signIn(mine.email)).cookie.slice('sid='.length))
  await browser.goAndChoose(person.name, { page: 'profile' })
  expect(await browser.result()).toMatchObject({ reason: 'identity_taken' })
  expect((await browser.call('POST', '/api/social/identities')).json().error).toBe('identity_taken')

  await browser.goAndChoose(mine.name, { page: 'profile' })
  browser.cookies.set('sid', (await service.signIn('customer@mogra.example')).cookie.slice('sid='.length))
  expect((await browser.call('POST', '/api/social/identities')).json().error).toBe('no_redirect_result')
})

test('a visitor who signs in is merged at the first use of the session', async () => {
  const { person, account } = await registered()
  const browser = openSocialBrowser(service)
  const visitor = (await browser.call('POST', '/api/visitors')).json()
  await browser.goAndChoose(person.name, { page: 'login' })
  await browser.signIn({ adopt: visitor.mailbox.name })
  expect((await browser.call('GET', '/api/sessions/current')).json().account.id).toBe(account.id)
  expect(await service.services.accounts.get(visitor.account.id)).toMatchObject({
    status: 'adopted',
    adoptedBy: account.id,
  })
})

test('an interrupted registration is continued', async () => {
  const person = somebody()
  const { accounts, socialIdentities } = service.services
  const identity = { provider: 'google', issuer: provider.url, ...person } as const
  await accounts.create({
    ...{ email: person.email, name: person.name, role: 'CUSTOMER' },
    registeredBy: socialIdentities.keyOf(identity),
  })
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(person.name)
  expect((await browser.signIn({ register: { terms: true } })).json().account.email).toBe(person.email)
  expect(await socialIdentities.ownerOf(identity)).toBe((await accountOf(person.email))?.id)
})

test('a registration that was interrupted after linking is verified at the next sign-in', async () => {
  const person = somebody()
  const { accounts, socialIdentities } = service.services
  const identity = { provider: 'google', issuer: provider.url, ...person } as const
  await registerIdentity(identity, 'en', service.services)
  expect(await accountOf(person.email)).not.toHaveProperty('emailVerifiedAt')
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(person.name, { page: 'login' })
  expect((await browser.signIn()).statusCode).toBe(200)
  expect(await accountOf(person.email)).toHaveProperty('emailVerifiedAt')

  // A provider that was linked later does not verify the account's e-mail.
  const other = somebody()
  const unverified = await accounts.create({ email: 'typed@mira.example', name: 'Mira', role: 'CUSTOMER' })
  if (unverified === 'email_taken') throw new Error(unverified)
  await socialIdentities.link({ ...identity, ...other }, unverified.id)
  await browser.goAndChoose(other.name, { page: 'login' })
  expect((await browser.signIn()).json().account.id).toBe(unverified.id)
  expect(await accountOf('typed@mira.example')).not.toHaveProperty('emailVerifiedAt')
})

test('a person without a name gets a default one, and a person without a verified e-mail is refused', async () => {
  const nameless = somebody({ name: '' })
  const emailless = { subject: 'no-email', name: 'Without e-mail' }
  const unverified = somebody({ isEmailVerified: false })
  provider.people.push(emailless)
  for (const [via, name] of [
    ['google', 'Google User'],
    ['facebook', 'Facebook User'],
  ] as const) {
    const browser = openSocialBrowser(service)
    await browser.goAndChoose(nameless.name, { provider: via })
    expect(await browser.result()).toMatchObject({ outcome: 'new', name })
  }
  for (const [via, { name }] of [
    ['facebook', emailless],
    ['google', unverified],
  ] as const) {
    const browser = openSocialBrowser(service)
    await browser.goAndChoose(name, { provider: via })
    expect(await browser.result()).toMatchObject({ outcome: 'refused', reason: 'email_missing' })
  }
})

test('no provider opens a deleted account, and its person may register again', async () => {
  const { person, browser, account } = await registered('facebook')
  const { accounts, accountDeletion, couch } = service.services
  const exported = (await browser.call('GET', '/api/accounts/current/export')).json()
  expect(exported.identities).toEqual([{ provider: 'facebook', linkedAt: expect.any(String) }])
  const record = await accounts.get(account.id)
  if (record?.status !== 'active') throw new Error('no account')
  await accountDeletion.begin(record)
  const links = await couch.db('credentials').range<{ account?: string }>('identity:', 'identity:\uffff')
  expect(links.filter((link) => link.account === account.id)).toEqual([])
  const again = openSocialBrowser(service)
  await again.goAndChoose(person.name, { provider: 'facebook' })
  expect((await again.signIn({ register: { terms: true } })).json().account.id).not.toBe(account.id)
})

test.each(PROVIDERS)(
  'an e-mail from %s with an apostrophe or in another script is stored as if it was typed into a form',
  async (via) => {
    const emails = [
      [`o'neil.${via}@example.com`, `o'neil.${via}@example.com`],
      [`mira.${via}@उदाहरण.भारत`, `mira.${via}@xn--p1b6ci4b4b3a.xn--h2brj9c`],
    ] as const
    for (const [email, kept] of emails) {
      const person = somebody({ email })
      const browser = openSocialBrowser(service)
      await browser.goAndChoose(person.name, { provider: via })
      expect((await browser.signIn({ register: { terms: true } })).json()).toMatchObject({ account: { email: kept } })
    }
  },
)

test.each(PROVIDERS)('an invalid e-mail from %s counts as none', async (via) => {
  const person = somebody({ email: 'मीरा@example.com' })
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(person.name, { provider: via })
  expect((await browser.result()).email).toBeUndefined()
})
