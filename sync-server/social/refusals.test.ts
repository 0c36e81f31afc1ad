import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepCredentials } from '../accounts/deletion/sweep-credentials.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openProviders } from './providers/providers.ts'
import { type LocalProvider, startLocalProvider } from './testing/local-provider.ts'
import { openSocialBrowser } from './testing/social-browser.ts'

let provider: LocalProvider
let service: TestService
let later = 0

beforeAll(async () => {
  const subject = { subject: 's1', name: 'Mira', email: 'mira@gmail.example' }
  provider = await startLocalProvider([subject])
  service = await startTestService({
    env: provider.env,
    now: () => new Date(Date.now() + later),
    logLevel: 'silent',
  })
})
afterAll(async () => {
  await service.close()
  await provider.stop()
})
beforeEach(() => {
  provider.faults = {}
})

const browserOf = () => openSocialBrowser(service)
const reasonOf = async (browser: ReturnType<typeof browserOf>) => {
  const { outcome, reason } = await browser.result()
  expect((await browser.signIn({ register: { terms: true } })).statusCode).toBeGreaterThanOrEqual(400)
  return `${outcome} ${reason}`
}
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test.each([
  ['another nonce', { nonce: 'x' }],
  ['another audience', { aud: 'somebody-else' }],
  ['another issuer', { iss: 'https://accounts.google.com' }],
  ['an expired token', { exp: secondsFromNow(-3600) }],
  ['no subject', { sub: undefined }],
])('%s proves no identity', async (_, claims) => {
  provider.faults = { claims }
  const browser = browserOf()
  await browser.goAndChoose('Mira')
  expect(await reasonOf(browser)).toBe('refused provider_failed')
})

test('a token signed by another key proves no identity', async () => {
  const stranger = await startLocalProvider([])
  const [head, payload] = (await tokenOf(stranger)).split('.')
  const body = { access_token: 'x', token_type: 'Bearer', id_token: `${head}.${payload}.${'A'.repeat(342)}` }
  provider.faults = { token: { status: 200, body } }
  const browser = browserOf()
  await browser.goAndChoose('Mira')
  expect(await reasonOf(browser)).toBe('refused provider_failed')
  await stranger.stop()
})
const tokenOf = async ({ url }: LocalProvider) => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: 'mogra' })
  return String(Object(await (await fetch(`${url}/token`, { method: 'POST', body })).json()).access_token)
}

test.each([
  ['nonsense', 200, { nonsense: true }, 'provider_failed'],
  ['a wrong secret', 401, { error: 'invalid_client' }, 'api_key_invalid'],
  ['an address that it does not know', 400, { error: 'unauthorized_client' }, 'domain_not_authorized'],
  ['a fault of its own', 503, {}, 'provider_unavailable'],
])('%s at the token endpoint is reported with its own reason', async (_, status, body, reason) => {
  provider.faults = { token: { status, body } }
  const browser = browserOf()
  await browser.goAndChoose('Mira')
  expect(await reasonOf(browser)).toBe(`refused ${reason}`)
})

test.each([
  [200, 'nonsense', 'provider_failed'],
  [200, '{"id": 1}', 'provider_failed'],
  [200, JSON.stringify({ id: 's1', name: 'x'.repeat(300_000) }), 'provider_failed'],
  [500, '{}', 'provider_unavailable'],
])('an answer %i of Facebook without a valid identity is refused', async (status, body, reason) => {
  provider.faults = { me: { status, body } }
  const browser = browserOf()
  await browser.goAndChoose('Mira', { provider: 'facebook' })
  expect(await reasonOf(browser)).toBe(`refused ${reason}`)
})

test('a person who cancels is told so, and may try again', async () => {
  for (const via of ['google', 'facebook'] as const) {
    const browser = browserOf()
    await browser.goAndChoose('Cancel', { provider: via })
    expect(await reasonOf(browser)).toBe('refused cancelled')
    await browser.goAndChoose('Mira', { provider: via })
    expect(await browser.result()).toMatchObject({ outcome: 'new' })
  }
})

test('an answer counts once, in the browser that asked, with its state and from the provider that was asked', async () => {
  const browser = browserOf()
  const callback = await browser.choose('Mira')
  const stranger = browserOf()
  await stranger.begin()
  for (const [who, path] of [
    [browserOf(), callback],
    [stranger, callback],
    [browser, callback.replace(/state=\w+/, `state=${'0'.repeat(64)}`)],
    [browser, callback.replace(/state=\w+/, '')],
    [browser, callback.replace('google', 'facebook')],
  ] as const) {
    const answer = await who.call('GET', path)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/#\/login\?social=/)])
  }
  expect((await stranger.result()).outcome).toBe('pending')
  expect((await stranger.signIn()).json().error).toBe('no_redirect_result')
  // None of this made the right answer invalid.
  expect((await browser.call('GET', callback)).statusCode).toBe(200)
  expect((await browser.call('GET', callback)).statusCode).toBe(303)
  expect(await browser.result()).toMatchObject({ outcome: 'new' })
  // The same code in another attempt: the provider accepts it once.
  const replayed = await browser.choose('Mira')
  const code = new URL(callback, service.url).searchParams.get('code')
  await browser.call('GET', replayed.replace(/code=[^&]+/, `code=${code}`))
  expect(await reasonOf(browser)).toBe('refused provider_failed')
})

