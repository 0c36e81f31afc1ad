import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { request, type ServerProcess, spawnServer } from '../testing.ts'

const NO_ROOM = { status: 507, body: { error: 'insufficient_storage', reason: expect.any(String) } }

let folder = ''
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-full-'))
  server = await spawnServer(folder)
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Limits the size of files to simulate a full disk: a write fails halfway in the same way. */
const room = (bytes: string) =>
  promisify(execFile)('prlimit', ['--pid', String(server.process.pid), `--fsize=${bytes}:`])

const call = (method: string, path: string, body?: unknown) => request(server.url, method, path, body)

test('writes to a full disk get an error response, reads go on, and writes succeed when there is room again', async () => {
  await call('PUT', '/db')
  await call('POST', '/db/_index', { index: { fields: ['n'] }, ddoc: 'by-n', name: 'by-n' })
  const found = async () =>
    (await call('POST', '/db/_find', { selector: { n: { $gte: 0 } }, limit: 100 })).body.docs?.length
  await room('400000')
  const text = 'x'.repeat(30_000)
  const acknowledged: string[] = []
  const answers: number[] = []
  for (let n = 0; n < 30; n++) {
    const answer = await call('PUT', `/db/doc-${n}`, { n, text })
    answers.push(answer.status)
    // A query on an index that cannot be updated may fail, but must never return too few documents.
    if (n % 3 === 0) expect([acknowledged.length, acknowledged.length + 1, undefined]).toContain(await found())
    if (answer.status === 201) acknowledged.push(`doc-${n}`)
    else expect(answer).toEqual(NO_ROOM)
  }
  expect(acknowledged.length).toBeGreaterThan(3)
  expect(answers.filter((status) => status === 507).length).toBeGreaterThan(3)

  const ids = async () =>
    (await call('GET', '/db/_all_docs')).body.rows
      .map((row: { id: string }) => row.id)
      .filter((id: string) => !id.startsWith('_design/'))
  expect(await ids()).toEqual([...acknowledged].sort())
  expect((await call('GET', '/db')).body.doc_count).toBe(acknowledged.length + 1)
  const { last_seq: since } = (await call('GET', '/db/_changes')).body
  expect(await call('POST', '/db/_bulk_docs', { docs: [{ _id: 'many', text: 'x'.repeat(500_000) }] })).toEqual(NO_ROOM)

  await room('unlimited')
  await vi.waitFor(async () => expect((await call('PUT', '/db/after', { n: 99, text })).status).toBe(201), {
    timeout: 5000,
  })
  expect(await ids()).toEqual([...acknowledged, 'after'].sort())
  expect(await found()).toBe(acknowledged.length + 1)
  // A reader continues at its last sequence: the failed writes got no sequence.
  const later = (await call('GET', `/db/_changes?since=${since}`)).body.results
  expect(later.map((row: { id: string }) => row.id)).toEqual(['after'])
})

test('on a full disk no database, security object or setting is half written', async () => {
  await call('PUT', '/kept')
  const security = (await call('GET', '/kept/_security')).body
  await room('0')
  expect(await call('PUT', '/unborn')).toEqual(NO_ROOM)
  expect(await call('PUT', '/kept/_security', { members: { names: ['asha'], roles: [] } })).toEqual(NO_ROOM)
  expect(await call('PUT', '/_node/_local/_config/jwt_keys/ec:a', 'pem')).toEqual(NO_ROOM)
  expect((await call('GET', '/_all_dbs')).body).not.toContain('unborn')
  expect((await call('GET', '/kept/_security')).body).toEqual(security)
  expect((await call('GET', '/_node/_local/_config/jwt_keys/ec:a')).status).toBe(404)

  await room('unlimited')
  expect((await call('PUT', '/unborn')).status).toBe(201)
  expect((await call('PUT', '/_node/_local/_config/jwt_keys/ec:a', 'pem')).status).toBe(200)
})

test('everything acknowledged before and after the full disk is present after a kill', async () => {
  const before = (await call('GET', '/db/_all_docs')).body.rows
  await server.kill()
  server = await spawnServer(folder)
  expect((await call('GET', '/db/_all_docs')).body.rows).toEqual(before)
})
