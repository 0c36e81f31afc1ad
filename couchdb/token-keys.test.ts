import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './client/couch-client.ts'
import { type Embedded, startEmbedded } from './embedded/start.ts'
import { startProxy } from './migrate/testing/fault-proxy.ts'
import { withdrawTokenKeys } from './token-keys.ts'

const admin = { name: 'admin', password: 'flowers' }
const SECTION = '/_node/_local/_config/jwt_keys'

let folder: string
let server: Embedded
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-token-keys-'))
  server = await startEmbedded({ folder, admin })
  url = server.url.replace('//', `//${admin.name}:${admin.password}@`)
  for (const name of ['ec:mogra-old', 'ec:mogra-new', 'ec:theirs', 'hmac:mogra-x'])
    await connect(url).put(`${SECTION}/${encodeURIComponent(name)}`, 'a key')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const names = async () => Object.keys(await connect(url).get(SECTION)).sort()

test('while a node is down no key is withdrawn, because that node would still trust the old keys', async () => {
  const proxy = await startProxy(url, (request, response) => {
    if (request.url !== '/_membership') return false
    const membership = { all_nodes: ['a@127.0.0.1'], cluster_nodes: ['a@127.0.0.1', 'b@127.0.0.1'] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(membership))
    return true
  })
  const before = await names()
  await expect(withdrawTokenKeys(connect(proxy.url), { id: 'mogra-new' })).rejects.toThrow('b@127.0.0.1 is down')
  expect(await names()).toEqual(before)
  await proxy.close()
})

test('all of Mogra’s keys except one are withdrawn, and no key of anybody else', async () => {
  expect(await withdrawTokenKeys(connect(url), { id: 'mogra-new' })).toBe(1)
  expect(await names()).toEqual(['ec:mogra-new', 'ec:theirs', 'hmac:mogra-x'])
  expect(await withdrawTokenKeys(connect(url), { id: 'mogra-new' })).toBe(0)
})
