import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../couchdb/client/couch-client.ts'
import { type Embedded, startEmbedded } from '../couchdb/embedded/start.ts'
import { type Couch, connectCouch } from './couch/couch.ts'
import { claimKeys, type KeyRecord } from './database-keys.ts'
import { type OpenService, openService } from './run-service.ts'
import { openKeyFolder } from './settings/keys.ts'
import { readSettings, SettingError } from './settings/settings.ts'
import { startFakeCluster } from './testing/cluster/fake-cluster.ts'
import { keysIn } from './testing/keys-in.ts'

const admin = { name: 'mogra', password: 'keys' }

let root: string
let server: Embedded
let COUCHDB_URL: string
let couch: Couch
const opened: OpenService[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-keys-'))
  server = await startEmbedded({ folder: join(root, 'server'), admin })
  COUCHDB_URL = server.url.replace('//', `//${admin.name}:${admin.password}@`)
  couch = connectCouch(COUCHDB_URL)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
  await couch.close()
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const folder = (name: string) => join(root, name)
const settingsOf = (name: string) =>
  readSettings({ COUCHDB_URL, MOGRA_MODE: 'demo', MOGRA_DATA: folder(name), PORT: '0' })

/** Starts a service with this data folder on the shared database. */
async function start(name: string): Promise<OpenService> {
  const service = await openService(settingsOf(name))
  opened.push(service)
  return service
}

/** Only the first step of a start: claiming the keys. */
const claim = async (name: string) =>
  claimKeys({ folder: await openKeyFolder(folder(name)), couch, now: () => new Date() })

/** Resolves with the reason why it did not start. */
const refusal = (starting: Promise<unknown>): Promise<string> =>
  starting.then(
    () => 'it started',
    (error: unknown) => (error instanceof SettingError ? error.message : `no setting's fault: ${error}`),
  )

const keyFile = (name: string) => readFile(join(folder(name), 'keys.json'), 'utf8')
const tokenKeys = async () => Object.keys(await connect(COUCHDB_URL).get('/_node/_local/_config/jwt_keys'))
const record = () => couch.db('work').get<KeyRecord>('keys')

/** Removes the record, which earlier releases did not write. */
async function forgetRecord() {
  const noted = await record()
  if (noted) await couch.db('work').remove(noted)
}

const newAccount = { email: 'asha@example.com', name: 'Asha Rathore', role: 'CUSTOMER', verified: true } as const

test('a service with other keys does not start, says where the right ones are, and changes nothing', async () => {
  const first = await start('first')
  await keysIn(folder('second'))
  const [before, own] = [await tokenKeys(), await keyFile('second')]
  expect(await refusal(start('second'))).toBe(
    `This database was made with other keys than those in ${folder('second')}/keys.json. Its keys were in ${folder('first')} on ${hostname()} on ${new Date().toISOString().slice(0, 10)}: copy keys.json from there, or from a backup, to ${folder('second')}. Keys that are lost for good can be replaced: npm run keys:replace`,
  )
  expect(await tokenKeys()).toEqual(before)
  expect(await keyFile('second')).toBe(own)

  await cp(join(folder('first'), 'keys.json'), join(folder('second'), 'keys.json'))
  const second = await start('second')
  expect(second.services.keys.digest('email', 'x')).toBe(first.services.keys.digest('email', 'x'))
})

test('a service with an empty folder does not start on a database with keys, and leaves no keys behind', async () => {
  await claim('first')
  expect(await refusal(start('empty'))).toMatch(
    new RegExp(`^This database was made with keys, and there is no keys.json in ${folder('empty')}. Its keys were in `),
  )
  expect(await readdir(folder('empty'))).toEqual([])
  expect(await connect(COUCHDB_URL).try('HEAD', '/accounts')).toMatchObject({ status: 404 })
})

test('the record in the database contains nothing of the keys', async () => {
  const { file } = await claim('first')
  const text = JSON.stringify(await record())
  for (const secret of Object.values(file)) expect(text).not.toContain(secret)
})

test('if two services with different keys start at once, one wins, and the other leaves no keys behind', async () => {
  const starts = await Promise.allSettled([start('one'), start('two')])
  const names = ['one', 'two']
  const [winner, loser] = starts[0]?.status === 'fulfilled' ? names : names.toReversed()
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await readdir(folder(winner ?? ''))).toEqual(['keys.json'])
  expect(await readdir(folder(loser ?? ''))).toEqual([])
  expect(await tokenKeys()).toHaveLength(1)
})

