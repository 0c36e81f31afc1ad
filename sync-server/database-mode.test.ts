import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bootstrap } from '../couchdb/bootstrap.ts'
import { connect } from '../couchdb/client/couch-client.ts'
import { type Embedded, startEmbedded } from '../couchdb/embedded/start.ts'
import { type Couch, connectCouch } from './couch/couch.ts'
import { claimMode } from './database-mode.ts'
import { openService, runService } from './run-service.ts'
import { readSettings } from './settings/settings.ts'
import { BARE_ENVIRONMENT } from './testing/bare-environment.ts'
import { LIVE_COMPANY } from './testing/live-company.ts'
import { startTestService } from './testing/test-service.ts'

let folder: string
/** For the service, this is a CouchDB like any other. */
let couchdb: Embedded
let couchdbUrl: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-mode-'))
  const admin = { name: 'mogra', password: 'secret' }
  couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  couchdbUrl = couchdb.url.replace('//', `//${admin.name}:${admin.password}@`)
})
afterEach(async () => {
  for (const close of running.splice(0)) await close()
  await couchdb.close()
  await rm(folder, { recursive: true, force: true })
})

const running: (() => Promise<void>)[] = []

/** Starts a service and returns the function that stops it. */
async function start(mode: 'demo' | 'live') {
  const { close } = await runService(readSettings(envOf(mode)), { logLevel: 'silent' })
  running.push(close)
  return async () => {
    running.splice(running.indexOf(close), 1)
    await close()
  }
}

/** Resolves with the message of a service that does not start. */
const refusal = (mode: 'demo' | 'live') =>
  start(mode).then(
    () => 'it has started',
    (error: Error) => error.message,
  )

const LIVE = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'https://mogra.example',
  MAIL_FROM: 'Mogra <hello@mogra.example>',
  ...LIVE_COMPANY,
}
const envOf = (mode: 'demo' | 'live' | undefined) => ({
  COUCHDB_URL: couchdbUrl,
  MOGRA_DATA: join(folder, 'data'),
  PORT: '0',
  ...(mode !== 'demo' && LIVE),
  ...(mode !== undefined && { MOGRA_MODE: mode }),
})

/** Runs the command as npm does. */
async function fillCatalogue(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fill-catalogue.ts'), '--count', '20'], {
    env: { ...BARE_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { said, complained, code: Number(code) }
}

/** Every document except those that a running service renews by itself. */
async function everything() {
  const couch = connect(couchdbUrl)
  const { body: names } = await couch.try('GET', '/_all_dbs')
  const found: Record<string, unknown> = {}
  for (const name of names as string[]) {
    const { rows } = (await couch.get(`/${name}/_all_docs?include_docs=true`)) as { rows: { id: string }[] }
    found[name] = rows.filter(({ id }) => !id.startsWith('lease:'))
  }
  return { found, settings: await couch.get('/_node/_local/_config/jwt_keys') }
}

/** Removes the mark, which earlier releases did not write. */
async function forgetMark(couch: Couch) {
  const mark = await couch.db('work').get('database-mode')
  if (mark) await couch.db('work').remove(mark)
}

/** A real catalogue, in which one flower has the id of a sample. */
async function ownCatalogue() {
  const couch = connect(couchdbUrl)
  await couch.put('/catalogue/flower:red-roses', { type: 'flower', name: { en: 'Red roses' }, priceRupees: 1234 })
  await couch.put('/catalogue/flower:made-00001', { type: 'flower', name: { en: 'Lotus' }, priceRupees: 99 })
}

test.each(['live', 'demo', undefined] as const)(
  'sample data is not written to a live service’s database, running or not, if the command is told %s',
  async (mode) => {
    const stop = await start('live')
    await ownCatalogue()
    const before = await everything()
    for (const isRunning of [true, false]) {
      if (!isRunning) await stop()
      const { said, complained, code } = await fillCatalogue(envOf(mode))
      expect([said, code]).toEqual(['', 1])
      expect(complained).toMatch(/^[^\n]*\bdemo\b[^\n]*\.\n$/)
      expect(await everything()).toEqual(before)
    }
  },
  120_000,
)

test('a demo does not start on the database of a live service', async () => {
  await (await start('live'))()
  await ownCatalogue()
  const before = await everything()
  expect(await refusal('demo')).toMatch(/^The CouchDB at COUCHDB_URL has belonged to a live Mogra since/)
  expect(await everything()).toEqual(before)
  await start('live')
})

test('a live service does not start on the database of a demo', async () => {
  await (await start('demo'))()
  const before = await everything()
  expect(await refusal('live')).toMatch(/^The CouchDB at COUCHDB_URL has belonged to a demo since/)
  expect(await everything()).toEqual(before)
  await start('demo')
})

test('sample data is not written to an unmarked CouchDB of an earlier release that has accounts', async () => {
  const { services, close } = await openService(readSettings(envOf('live')))
  await services.accounts.create({ email: 'asha@example.com', name: 'Asha Rathore', role: 'CUSTOMER', verified: true })
  await forgetMark(services.couch)
  await close()
  const before = await everything()
  const { said, complained, code } = await fillCatalogue(envOf('demo'))
  expect([said, code]).toEqual(['', 1])
  expect(complained).toMatch(/^The CouchDB at COUCHDB_URL holds accounts and does not say whether [^\n]*\.\n$/)
  await expect(startTestService({ logLevel: 'silent', env: envOf('demo') })).rejects.toThrow('holds accounts')
  expect(await everything()).toEqual(before)

  await (await start('live'))()
  expect(await refusal('demo')).toMatch(/^The CouchDB at COUCHDB_URL has belonged to a live Mogra since/)
})

test('the embedded database of an earlier release stays usable in a demo', async () => {
  const settings = readSettings({ MOGRA_DATA: join(folder, 'embedded'), PORT: '0' })
  const { services, close } = await openService(settings)
  await services.accounts.create({ email: 'asha@example.com', name: 'Asha Rathore', role: 'CUSTOMER', verified: true })
  await forgetMark(services.couch)
  await close()
  const again = await openService(settings)
  expect(await again.services.couch.db('work').get('database-mode')).toMatchObject({ mode: 'demo' })
  await again.close()
})

test('a demo’s database is filled with sample data, and the demo continues with it', async () => {
  const { said, complained, code } = await fillCatalogue(envOf('demo'))
  expect([complained, code]).toEqual(['', 0])
  expect(said).toMatch(/^The catalogue has 20 flowers/)
  await start('demo')
})

test('if a demo and a live service start at once on a new database, one stops', async () => {
  await bootstrap({ url: couchdbUrl })
  const couch = connectCouch(couchdbUrl)
  const both = await Promise.allSettled([claimMode(couch, 'live'), claimMode(couch, 'demo')])
  await couch.close()
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
