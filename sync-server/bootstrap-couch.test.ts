import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../couchdb/client/couch-client.ts'
import { startEmbedded } from '../couchdb/embedded/start.ts'
import { admin, authorization } from '../couchdb/embedded/testing.ts'
import { openKeyFolder } from './settings/keys.ts'
import { BARE_ENVIRONMENT } from './testing/bare-environment.ts'
import { keysIn } from './testing/keys-in.ts'

const root = join(import.meta.dirname, '..')
const PARTS = ['sync-server', 'couchdb', 'design-docs', 'node_modules', 'package.json']

let folder = ''
const running = new Set<ChildProcess>()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-bootstrap-couch-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const withAdmin = (url: string) => url.replace('//', `//${admin.name}:${admin.password}@`)

function run(file: string, env: Record<string, string> = {}, flags: string[] = []) {
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...BARE_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const out = { said: '', complained: '' }
  child.stdout.on('data', (chunk) => {
    out.said += chunk
  })
  child.stderr.on('data', (chunk) => {
    out.complained += chunk
  })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code
  })
  return { child, out, ended }
}

/** CouchDB's configured keys for verifying tokens. */
async function jwtKeysOf(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/_node/_local/_config/jwt_keys`, { headers: { authorization } })
  return response.json() as Promise<Record<string, string>>
}

test('couch:bootstrap sets the key that the service signs its tokens with, and a second run changes nothing', async () => {
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin })
  const env = { COUCHDB_URL: withAdmin(couch.url), MOGRA_DATA: join(folder, 'data') }
  const command = join(import.meta.dirname, 'bootstrap-couch.ts')
  const first = run(command, env)
  expect([await first.ended, first.out.complained]).toEqual([0, ''])
  const keys = await (await openKeyFolder(env.MOGRA_DATA)).read()
  if (!keys) throw new Error('no keys were written')
  const { jwt } = keys
  expect(first.out.said).toContain(`Set the key ec:${jwt.id} for tokens.`)
  expect(Object.keys(await jwtKeysOf(couch.url))).toEqual([`ec:${jwt.id}`])
  const second = run(command, env)
  expect([await second.ended, second.out.said]).toEqual([0, 'Everything was in place; nothing changed.\n'])
  await couch.close()
})

test('while keys are being replaced, couch:bootstrap sets no key', async () => {
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin })
  const client = connect(withAdmin(couch.url))
  await client.put('/work', {})
  const { fingerprint } = await keysIn(join(folder, 'data'))
  const replacement = { fingerprint: 'other', isUnderWay: true }
  await client.put('/work/keys', { type: 'keys', fingerprint, folder, host: 'here', at: '2026-01-01', replacement })
  const env = { COUCHDB_URL: withAdmin(couch.url), MOGRA_DATA: join(folder, 'data') }
  const { ended, out } = run(join(import.meta.dirname, 'bootstrap-couch.ts'), env)
  expect([await ended, out.said]).toEqual([1, ''])
  expect(out.complained).toMatch(/^The keys of this database are being replaced\. [^\n]+\n$/)
  expect(await jwtKeysOf(couch.url)).toEqual({})
  await couch.close()
})

test('couch:bootstrap reads .env as the other commands do', async () => {
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin })
  const house = await mkdtemp(join(folder, 'house-'))
  for (const part of PARTS) await symlink(join(root, part), join(house, part))
  await writeFile(join(house, '.env'), `COUCHDB_URL=${withAdmin(couch.url)}\nMOGRA_DATA=${join(folder, 'data')}\n`)
  const command = run(join(house, 'sync-server/bootstrap-couch.ts'), {}, [
    '--preserve-symlinks',
    '--preserve-symlinks-main',
  ])
  expect([await command.ended, command.out.complained]).toEqual([0, ''])
  expect(JSON.parse(await readFile(join(folder, 'data/keys.json'), 'utf8'))).toHaveProperty('jwtPublicPem')
  await couch.close()
})

test('without COUCHDB_URL, or with a wrong password, couch:bootstrap says so in one sentence', async () => {
  const command = join(import.meta.dirname, 'bootstrap-couch.ts')
  const nowhere = run(command, { MOGRA_DATA: folder })
  expect([await nowhere.ended, nowhere.out.complained]).toEqual([
    1,
    'COUCHDB_URL must be set, like http://admin:password@127.0.0.1:5984.\n',
  ])
  const couch = await startEmbedded({ folder: join(folder, 'couch'), admin })
  const wrong = run(command, { MOGRA_DATA: folder, COUCHDB_URL: couch.url.replace('//', '//admin:wrong@') })
  expect([await wrong.ended, wrong.out.complained]).toEqual([
    1,
    expect.stringMatching(/refuses the name and password in COUCHDB_URL\.\n$/),
  ])
  await couch.close()
})