test('two services that start at once with one folder have the same keys', async () => {
  const [one, two] = await Promise.all([claim('shared'), claim('shared')])
  expect(one.fingerprint).toBe(two.fingerprint)
  expect(await readdir(folder('shared'))).toEqual(['keys.json'])
})

test('on a cluster the nodes never disagree about which keys the database has', async () => {
  const cluster = await startFakeCluster()
  const couches = ['one', 'two', 'three'].map((name) => ({ name, couch: connectCouch(cluster.url) }))
  cluster.setLevelling(false)
  await couches[0]?.couch.createDatabase('work')
  // The first write of each process reaches a different node.
  for (const copy of [0, 1, 2]) cluster.next('PUT', { copies: [copy] })
  const now = () => new Date()
  const claims = await Promise.allSettled(
    couches.map(async ({ name, couch }) => claimKeys({ folder: await openKeyFolder(folder(name)), couch, now })),
  )
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const kept = await Promise.all(couches.map(({ name }) => readdir(folder(name))))
  expect(kept.flat()).toEqual(['keys.json'])
  await Promise.all(couches.map(({ couch }) => couch.close()))
  await cluster.close()
})

test('a start that follows a kill between claiming the database and writing keys.json uses the draft', async () => {
  const { fingerprint } = await claim('first')
  await rename(join(folder('first'), 'keys.json'), join(folder('first'), 'keys.json.new'))
  expect((await claim('first')).fingerprint).toBe(fingerprint)
  expect(await readdir(folder('first'))).toEqual(['keys.json'])
})

test('an incomplete draft of a killed start is created again', async () => {
  await mkdir(folder('first'))
  await writeFile(join(folder('first'), 'keys.json.new'), '{"secret":"ab')
  await claim('first')
  expect(await readdir(folder('first'))).toEqual(['keys.json'])
})

test('a database of an earlier release accepts only the keys that lead from its e-mails to their accounts', async () => {
  const first = await start('first')
  await first.services.accounts.create(newAccount)
  await forgetRecord()
  await keysIn(folder('second'))
  for (const name of ['second', 'empty'])
    expect(await refusal(claim(name))).toContain(
      `Copy keys.json to ${folder(name)} from the MOGRA_DATA of the Mogra that has used it`,
    )
  expect(await readdir(folder('empty'))).toEqual([])
  expect(await record()).toBeUndefined()

  await claim('first')
  expect(await record()).toMatchObject({ folder: folder('first'), host: hostname() })
  expect(await refusal(claim('second'))).toContain(`Its keys were in ${folder('first')}`)
})

test('in a database of an earlier release, visitors alone are enough to refuse fresh keys', async () => {
  const first = await start('first')
  await first.services.accounts.createVisitor('en')
  await forgetRecord()
  expect(await refusal(claim('empty'))).toContain('there is no keys.json in')
  await claim('first')
})

test('a database that was used with two sets of keys accepts those that most accounts were created with', async () => {
  const first = await start('first')
  for (const name of ['a', 'b', 'c'])
    await first.services.accounts.create({ ...newAccount, email: `${name}@example.com` })
  await forgetRecord()
  const other = await openService(settingsOf('second'), { settleKeys: () => keysIn(folder('second')) })
  opened.push(other)
  expect(await other.services.accounts.findByEmail('a@example.com')).toBeUndefined()
  await other.services.accounts.create({ ...newAccount, email: 'a@example.com' })
  expect(await refusal(claim('second'))).toContain('was made with other keys')
  await claim('first')
})

test('lost keys are not created again with the embedded database either', async () => {
  const settings = readSettings({ MOGRA_DATA: folder('demo'), PORT: '0' })
  await (await openService(settings)).close()
  await rm(join(folder('demo'), 'keys.json'))
  expect(await refusal(openService(settings))).toMatch(/ Its keys were there on \S+: put keys\.json back from a backup/)
  expect(await readdir(folder('demo'))).toEqual(['couchdb'])
})

test('a start withdraws a replacement that was only announced, and refuses one that is in progress', async () => {
  const first = await start('first')
  const replace = (isUnderWay: boolean) =>
    couch
      .db('work')
      .update<KeyRecord>('keys', (noted) => noted && { ...noted, replacement: { fingerprint: 'x', isUnderWay } })
  await replace(false)
  await claim('first')
  expect(await record()).not.toHaveProperty('replacement')
  await replace(true)
  const sentence =
    'The keys of this database are being replaced. If that was interrupted, finish it: npm run keys:replace -- --yes'
  expect(await refusal(claim('first'))).toBe(sentence)
  // A service that is starting meanwhile checks again.
  expect(await refusal(first.checkKeys())).toBe(sentence)
})
