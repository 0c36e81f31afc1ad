import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '../couchdb/embedded/start.ts'
import { admin } from '../couchdb/embedded/testing.ts'
import { BARE_ENVIRONMENT } from './testing/bare-environment.ts'
import { LIVE_COMPANY } from './testing/live-company.ts'

let folder: string
/** The data of a demo that has been started and ended once: its people and orders take long to write. */
let filled: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'mogra-main-filled-'))
  const { child, ended, ready } = run('main.ts', { MOGRA_DATA: filled })
  await ready
  child.kill('SIGTERM')
  await ended
}, 120_000)
afterAll(() => rm(filled, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-main-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Runs a program of this folder in a process of its own and collects its output. */
function run(file: string, env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    cwd: folder,
    env: { ...BARE_ENVIRONMENT, MOGRA_DATA: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return Number(code)
  })
  const out = { said: '', complained: '' }
  child.stderr.on('data', (chunk: Buffer) => {
    out.complained += chunk.toString()
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out.said += chunk.toString()
      const url = /ready: (\S+)/.exec(out.said)?.[1]
      if (url) resolve(url)
    })
    ended.then((code) => reject(new Error(`ended with ${code}: ${out.complained}`)))
  })
  ready.catch(() => {})
  return { child, out, ended, ready }
}

async function signedIn(url: string, email: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect((await post('/api/login-codes', { email })).status).toBe(202)
  let code: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string; text: string }[]
      // The demo's people get other mails, too.
      code = mails.flatMap(({ to, text }) => (to === email ? (text.match(/\b\d{6}\b/) ?? []) : [])).at(0)
      return code
    })
    .toBeDefined()
  const answer = await post('/api/sessions', { email, code })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('a demo prints its address, who can sign in and where mail arrives, and ends within 5 s of Ctrl-C', async () => {
  const { child, out, ended, ready } = run('main.ts')
  const url = await ready
  await expect.poll(() => out.said).toContain(`${url}/dev/mail`)
  expect(out.said).toContain('customer@mogra.example')
  expect(out.said).toContain(`Its data folder is ${folder};`)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  const since = Date.now()
  // Under npm the signal arrives twice: from the terminal and from npm.
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(Date.now() - since).toBeLessThan(5_000)
  expect(out.complained).toBe('')
})

test('a request that never ends does not keep the service from ending', async () => {
  await cp(filled, folder, { recursive: true })
  const { child, out, ended, ready } = run('main.ts')
  const socket = connect(Number(new URL(await ready).port), '127.0.0.1')
  socket.on('error', () => {})
  const headers = ['Host: x', 'Content-Type: application/json', 'Content-Length: 99', 'Expect: 100-continue']
  socket.write(`POST /api/sessions HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  // "100 Continue" has arrived, so the request is in progress.
  await once(socket, 'data')
  socket.write('{')
  const since = Date.now()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(Date.now() - since).toBeLessThan(5_000)
  expect(out.complained).toBe('')
})

test('the service ends when the npm that started it has gone without passing on a signal', async () => {
  await cp(filled, folder, { recursive: true })
  // As npm does: a shell in between receives the signal and does not pass it on.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${join(import.meta.dirname, 'main.ts')}"; true`], {
    env: { ...BARE_ENVIRONMENT, MOGRA_DATA: folder, PORT: '0', npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(shell)
  let said = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await expect.poll(() => said, { timeout: 60_000 }).toContain('ready')
  shell.kill('SIGTERM')
  // The pipe closes when the last process that holds it ends.
  await once(shell, 'close')
  running.delete(shell)
})

test('a session and an account survive kill -9', async () => {
  await cp(filled, folder, { recursive: true })
  const first = run('main.ts')
  const cookie = await signedIn(await first.ready, 'partner@mogra.example')
  first.child.kill('SIGKILL')
  await first.ended
  const second = run('main.ts')
  const answer = await fetch(`${await second.ready}/api/sessions/current`, { headers: { cookie } })
  expect([answer.status, await answer.json()]).toMatchObject([200, { account: { email: 'partner@mogra.example' } }])
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ MOGRA_MODE: 'live' }, 'COUCHDB_URL must be set in live mode'],
  [{ HOST: '0.0.0.0' }, 'MOGRA_DEMO_PUBLIC=1'],
  [{ COUCHDB_URL: 'http://a:%zz@127.0.0.1:1', MOGRA_MODE: 'demo' }, 'COUCHDB_URL must be an address like'],
])('a wrong setting %j is reported in one sentence', async (env, sentence) => {
  const { out, ended } = run('main.ts', env)
  expect(await ended).toBe(1)
  expect(out.complained).toContain(sentence)
  expect(out.complained.trim().split('\n').length).toBe(1)
})

