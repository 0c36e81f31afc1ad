import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
let webFolder: string

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'mogra-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Mogra</title>')
  await writeFile(join(webFolder, 'sw.js'), '// worker')
  await writeFile(join(webFolder, '.secret'), 'secret')
  await writeFile(join(webFolder, 'assets/app-abc123.js'), '// app')
  await writeFile(join(webFolder, 'assets/app-abc123.js.br'), brotliCompressSync('// app'))
  service = await startTestService({ webFolder, logLevel: 'silent' })
})
afterAll(async () => {
  await service.close()
  await rm(webFolder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
const known = '{"email":"nobody@example.com"}'

test('the health endpoint reports the state of the service', async () => {
  const answer = await get('/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    status: 'ok',
    environment: 'demo',
    server: { uptime: expect.any(Number) },
    mail: { configured: false, waiting: 0, dead: 0, isLate: false },
    version: '1.0.0',
    couchdb: { reachable: true },
    decider: { lagSeconds: expect.any(Number), open: 0 },
  })
  expect(answer.json().endpoints).toEqual(expect.arrayContaining(['GET /health', 'POST /api/sessions']))
})

test('every answer has the security headers, including errors', async () => {
  for (const url of [
    '/',
    '/health',
    '/nowhere',
    '/assets/app-abc123.js',
    '/dev/mail',
    '/%zz',
    '/api/sessions/current',
  ]) {
    const { headers } = await get(url)
    expect(headers['content-security-policy'], url).toContain("script-src 'self';")
    expect(headers['content-security-policy'], url).not.toContain('unsafe')
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers['referrer-policy'], url).toBe('same-origin')
    expect(headers['cross-origin-opener-policy'], url).toBe('same-origin-allow-popups')
    expect(headers['permissions-policy'], url).toContain('camera=()')
  }
})

test('hashed assets are cached for a year, and everything else is revalidated', async () => {
  expect((await get('/assets/app-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const url of ['/', '/index.html', '/sw.js'])
    expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
  expect((await get('/api/sessions/current')).headers['cache-control']).toBe('no-store')
  const head = await service.app.inject({ method: 'HEAD', url: '/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test.each([
  '/nowhere',
  '/assets/',
  '/assets/app-old.js',
  '/.secret',
  '/../package.json',
  '/..%2fpackage.json',
  '/api/nothing',
  '/db%2f',
])('%s is answered with 404 as JSON', async (url) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found'])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a file that was compressed at build time is sent compressed, with the type of its content', async () => {
  const answer = await get('/assets/app-abc123.js', { 'accept-encoding': 'gzip, br' })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('// app')
  expect((await get('/assets/app-abc123.js')).body).toBe('// app')
})

test('answers are compressed for clients that accept it', async () => {
  const path = '/db/catalogue/_changes?include_docs=true&style=all_docs&feed=normal&since=0&limit=100&heartbeat=10000'
  const plain = await get(path)
  const small = await get(path, { 'accept-encoding': 'br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
})

test('a page requested by its path is redirected behind the #, and other paths are not', async () => {
  const accept = 'text/html,application/xhtml+xml'
  for (const path of ['/browse', '/browse?city=pune', '/order-tracking/01J']) {
    const answer = await get(path, { accept })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/#${path}`])
  }
  for (const path of ['/api/nothing', '/db', '/dev', '/health/x', '/assets/x', '/logo.png'])
    expect((await get(path, { accept })).statusCode, path).toBe(404)
  expect((await get('/browse')).statusCode).toBe(404)
})

test('caught mail is shown only under our own host names', async () => {
  for (const [host, status] of [
    ['localhost:3000', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['evil.example', 404],
    ['localhost.evil.example', 404],
  ] as const)
    for (const path of ['/dev/mail', '/dev/mail.json'])
      expect((await get(path, { host })).statusCode, host).toBe(status)
})

test('a path that cannot be decoded is refused as JSON', async () => {
  const answer = await get('/%zz')
  expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'bad_url', message: 'bad url' }])
})

test.each([
  ['bad JSON', '{"email":', {}, 400, 'bad_json'],
  ['JSON that would change prototypes', '{"__proto__":{"a":1}}', {}, 400, 'bad_json'],
  [
    'another media type',
    'email=a',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'unsupported_media_type',
  ],
  ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ['no body', '', {}, 422, 'invalid'],
  ['more than 1 MB', JSON.stringify({ email: 'a'.repeat(1_100_000) }), {}, 413, 'body_too_large'],
] as const)('%s is answered by a problem', async (_what, body, headers, status, error) => {
  const answer = await post('/api/login-codes', body, headers)
  expect([answer.statusCode, answer.json().error]).toEqual([status, error])
})

test('a path with a null byte is refused, wherever it is', async () => {
  for (const url of ['/%00', '/.env/%00', '/.secret/a%00', '/.secret%00', '/index.html%00'])
    expect((await get(url)).statusCode, url).toBeOneOf([400, 403, 404])
})

test('malformed cookies are treated as no session and cause no failure', async () => {
  for (const cookie of ['sid=%zz', 'sid', ';;;=;', `sid=${'x'.repeat(5000)}`, 'sid="; sid=a', 'sid=\u00ff'])
    expect((await get('/api/sessions/current', { cookie })).statusCode, cookie).toBe(401)
})

test('only the app’s own page may send writing requests', async () => {
  const status = async (headers: Record<string, string>) =>
    (await post('/api/login-codes', known, { host: 'localhost:3000', ...headers })).statusCode
  expect(await status({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' })).toBe(404)
  expect(await status({ origin: 'http://localhost:3000' })).toBe(404)
  expect(await status({ 'sec-fetch-site': 'none', origin: 'http://localhost:3000' })).toBe(404)
  expect(await status({})).toBe(404)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    expect(await status(headers), JSON.stringify(headers)).toBe(403)
})

test('the answer to an internal failure contains no details', async () => {
  service.app.log.level = 'silent'
  const { accounts } = service.services
  const find = accounts.findByEmail
  accounts.findByEmail = async () => {
    throw new Error('secret of the house')
  }
  const answer = await post('/api/login-codes', known)
  accounts.findByEmail = find
  expect([answer.statusCode, answer.json()]).toEqual([500, { error: 'internal', message: 'Something went wrong.' }])
})

test('the mail page shows caught mail as text, whatever it contains', async () => {
  expect((await get('/dev/mail')).body).toContain('No mail yet')
  const email = '"<img/src=x>"@example.com'
  await service.services.mailer.send({
    to: 'asha@example.com',
    subject: '<script>alert(1)</script>',
    text: `Hello ${email} </pre><script>`,
    html: '<p>Hello</p>',
    messageId: '<1@mogra.example>',
    givenUpAfterMs: 5000,
  })
  const page = await get('/dev/mail')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page.body).not.toMatch(/<script|<img|<style|style=/)
  expect((await get('/dev/mail.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  expect((await get('/dev/mail.json')).json()).toMatchObject([{ to: 'asha@example.com', html: '<p>Hello</p>\n' }])
})

test('input that is not HTTP is answered, and the connection is closed', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.end('GARBAGE\r\n\r\n')
  expect(await text(socket)).toContain('400 Bad Request')
})
