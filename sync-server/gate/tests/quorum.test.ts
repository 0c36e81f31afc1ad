import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Receipt } from '#model'
import { type Embedded, startEmbedded } from '../../../couchdb/embedded/start.ts'
import { asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

const admin = { name: 'mogra', password: 'quorum' }
let hasQuorum = true
let folder: string
let couchdb: Embedded
let service: TestService
let me: SignedIn

/** Without a quorum it answers writes as CouchDB 3.5 does: 202, but 201 for replicated ones. */
const cluster = createServer(async (request, response) => {
  const { method = 'GET', headers, url: path = '/' } = request
  const sent = await buffer(request)
  const { authorization = '', 'content-type': type = 'application/json', accept = 'application/json' } = headers
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const upstream = await fetch(couchdb.url + path, {
    method,
    signal: gone.signal,
    headers: { authorization, 'content-type': type, accept },
    ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
  }).catch(() => undefined)
  // A feed is cut off when either end closes.
  const text = await upstream?.text().catch(() => undefined)
  if (!upstream || text === undefined) return response.destroy()
  response.setHeader('content-type', 'application/json')
  const isReplicated = sent.includes('"new_edits":false')
  if (hasQuorum || isReplicated || upstream.status !== 201) return response.writeHead(upstream.status).end(text)
  const said = JSON.parse(text)
  const answer = Array.isArray(said) ? said.map((row) => ({ ...row, accepted: true })) : said
  return response.writeHead(202).end(JSON.stringify(answer))
})

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  folder = await mkdtemp(join(tmpdir(), 'mogra-quorum-'))
  couchdb = await startEmbedded({ folder, admin })
  // Clients keep idle connections for 30 s. Node closes them after 5 s, and a request that is sent at that moment fails.
  cluster.keepAliveTimeout = 72_000
  cluster.listen(0, '127.0.0.1')
  await once(cluster, 'listening')
  const { port } = cluster.address() as AddressInfo
  const COUCHDB_URL = `http://${admin.name}:${admin.password}@127.0.0.1:${port}`
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL } })
  me = await service.signIn('customer@mogra.example')
})
afterAll(async () => {
  await service.close()
  await cluster[Symbol.asyncDispose]()
  await couchdb.close()
  await rm(folder, { recursive: true })
  vi.restoreAllMocks()
})

test('without a quorum no intent is acknowledged; when the quorum returns, it is decided', async () => {
  const intent = asPushed(intentOf(orderOf()))
  const push = () =>
    post(`${service.url}/db/${me.mailbox.name}/_bulk_docs`, { docs: [intent], new_edits: false }, { cookie: me.cookie })
  hasQuorum = false
  const refused = await push()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  hasQuorum = true
  expect((await push()).status).toBe(201)
  const receiptId = intent._id.replace('intent:', 'receipt:')
  await vi.waitFor(
    async () =>
      expect(await service.services.mailboxes.get<Receipt>(me.mailbox.name, receiptId)).toMatchObject({
        outcome: 'done',
      }),
    { timeout: 20_000 },
  )
})

test('without a quorum a request for a sign-in code is refused with the time to wait', async () => {
  hasQuorum = false
  const answer = await post(`${service.url}/api/login-codes`, { email: 'partner@mogra.example' }, {})
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  hasQuorum = true
})
