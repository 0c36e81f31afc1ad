import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Receipt } from '#model'
import { type Embedded, startEmbedded } from '../../../couchdb/embedded/start.ts'
import { asPushed, intentOf, openDevice, orderOf, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

const admin = { name: 'mogra', password: 'outage' }
let folder: string
let couchdb: Embedded
let service: TestService
let me: SignedIn

beforeAll(async () => {
  // Silence the reports of the outage that this test causes.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  folder = await mkdtemp(join(tmpdir(), 'mogra-outage-'))
  couchdb = await startEmbedded({ folder, admin })
  const COUCHDB_URL = couchdb.url.replace('//', `//${admin.name}:${admin.password}@`)
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL } })
  me = await service.signIn('customer@mogra.example')
})
afterAll(async () => {
  await service.close()
  await couchdb.close()
  await rm(folder, { recursive: true })
  vi.restoreAllMocks()
})

const path = () => `${service.url}/db/${me.mailbox.name}`
const headers = () => ({ cookie: me.cookie })
const goAway = () => couchdb.close()
const comeBack = async () => {
  couchdb = await startEmbedded({ folder, admin, port: Number(new URL(couchdb.url).port) })
}

test('while CouchDB is away nothing is acknowledged; when it is back, everything works again', async () => {
  const intent = asPushed(intentOf(orderOf()))
  const push = () => post(`${path()}/_bulk_docs`, { docs: [intent], new_edits: false }, headers())
  // Its headers arrive once it is held.
  const held = await fetch(`${path()}/_changes?feed=longpoll&since=now`, { headers: headers() })
  await goAway()
  for (const request of [
    push(),
    post(`${path()}/_revs_diff`, {}, headers()),
    post(`${path()}/_bulk_get`, { docs: [] }, headers()),
    fetch(`${path()}/_changes`, { headers: headers() }),
    fetch(path(), { headers: headers() }),
    fetch(`${service.url}/db/catalogue`),
    post(`${service.url}/api/login-codes`, { email: 'partner@mogra.example' }),
    post(`${service.url}/api/sessions`, { email: 'partner@mogra.example', code: '123456' }),
  ]) {
    const answer = await request
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ error: 'unavailable' })])
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  await comeBack()
  expect((await push()).status).toBe(201)
  // The poll is answered now, or was broken off if it asked while CouchDB was away; it is not held any longer.
  await held.text().catch((error) => expect(error).toMatchObject({ message: 'terminated' }))
  const phone = await openDevice(service.url, me)
  phone.goOnline()
  expect(await phone.arrival<Receipt>(intent._id.replace('intent:', 'receipt:'))).toMatchObject({ outcome: 'done' })
  await phone.close()
})

test('an intent that is open when CouchDB goes away is decided when it is back', async () => {
  const intents = Array.from({ length: 20 }, () => asPushed(intentOf(orderOf())))
  const pushed = await post(`${path()}/_bulk_docs`, { docs: intents, new_edits: false }, headers())
  expect(pushed.status).toBe(201)
  await goAway()
  expect(service.services.decider.lag().open).toBeGreaterThan(0)
  await comeBack()
  await service.services.decider.idle()
  const receipts = await service.services.couch
    .db(me.mailbox.name)
    .many<Receipt>(intents.map(({ _id }) => _id.replace('intent:', 'receipt:')))
  expect(receipts.map((receipt) => receipt?.outcome)).toEqual(intents.map(() => 'done'))
})