test('several answers at once count as one', async () => {
  const browser = browserOf()
  const callback = await browser.choose('Mira')
  const answers = await Promise.all([1, 2, 3].map(() => browser.call('GET', callback)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 303, 303])
})

test('an attempt expires after ten minutes and its proof after an hour, and both are removed', async () => {
  const [slow, proved] = [browserOf(), browserOf()]
  const callback = await slow.choose('Mira')
  await proved.goAndChoose('Mira')
  later += 11 * 60_000
  expect((await slow.call('GET', callback)).statusCode).toBe(303)
  expect((await slow.result()).error).toBe('no_redirect_result')
  expect((await proved.result()).outcome).toBe('new')
  later += 60 * 60_000
  expect((await proved.signIn({ register: { terms: true } })).json().error).toBe('no_redirect_result')
  await sweepCredentials(service.services)
  const left = await service.services.couch.db('credentials').ids('social-attempt:', 'social-attempt:\uffff')
  expect(left).toEqual([])
  later = 0
})

test('a page at an address that the provider does not know cannot start an attempt', async () => {
  const { answer } = await openSocialBrowser(service, { origin: 'http://127.0.0.1:1' }).begin()
  expect([answer.statusCode, answer.json().error]).toEqual([403, 'cross_site'])
  const host = new URL(service.url).port
  const other = openSocialBrowser(service, { origin: `http://127.0.0.1:${host}`, host: `127.0.0.1:${host}` })
  const elsewhere = (await other.begin()).answer
  expect([elsewhere.statusCode, elsewhere.json().error]).toEqual([403, 'domain_not_authorized'])
})

test('a stolen database does not allow continuing an attempt', async () => {
  const browser = browserOf()
  const { url } = await browser.begin()
  const stored = JSON.stringify(await service.services.couch.db('credentials').range('social', 'social\uffff'))
  const { searchParams } = new URL(url)
  for (const secret of [browser.cookies.get('social') ?? '', searchParams.get('state'), searchParams.get('nonce')])
    expect(stored).not.toContain(secret)
})

test('without configured providers, none is offered', async () => {
  const bare = await startTestService({ logLevel: 'silent' })
  const browser = openSocialBrowser(bare)
  expect((await browser.call('GET', '/api/social/providers')).json()).toEqual({ google: false, facebook: false })
  expect((await browser.begin()).answer.json().error).toBe('provider_not_configured')
  expect((await browser.call('GET', '/api/social/callbacks/google?code=x&state=y')).statusCode).toBe(404)
  await bare.close()
})

test('one address cannot start an unlimited number of attempts', async () => {
  const browser = browserOf()
  const statuses = new Set<number>()
  for (let n = 0; n < 121; n += 1) statuses.add((await browser.begin()).answer.statusCode)
  expect([...statuses]).toEqual([201, 429])
})

const SECRETS = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
async function withServer<T>(answer: RequestListener, use: (issuer: string) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
const openGoogle = (issuer: string) => {
  const google = openProviders({ google: { clientId: 'a', clientSecret: 'b', issuer } }).get('google')
  return () => google?.authorizationUrl('http://localhost/back', SECRETS).catch((error) => String(error.reason))
}

test.each<[string, string, RequestListener]>([
  ['a provider that hangs up', 'provider_unavailable', (request) => request.socket.destroy()],
  ['a provider that never answers', 'provider_unavailable', () => {}],
  ['a provider that is not well', 'provider_unavailable', (_, response) => response.writeHead(503).end()],
  ['a page that is no provider', 'app_misconfigured', (_, response) => response.end('<h1>Hello</h1>')],
  [
    'another provider',
    'app_misconfigured',
    (_, response) => response.setHeader('content-type', 'application/json').end('{"issuer": "https://other.example"}'),
  ],
])('%s is refused as %s', async (_, reason, answer) => {
  expect(await withServer(answer, async (issuer) => openGoogle(issuer)())).toBe(reason)
})

test('a browser is not sent to a provider that is down', async () => {
  const down = await startLocalProvider([])
  await down.stop()
  const other = await startTestService({ env: down.env, logLevel: 'silent' })
  const { answer } = await openSocialBrowser(other).begin()
  expect([answer.statusCode, answer.json().error]).toEqual([424, 'provider_unavailable'])
  expect(answer.cookies).toEqual([])
  await other.close()
})

test('a provider that failed is asked again', async () => {
  let isWell = false
  const answer: RequestListener = ({ headers }, response) => {
    const issuer = `http://${headers.host}`
    const metadata = JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` })
    if (isWell) response.setHeader('content-type', 'application/json').end(metadata)
    else response.writeHead(503).end()
  }
  await withServer(answer, async (issuer) => {
    const ask = openGoogle(issuer)
    expect(await ask()).toBe('provider_unavailable')
    isWell = true
    expect(await ask()).toMatch(`${issuer}/authorize?`)
  })
})