test('a port in use is reported in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const { out, ended } = run('main.ts', { PORT: port })
  expect(await ended).toBe(1)
  expect(out.complained.trim()).toBe(`Port ${port} is in use by another program; stop it, or set PORT to a free one.`)
  taken.close()
})

test('an admin is created once, and not from an existing account', { timeout: 300_000 }, async () => {
  const admin = (email: string) => run('create-admin.ts', {}, ['--email', email, '--name', 'Leela Rao'])
  const first = admin('leela@example.com')
  expect([await first.ended, first.out.said]).toEqual([
    0,
    'leela@example.com is an admin now, and signs in with a code that is mailed there.\n',
  ])
  const again = admin('LEELA@example.com')
  expect([await again.ended, again.out.said]).toEqual([0, 'leela@example.com is an admin already.\n'])

  const service = run('main.ts')
  const url = await service.ready
  expect(await signedIn(url, 'leela@example.com')).toMatch(/^sid=/)
  const busy = admin('other@example.com')
  expect(await busy.ended).toBe(1)
  expect(busy.out.complained).toContain('is in use by a running Mogra; stop that one first')
  service.child.kill('SIGTERM')
  await service.ended

  const customer = admin('customer@mogra.example')
  expect(await customer.ended).toBe(1)
  expect(customer.out.complained).toBe(
    'customer@mogra.example is a customer already; an admin needs an e-mail of their own.\n',
  )
  const nobody = run('create-admin.ts', {}, ['--mail', 'x'])
  expect(await nobody.ended).toBe(1)
  expect(nobody.out.complained).toContain('npm run admin:create -- --email')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await server[Symbol.asyncDispose]()
  return port
}

const live = (port: number, password = admin.password) => ({
  COUCHDB_URL: `http://${admin.name}:${password}@127.0.0.1:${port}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@mogra.example',
  PUBLIC_URL: 'https://mogra.example',
  ...LIVE_COMPANY,
})

test('the start waits for a CouchDB that is down, and says so', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const { child, out, ended } = run('main.ts', live(port))
  await expect.poll(() => out.complained).toMatch(/^No CouchDB answers at \S+: .* Waiting for it\.\n/)
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin, port })
  await expect.poll(() => out.said, { timeout: 60_000 }).toContain('Mogra is ready')
  expect(out.complained).toMatch(/\nCouchDB answers at \S+ now\.\n$/)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await couch.close()
})

test('Ctrl-C ends the wait for a CouchDB', async () => {
  const { child, out, ended } = run('main.ts', live(await freePort()))
  await expect.poll(() => out.complained).toContain('Waiting for it.')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('a wrong password of CouchDB ends the start immediately', async () => {
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin })
  const { out, ended } = run('main.ts', live(Number(new URL(couch.url).port), 'wrong'))
  expect(await ended).toBe(1)
  expect(out.complained).toMatch(/^\S+ refuses the name and password in COUCHDB_URL\.\n$/)
  await couch.close()
})

test('no command creates keys for a database that has some, and only keys:replace does with --yes', {
  timeout: 240_000,
}, async () => {
  // A relative path, as in the folder of each release.
  const env = { MOGRA_DATA: 'release-1' }
  await cp(filled, join(folder, 'release-1'), { recursive: true })
  const service = run('main.ts', env)
  await service.ready
  await expect.poll(() => service.out.said).toContain(`Its data folder is ${join(folder, 'release-1')};`)
  service.child.kill('SIGTERM')
  await service.ended

  await rename(join(folder, 'release-1/keys.json'), join(folder, 'keys.json'))
  for (const [command, args] of [
    ['main.ts', []],
    ['create-admin.ts', ['--email', 'leela@example.com']],
    ['rotate-mailboxes.ts', ['--all']],
    ['fill-catalogue.ts', ['--count', '8']],
  ] as const) {
    const refused = run(command, env, [...args])
    expect([command, await refused.ended]).toEqual([command, 1])
    expect(refused.out.complained).toContain(`there is no keys.json in ${join(folder, 'release-1')}.`)
    expect(refused.out.complained.trim().split('\n')).toHaveLength(1)
    expect(await readdir(join(folder, 'release-1'))).toEqual(['couchdb'])
  }

  const asked = run('replace-keys.ts', env)
  expect(await asked.ended).toBe(1)
  expect(asked.out.complained).toContain('All sessions: everybody signs in again.')
  expect(await readdir(join(folder, 'release-1'))).toEqual(['couchdb'])
  const replaced = run('replace-keys.ts', env, ['--yes'])
  expect([await replaced.ended, replaced.out.complained]).toEqual([0, ''])
  expect(replaced.out.said).toContain(`The database has new keys, in ${join(folder, 'release-1/keys.json')}:`)

  const again = run('main.ts', env)
  expect(await signedIn(await again.ready, 'customer@mogra.example')).toMatch(/^sid=/)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
