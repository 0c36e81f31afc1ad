import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../couchdb/client/couch-client.ts'
import { type Embedded, startEmbedded } from '../couchdb/embedded/start.ts'
import type { StoredAccount } from './accounts/account-record.ts'
import { hashPassword } from './accounts/passwords/password-hash.ts'
import { type Couch, connectCouch } from './couch/couch.ts'
import type { KeyRecord } from './database-keys.ts'
import { replaceKeys } from './key-replacement.ts'
import { openLease } from './lease/lease.ts'
import { openService } from './run-service.ts'
import { openKeyFolder } from './settings/keys.ts'
import { readSettings, SettingError } from './settings/settings.ts'
import { keysIn } from './testing/keys-in.ts'
import { startTestService } from './testing/test-service.ts'

const admin = { name: 'mogra', password: 'keys' }
const EMAIL = 'asha@example.com'
const PASSWORD = 'a nosegay of jasmine'
const IDENTITY = { provider: 'google', issuer: 'https://accounts.example', subject: '42', name: 'Asha' } as const

// Each test starts whole services, one after another.
vi.setConfig({ testTimeout: 120_000 })

let root: string
/** Data of a database and data folder that a service has used; each test gets a copy. */
let used: { account: string; visitor: string; cookie: string }
let server: Embedded
let COUCHDB_URL: string
let couch: Couch

const folder = (name = 'data') => join(root, 'now', name)
const settings = (name = 'data') =>
  readSettings({ COUCHDB_URL, MOGRA_MODE: 'demo', MOGRA_DATA: folder(name), PORT: '0' })

