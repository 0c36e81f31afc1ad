import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Receipt } from '#model'
import { type Embedded, startEmbedded } from '../../../couchdb/embedded/start.ts'
import { seededRandom } from '../../demo/generated/seeded-random.ts'
import { openPendingMailboxes } from '../../mailboxes/pending-mailboxes.ts'
import { asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { type FaultProxy, startFaultProxy } from '../../testing/network/fault-proxy.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

const admin = { name: 'mogra', password: 'late' }
let folder: string
let couchdb: Embedded
let network: FaultProxy
let service: TestService
let me: SignedIn

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  folder = await mkdtemp(join(tmpdir(), 'mogra-late-'))
  couchdb = await startEmbedded({ folder, admin })
  network = await startFaultProxy({ target: couchdb.url, random: seededRandom(1) })
  const COUCHDB_URL = network.url.replace('//', `//${admin.name}:${admin.password}@`)
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL } })
  me = await service.signIn('customer@mogra.example')
})
afterAll(async () => {
  await service.close()
  await network.close()
  await couchdb.close()
  await rm(folder, { recursive: true })
  vi.restoreAllMocks()
})

test('an intent that CouchDB stores after its push was given up is still decided', async () => {
  const { mailboxes } = service.services
  const intent = asPushed(intentOf(orderOf()))
  network.next(new RegExp(`/${me.mailbox.name}/_bulk_docs`), 'late write')
  const url = `${service.url}/db/${me.mailbox.name}/_bulk_docs`
  const answer = await post(url, { docs: [intent], new_edits: false }, { cookie: me.cookie })
  expect(answer.status).toBe(503)
  // The device does not push it again, because `_revs_diff` says that it is stored.
  const receiptId = intent._id.replace('intent:', 'receipt:')
  await vi.waitFor(
    async () => expect(await mailboxes.get<Receipt>(me.mailbox.name, receiptId)).toMatchObject({ outcome: 'done' }),
    { timeout: 30_000 },
  )
}, 120_000)

test('a push without an answer keeps the due mark until CouchDB can no longer store it', async () => {
  const { couch } = service.services
  let at = Date.now()
  const pendingMailboxes = openPendingMailboxes({ couch, now: () => new Date(at) })
  const mailbox = 'mailbox-of-a-late-write'
  const end = await pendingMailboxes.mark(mailbox, 'somebody')
  end('untold')
  const marked = await pendingMailboxes.of(mailbox)
  expect(marked && (await pendingMailboxes.clear(marked))).toBe(false)
  at += 121_000
  expect(marked && (await pendingMailboxes.clear(marked))).toBe(true)
  expect(await pendingMailboxes.of(mailbox)).toBeUndefined()
})
