import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TicketRow } from '#model'
import { startEmbedded } from '../../../couchdb/embedded/start.ts'
import { countRequests } from '../../bench/count-requests.ts'
import { newUlid, post } from '../../testing/device.ts'
import { startTestService } from '../../testing/test-service.ts'

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

test('all who hold a poll of a feed get a new row by one request to the database, and its text by another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-shared-'))
  const admin = { name: 'mogra', password: 'shared' }
  const couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  const couch = await countRequests(couchdb.url.replace('//', `//${admin.name}:${admin.password}@`))
  const service = await startTestService({ folder, logLevel: 'silent', env: { COUCHDB_URL: couch.url } })
  try {
    const { cookie } = await service.signIn('admin@mogra.example')
    const db = `${service.url}/db/feed-admin-1`
    const changes = async (query: string) =>
      (await (await fetch(`${db}/_changes?${query}`, { headers: { cookie } })).json()) as Changes
    const since = encodeURIComponent((await changes('since=now&limit=1')).last_seq)
    const held = Array.from({ length: POLLS }, () => changes(`feed=longpoll&heartbeat=10000&since=${since}`))
    await expect.poll(() => service.services.notifier.watching()).toBe(POLLS)
    couch.counted()

    await service.services.feeds.adminRows.put(ROW)
    const answers = await Promise.all(held)
    expect(answers.every(({ results }) => results[0]?.id === ROW._id)).toBe(true)
    const docs = answers[0]?.results.map(({ id, changes: [leaf] }) => ({ id, rev: leaf?.rev }))
    const read = () => post(`${db}/_bulk_get?revs=true&latest=true`, { docs }, { cookie })
    const texts = await Promise.all(Array.from({ length: READS }, async () => (await read()).text()))
    expect(texts.every((text) => text.includes('Where?'))).toBe(true)
    const asked = couch.counted()
    expect([asked['GET /feed-admin-1/_changes'], asked['POST /feed-admin-1/_bulk_get']]).toEqual([1, 1])
  } finally {
    await service.close()
    await couch.close()
    await couchdb.close()
    await rm(folder, { recursive: true })
  }
})