async function startDatabase(path: string) {
  server = await startEmbedded({ folder: path, admin })
  COUCHDB_URL = server.url.replace('//', `//${admin.name}:${admin.password}@`)
}
const startService = (name = 'data') =>
  startTestService({ folder: folder(name), logLevel: 'silent', env: { COUCHDB_URL } })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-replaced-'))
  await startDatabase(join(root, 'now/server'))
  const { services, close, signIn } = await startService()
  const { accounts, passwords, sessions, socialIdentities } = services
  await accounts.create({ email: EMAIL, name: 'Asha Rathore', role: 'CUSTOMER', verified: true })
  const { account, cookie } = await signIn(EMAIL)
  await passwords.keep(account.id, await hashPassword(PASSWORD))
  await socialIdentities.link(IDENTITY, account.id)
  const visitor = await accounts.createVisitor('en')
  await sessions.start(visitor, { provenBy: 'nothing', userAgent: '' })
  used = { account: account.id, visitor: visitor.id, cookie }
  await close()
  await server.close()
  await cp(join(root, 'now'), join(root, 'kept'), { recursive: true })
})
beforeEach(async () => {
  await rm(join(root, 'now'), { recursive: true, force: true })
  await cp(join(root, 'kept'), join(root, 'now'), { recursive: true })
  await startDatabase(join(root, 'now/server'))
  couch = connectCouch(COUCHDB_URL)
})
afterEach(async () => {
  await couch.close()
  await server.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

const pause = async () => {}
const replace = (name = 'data', options: Parameters<typeof replaceKeys>[1] = {}) =>
  replaceKeys(settings(name), { pause, ...options })
const fingerprintIn = async (name = 'data') => (await (await openKeyFolder(folder(name))).read())?.fingerprint
const record = () => couch.db('work').get<KeyRecord>('keys')
const tokenKeys = async () => Object.keys(await connect(COUCHDB_URL).get('/_node/_local/_config/jwt_keys'))
const claims = () => couch.db('accounts').ids('email:', 'email:\uffff')
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    (error: unknown) => (error instanceof SettingError ? error.message : `no setting's fault: ${error}`),
  )

/** Checks that people can sign in by a mailed code and by the password. */
async function expectSignIn(name = 'data') {
  const { signIn, app, close } = await startService(name)
  expect((await signIn(EMAIL)).account.id).toBe(used.account)
  const payload = { email: EMAIL, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/sessions', payload })
  expect([answer.statusCode, answer.json().account?.id]).toEqual([200, used.account])
  await close()
}

test('after keys are replaced, people are found by their e-mail, and records of the old keys are removed', async () => {
  const [before, oldTokenKeys, oldClaims] = [await fingerprintIn(), await tokenKeys(), await claims()]
  await cp(folder(), folder('old'), { recursive: true })
  const replaced = await replace()
  expect(replaced).toMatchObject({ file: join(folder(), 'keys.json'), hidden: [], sessions: 2, links: 1 })
  expect(replaced.found).toBe(oldClaims.length)

  expect(await fingerprintIn()).not.toBe(before)
  expect(await record()).toMatchObject({ fingerprint: await fingerprintIn() })
  expect(await record()).not.toHaveProperty('replacement')
  expect(await readdir(folder())).toEqual(['keys.json'])
  // A token that the old private key signed is not accepted.
  expect(await tokenKeys()).toHaveLength(1)
  expect(await tokenKeys()).not.toEqual(oldTokenKeys)
  expect(await claims()).toHaveLength(oldClaims.length)
  expect((await claims()).filter((id) => oldClaims.includes(id))).toEqual([])
  // Nobody can return as the visitor.
  expect(await couch.db('work').ids('departure:', 'departure:\uffff')).toEqual([`departure:${used.visitor}`])

  const { app, services, close } = await startService()
  const { cookie } = used
  expect((await app.inject({ url: '/api/sessions/current', headers: { cookie } })).statusCode).toBe(401)
  expect(await services.socialIdentities.of(used.account)).toEqual([])
  expect(await services.accounts.create({ email: EMAIL, name: 'Asha', role: 'ADMIN' })).toBe('email_taken')
  await close()
  await expectSignIn()
  expect(await refusal(openService(settings('old')))).toContain('was made with other keys')
})

test('lost keys are replaced by fresh ones', async () => {
  await rm(join(folder(), 'keys.json'))
  expect(await refusal(openService(settings()))).toContain('npm run keys:replace')
  await replace()
  await expectSignIn()
})

test('keys that an operator puts into the folder become the database’s', async () => {
  const { fingerprint } = await keysIn(folder('other'))
  await replace('other')
  expect(await fingerprintIn('other')).toBe(fingerprint)
  await expectSignIn('other')
})

test('a database of an earlier release, without a record, can be given other keys', async () => {
  const noted = await record()
  if (noted) await couch.db('work').remove(noted)
  const before = await fingerprintIn()
  await replace()
  expect(await fingerprintIn()).not.toBe(before)
  await expectSignIn()
})

test('a draft that was left by a kill never replaces the keys', async () => {
  await cp(join(folder(), 'keys.json'), join(folder(), 'keys.json.new'))
  const before = await fingerprintIn()
  await replace()
  expect(await fingerprintIn()).not.toBe(before)
})

test('a replacement that is killed at any step lets no service start, and finishes when it is run again', async () => {
  const points: string[] = []
  await replace('data', { onStep: (point) => points.push(point) })
  expect(points).toEqual(
    [
      'withdraw token keys',
      'rewrite e-mail claims',
      'remove sessions',
      'remove links',
      'keep keys',
      'settle record',
    ].flatMap((step) => [`before ${step}`, `after ${step}`]),
  )
  const last = points.at(-1)
  for (const point of points) {
    const onStep = (now: string) => {
      if (now === point) throw new Error(`killed ${point}`)
    }
    await expect(replace('data', { onStep }), point).rejects.toThrow(`killed ${point}`)
    // After the last step, the replacement is finished.
    if (point !== last) expect(await refusal(openService(settings())), point).toContain('are being replaced')
  }
  await expectSignIn()
  expect(await claims()).toHaveLength((await replace()).found)
  expect(await readdir(folder())).toEqual(['keys.json'])
})

test('a replacement that is killed before its first change has changed nothing: the service starts, and it can be run again', async () => {
  const before = await fingerprintIn()
  const killed = async () => {
    throw new Error('killed')
  }
  await expect(replace('data', { pause: killed })).rejects.toThrow('killed')
  expect(await record()).toHaveProperty('replacement')
  await expectSignIn()
  expect(await fingerprintIn()).toBe(before)
  await replace()
  await expectSignIn()
})

test('no keys are replaced while a service runs', async () => {
  const before = await record()
  const decider = openLease({ store: couch.db('work'), name: 'decider', isAlone: false })
  await decider.keep()
  const renewed = { pause: () => decider.keep() }
  expect(await refusal(replace('data', renewed))).toMatch(/^A Mogra runs on this database: stop it/)
  const { _rev: _, ...now } = { ...(await record()), _rev: '' }
  expect({ ...now, _rev: before?._rev }).toEqual(before)
  expect(await readdir(folder())).toEqual(['keys.json'])
})

test('if two keys:replace run at once, one is told that another one runs', async () => {
  let isStarted = false
  const second = async () => {
    if (isStarted) return
    isStarted = true
    await replace()
  }
  expect(await refusal(replace('data', { pause: second }))).toMatch(/^Another keys:replace runs on this database: /)
  await expectSignIn()
})

test('keys:replace does not begin while another one is working', async () => {
  const underWay = { fingerprint: 'other', isUnderWay: true }
  await couch.db('work').update<KeyRecord>('keys', (noted) => noted && { ...noted, replacement: underWay })
  const decider = openLease({ store: couch.db('work'), name: 'decider', isAlone: false })
  await decider.keep()
  const renewed = { pause: () => decider.keep() }
  expect(await refusal(replace('data', renewed))).toMatch(/^Another keys:replace runs on this database: /)
  expect(await record()).toMatchObject({ replacement: underWay })
})

test('keys:replace notices a service that waits for a released lease, and one that starts meanwhile', async () => {
  const store = couch.db('work')
  const [stopped, waiting] = ['a', 'b'].map(() => openLease({ store, name: 'decider', isAlone: false }))
  await stopped?.keep()
  let looks = 0
  const handedOn = async () => {
    looks += 1
    if (looks === 50) await stopped?.release()
    if (looks === 55) await waiting?.keep()
  }
  expect(await refusal(replace('data', { pause: handedOn }))).toContain('A Mogra runs on this database')
  await waiting?.release()

  let isStarted = false
  const starts = async () => {
    if (isStarted) return
    isStarted = true
    await (await openService(settings())).close()
  }
  expect(await refusal(replace('data', { pause: starts }))).toContain('A Mogra runs on this database')
  await expectSignIn()
})

test('after a kill, keys:replace waits until the unused lease expires', async () => {
  await openLease({ store: couch.db('work'), name: 'decider', isAlone: false }).keep()
  let seconds = 0
  await replace('data', {
    pause: async (ms) => {
      seconds += ms / 1000
    },
  })
  expect(seconds).toBeGreaterThanOrEqual(60)
  await expectSignIn()
})

test('if two accounts have one e-mail, the older is found by it, and the other is reported', async () => {
  const accounts = couch.db('accounts')
  const older = await accounts.get<StoredAccount>(`account:${used.account}`)
  // Ids that sort before and after the older account's.
  const younger = ['-a', '-b', '-c', '-d', 'zzz-a', 'zzz-b', 'zzz-c', 'zzz-d']
  for (const id of younger)
    await accounts.create({
      ...older,
      _rev: undefined,
      _id: `account:${id}`,
      id,
      createdAt: '2099-01-01T00:00:00.000Z',
    })
  expect((await replace()).hidden.sort()).toEqual(younger)
  await expectSignIn()
})

test('with the embedded database, the lock of its folder shows that no service runs', async () => {
  const own = readSettings({ MOGRA_DATA: folder('demo'), PORT: '0' })
  const first = await openService(own)
  expect(await refusal(replaceKeys(own))).toContain('is in use by a running Mogra')
  await first.close()
  const before = await readFile(join(folder('demo'), 'keys.json'), 'utf8')
  await replaceKeys(own)
  expect(await readFile(join(folder('demo'), 'keys.json'), 'utf8')).not.toBe(before)
  await (await openService(own)).close()
})
