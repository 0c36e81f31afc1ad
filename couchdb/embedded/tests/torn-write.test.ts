import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../start.ts'
import { closePouch, openPouch, type Pouch } from '../store/pouch.ts'
import { admin, request, spawnServer } from '../testing.ts'

let folder = ''
/** The folder of a store that a killed server left behind. */
let left = ''
/** The length of the newest log after each document was acknowledged, in the order of writing. */
const acknowledgedAt: { id: string; bytes: number }[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-torn-'))
  const server = await spawnServer(join(folder, 'server'))
  await request(server.url, 'PUT', '/db')
  const [id = ''] = await readdir(join(folder, 'server/databases'))
  left = join(folder, 'server/databases', id, 'data')
  for (let n = 0; n < 4; n++) {
    await request(server.url, 'PUT', `/db/doc-${n}`, { n, text: 'x'.repeat(60) })
    acknowledgedAt.push({ id: `doc-${n}`, bytes: (await stat(await newestLog(left))).size })
  }
  await server.kill()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function newestLog(store: string): Promise<string> {
  const logs = (await readdir(store)).filter((name) => name.endsWith('.log')).sort()
  return join(store, logs.at(-1) ?? '')
}

/** Returns the ids in a store; checks that both ways to list them agree and that the store accepts a new document. */
async function survivors(pouch: Pouch): Promise<string[]> {
  const { rows } = await pouch.allDocs({})
  const ids = rows.map((row) => row.id ?? '')
  const { results } = await pouch.changes({ since: 0, return_docs: true })
  expect(results.map((row) => row.id).sort()).toEqual(ids)
  expect((await pouch.info()).doc_count).toBe(ids.length)
  await pouch.put({ _id: 'next' })
  return ids
}

test('a log cut at any byte keeps every document written completely before, and accepts new ones', async () => {
  const log = await newestLog(left)
  const { size } = await stat(log)
  const name = log.slice(left.length + 1)
  // Cuts at every byte of the last document, and at every seventh byte before it.
  const lastWhole = acknowledgedAt.at(-2)?.bytes ?? 0
  const cuts = Array.from({ length: size }, (_, byte) => byte).filter((byte) => byte >= lastWhole || byte % 7 === 0)
  expect(cuts.length).toBeGreaterThan(500)
  const copy = join(folder, 'copy')
  for (const cut of cuts) {
    await cp(left, copy, { recursive: true })
    await truncate(join(copy, name), cut)
    const pouch = await openPouch(copy, 1000)
    const whole = acknowledgedAt.filter(({ bytes }) => bytes <= cut).map(({ id }) => id)
    expect(await survivors(pouch), `cut at ${cut} of ${size}`).toEqual(whole)
    await closePouch(pouch)
    await rm(copy, { recursive: true })
  }
}, 300_000)

test('a last block of zeros or garbage, as after a power cut, loses no document before it', async () => {
  const log = await newestLog(left)
  const name = log.slice(left.length + 1)
  const bytes = await readFile(log)
  const kept = acknowledgedAt.at(-2)?.bytes ?? 0
  const copy = join(folder, 'garbage')
  for (const fill of [0x00, 0xff, 0x5a]) {
    await cp(left, copy, { recursive: true })
    await writeFile(join(copy, name), Buffer.concat([bytes.subarray(0, kept + 9), Buffer.alloc(4096, fill)]))
    const pouch = await openPouch(copy, 1000)
    expect(await survivors(pouch)).toEqual(['doc-0', 'doc-1', 'doc-2'])
    await closePouch(pouch)
    await rm(copy, { recursive: true })
  }
})

test('a database whose creation was interrupted before its acknowledgement leaves no trace', async () => {
  const own = join(folder, 'unregistered')
  const first = await startEmbedded({ folder: own, admin })
  await request(first.url, 'PUT', '/kept')
  await request(first.url, 'PUT', '/torn')
  await first.close()
  for (const id of await readdir(join(own, 'databases'))) {
    const file = join(own, 'databases', id, 'database.json')
    const text = await readFile(file, 'utf8')
    if (!text.includes('"torn"')) continue
    await rm(file)
    await writeFile(`${file}.new`, text.slice(0, 20))
  }
  const second = await startEmbedded({ folder: own, admin })
  expect((await request(second.url, 'GET', '/_all_dbs')).body).not.toContain('torn')
  expect((await request(second.url, 'PUT', '/torn')).status).toBe(201)
  await second.close()
})
