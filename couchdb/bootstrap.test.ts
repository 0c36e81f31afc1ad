import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { importPKCS8, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootstrap } from './bootstrap.ts'
import { startEmbedded } from './embedded/start.ts'

const admin = { name: 'admin', password: randomBytes(8).toString('hex') }
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const jwtKey = { id: 'mogra-test', publicPem }

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-bootstrap-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const withAdmin = (url: string) => url.replace('//', `//${admin.name}:${admin.password}@`)

async function tokenFor(account: string, roles: string[] = []): Promise<string> {
  return new SignJWT({ '_couchdb.roles': roles })
    .setProtectedHeader({ alg: 'ES256', kid: jwtKey.id })
    .setSubject(account)
    .setExpirationTime('1m')
    .sign(await importPKCS8(privatePem, 'ES256'))
}

/** A proxy that presents the server as one of two nodes and responds as CouchDB 3.5 does while the other is down. */
async function withNodeDown(url: string) {
  const front = createServer(async (request, response) => {
    const { method = 'GET', headers, url: path = '/' } = request
    const answer = (status: number, body: string) => response.writeHead(status).end(body)
    if (path.startsWith(`/_node/${encodeURIComponent('other@127.0.0.1')}/`))
      return answer(412, '{"error":"nodedown","reason":"other@127.0.0.1 is down"}')
    const body = await text(request)
    const { authorization = '' } = headers
    const options = { method, headers: { authorization, 'content-type': 'application/json' } }
    const upstream = await fetch(url + path, body === '' ? options : { ...options, body })
    const said = await upstream.text()
    if (path !== '/_membership') return answer(upstream.status, said)
    const { all_nodes } = JSON.parse(said)
    return answer(200, JSON.stringify({ all_nodes, cluster_nodes: [...all_nodes, 'other@127.0.0.1'] }))
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => front[Symbol.asyncDispose]() }
}

describe('bootstrap', () => {
  test('the first run creates everything, and a second run changes nothing', async () => {
    const server = await startEmbedded({ folder: join(root, 'a'), admin })
    const url = withAdmin(server.url)
    const first: string[] = []
    await bootstrap({ url, jwtKey, log: (line) => first.push(line) })
    expect(first).toContain('Created orders.')
    expect(first).toContain('Put by-status of outbox in place.')
    const second: string[] = []
    await bootstrap({ url, jwtKey, log: (line) => second.push(line) })
    expect(second).toEqual(['Everything was in place; nothing changed.'])

    const get = async (path: string, token: string) =>
      (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await get('/catalogue/_all_docs', await tokenFor('asha', ['reader']))).toBe(200)
    expect(await get('/catalogue/_all_docs', await tokenFor('asha'))).toBe(403)
    const write = await fetch(`${server.url}/catalogue/mine`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await tokenFor('asha', ['reader'])}` },
      body: '{}',
    })
    expect([write.status, await write.json()]).toEqual([
      403,
      { error: 'forbidden', reason: 'Only the service writes here.' },
    ])
    for (const name of ['accounts', 'orders', 'promo-claims', 'kyc', 'credentials', 'outbox', 'work', 'audit'])
      expect(await get(`/${name}/_all_docs`, await tokenFor('asha', ['reader'])), name).toBe(403)
    await server.close()
  })

  test('a run restores what was changed by hand', async () => {
    const server = await startEmbedded({ folder: join(root, 'b'), admin })
    const url = withAdmin(server.url)
    await bootstrap({ url })
    const authorization = `Basic ${Buffer.from(`${admin.name}:${admin.password}`).toString('base64')}`
    const options = { method: 'PUT', headers: { authorization }, body: '{}' }
    expect((await fetch(`${server.url}/kyc/_security`, options)).status).toBe(200)
    const lines: string[] = []
    await bootstrap({ url, log: (line) => lines.push(line) })
    expect(lines).toEqual(['Set who may use kyc.', '1 change made.'])
    await server.close()
  })

  test('a run with a node down warns about that node and sets up the others', async () => {
    const server = await startEmbedded({ folder: join(root, 'd'), admin })
    const cluster = await withNodeDown(server.url)
    const lines: string[] = []
    await bootstrap({ url: withAdmin(cluster.url), jwtKey, log: (line) => lines.push(line) })
    expect(lines).toContain('other@127.0.0.1 is down and keeps its settings; run couch:bootstrap when it is back.')
    expect(lines).toContain('Set the key ec:mogra-test for tokens.')
    await cluster.close()
    await server.close()
  })

  test('a run that cannot begin fails with a one-sentence reason', async () => {
    const old = await startEmbedded({ folder: join(root, 'c'), admin, version: '3.2.1' })
    await expect(bootstrap({ url: withAdmin(old.url) })).rejects.toThrow('is too old: 3.3.3 or newer is needed')
    await expect(bootstrap({ url: old.url.replace('//', '//admin:wrong@') })).rejects.toThrow(
      'refuses the name and password in COUCHDB_URL',
    )
    await old.close()
    await expect(bootstrap({ url: withAdmin(old.url) })).rejects.toThrow('No CouchDB answers at')
    await expect(bootstrap({ url: 'nonsense' })).rejects.toThrow('COUCHDB_URL must look like')
    const percent = 'http://admin:100%@127.0.0.1:5984'
    await expect(bootstrap({ url: percent })).rejects.toThrow('COUCHDB_URL holds a % that stands for nothing')
  })
})
