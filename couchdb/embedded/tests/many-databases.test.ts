import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../start.ts'
import { admin, request } from '../testing.ts'

const MAILBOXES = 60
const MAY_BE_OPEN = 12
const DOCUMENTS = 12

let folder = ''
let server: Embedded
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-crowd-'))
  server = await startEmbedded({ folder, admin })
  const setting = '/_node/_local/_config/couchdb/max_dbs_open'
  await request(server.url, 'PUT', setting, String(MAY_BE_OPEN))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends one long poll after another until it has received `count` documents. */
async function listen(name: string, count: number): Promise<string[]> {
  const heard: string[] = []
  let since = '0'
  while (heard.length < count) {
    const path = `/${name}/_changes?feed=longpoll&heartbeat=5000&since=${since}`
    const { status, body } = await request(server.url, 'GET', path)
    expect(status).toBe(200)
    heard.push(...body.results.map((row: { id: string }) => row.id))
    since = encodeURIComponent(body.last_seq)
  }
  return heard
}

test('with more mailboxes than may be open, every write is stored once and reaches its listener', async () => {
  const names = Array.from({ length: MAILBOXES }, (_, n) => `mailbox-${n}`)
  for (const name of names) expect((await request(server.url, 'PUT', `/${name}`)).status).toBe(201)
  const listeners = names.map((name) => listen(name, DOCUMENTS))
  const writers = Array.from({ length: DOCUMENTS }, async (_, writer) => {
    for (let n = 0; n < MAILBOXES; n++) {
      const name = names[(writer * 7 + n) % MAILBOXES]
      expect((await request(server.url, 'PUT', `/${name}/doc-${writer}`, { n })).status).toBe(201)
    }
  })
  await Promise.all(writers)
  const ids = Array.from({ length: DOCUMENTS }, (_, writer) => `doc-${writer}`).sort()
  for (const heard of await Promise.all(listeners)) expect(heard.sort()).toEqual(ids)
}, 120_000)
