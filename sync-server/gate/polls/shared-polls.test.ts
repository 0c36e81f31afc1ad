import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketRow } from '#model'
import { type Embedded, startEmbedded } from '../../../couchdb/embedded/start.ts'
import { type CountedCouch, countRequests } from '../../bench/count-requests.ts'
import { someBulkRow } from '../../feeds/testing/some-bulk-row.ts'
import { newUlid, post } from '../../testing/device.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const POLLS = 40
/** An account may read 16 answers at a time. */
const READS = 16
const ROW: TicketRow = {
  ...{ _id: `ticket:${newUlid()}`, type: 'ticket', version: 1, number: 'SUP1ABC', state: 'open' },
  ...{ at: '2026-11-21T10:00:00.000Z', name: 'Asha', category: 'delivery', subject: 'Late', message: 'Where?' },
  answers: [],
}

interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
  last_seq: string
}

let folder: string
let couchdb: Embedded
let couch: CountedCouch
let service: TestService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-shared-'))
  const admin = { name: 'mogra', password: 'shared' }
  couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  couch = await countRequests(couchdb.url.replace('//', `//${admin.name}:${admin.password}@`))
  service = await startTestService({ folder, logLevel: 'silent', env: { COUCHDB_URL: couch.url } })
})
afterAll(async () => {
  await service.close()
  await couch.close()
  await couchdb.close()
  await rm(folder, { recursive: true })
})

/** Somebody's requests to their feed. */
async function reader(cookie: string) {
  const session = await (await fetch(`${service.url}/api/sessions/current`, { headers: { cookie } })).json()
  const db = `${service.url}/db/${(session as { feeds: { database: string }[] }).feeds[0]?.database}`
  const changes = async (query: string) =>
    (await (await fetch(`${db}/_changes?${query}`, { headers: { cookie } })).json()) as Changes
  const since = encodeURIComponent((await changes('since=now&limit=1')).last_seq)
  return {
    hold: (polls: number) =>
      Array.from({ length: polls }, () => changes(`feed=longpoll&heartbeat=10000&since=${since}`)),
    read: async ({ results }: Changes) => {
      const docs = results.map(({ id, changes: [leaf] }) => ({ id, rev: leaf?.rev }))
      return (await post(`${db}/_bulk_get?revs=true&latest=true`, { docs }, { cookie })).text()
    },
  }
}

test('all who hold a poll of a feed get a new row by one request to the database, and its text by another', async () => {
  const admin = await reader((await service.signIn('admin@mogra.example')).cookie)
  const held = admin.hold(POLLS)
  await expect.poll(() => service.services.notifier.watching()).toBe(POLLS)
  couch.counted()

  await service.services.feeds.adminRows.put(ROW)
  const answers = await Promise.all(held)
  expect(answers.every(({ results }) => results[0]?.id === ROW._id)).toBe(true)
  const texts = await Promise.all(answers.slice(0, READS).map(admin.read))
  expect(texts.every((text) => text.includes('Where?'))).toBe(true)
  const asked = couch.counted()
  expect([asked['GET /feed-admin-1/_changes'], asked['POST /feed-admin-1/_bulk_get']]).toEqual([1, 1])
})

test('suppliers of the same cities share one answer, and those of others do not', async () => {
  const suppliers = await Promise.all([['mumbai'], ['mumbai'], ['pune', 'mumbai']].map(aSupplier))
  const held = suppliers.map((one) => one.hold(POLLS))
  await expect.poll(() => service.services.notifier.watching()).toBe(3 * POLLS)
  couch.counted()

  const row = someBulkRow('mumbai')
  await service.services.feeds.bulkRows.put(row)
  const answers = await Promise.all(held.map((polls) => Promise.all(polls)))
  expect(answers.flat().every(({ results }) => results[0]?.id === row._id)).toBe(true)
  const texts = await Promise.all(
    suppliers.flatMap((one, n) => (answers[n] ?? []).slice(0, READS / 2).map((answer) => one.read(answer))),
  )
  expect(texts).toHaveLength(1.5 * READS)
  expect(texts.every((text) => text.includes('Farah Qureshi'))).toBe(true)
  const asked = couch.counted()
  expect([asked['POST /feed-bulk-1/_changes'], asked['POST /feed-bulk-1/_bulk_get']]).toEqual([2, 2])
})

async function aSupplier(citiesServed: string[]) {
  const { accounts } = service.services
  const email = `supplier-${newUlid()}@mogra.example`.toLowerCase()
  const made = await accounts.create({ email, name: 'Meera Nair', role: 'SUPPLIER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  await accounts.change(made.id, { citiesServed })
  return reader((await service.signIn(email)).cookie)
}
