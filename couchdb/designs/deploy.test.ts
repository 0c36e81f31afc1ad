import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CouchClient, connect } from '../client/couch-client.ts'
import { startEmbedded } from '../embedded/start.ts'
import { deployDesigns } from './deploy.ts'
import { type Design, designOf, indexBody } from './design.ts'

/** More than the embedded server indexes in one batch. */
const DOCUMENTS = 60
/** The tests can run on this CouchDB instead. That shows more: a real CouchDB forgets what it has not yet committed. */
const given = process.env.COUCHDB_URL
const run = randomBytes(4).toString('hex')

let folder = ''
let couch: CouchClient
let close = async () => {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-designs-'))
  if (given) {
    couch = connect(given)
    return
  }
  const server = await startEmbedded({ folder, admin: { name: 'admin', password: run } })
  couch = connect(server.url.replace('//', `//admin:${run}@`))
  close = server.close
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

let databases = 0
let database = ''
beforeEach(async () => {
  databases += 1
  database = `designs-${run}-${databases}`
  await couch.put(`/${database}`, {})
  const docs = Array.from({ length: DOCUMENTS }, (_, n) => ({ _id: `n${n}`, n, city: n % 2 ? 'Pune' : 'Delhi' }))
  await couch.post(`/${database}/_bulk_docs`, { docs })
})
afterEach(() => couch.try('DELETE', `/${database}`))

const viewOf = (words: string) => {
  const map = `function (doc) { emit(${words}) }`
  return designOf('numbers', { language: 'javascript', views: { numbers: { map, reduce: '_count' } } })
}
const indexOf = (...fields: string[]) => designOf('by-city', indexBody({ name: 'by-city', fields }))
const before = [viewOf('doc.n'), indexOf('city')]
const after = [viewOf('doc.n + 1000'), indexOf('city', 'n')]

async function deploy(designs: Design[], by = couch): Promise<string[]> {
  const lines: string[] = []
  const changed = (line: string) => lines.push(line)
  await deployDesigns({ couch: by, database, designs, changed, progress: () => {} })
  return lines
}

/** A client that fails after some requests, as if its process had been killed. */
function mortal(requests: number): CouchClient {
  let left = requests
  const live = <T>(request: () => Promise<T>) => (left-- > 0 ? request() : Promise.reject(new Error('killed')))
  return {
    ...couch,
    try: (...call) => live(() => couch.try(...call)),
    get: (path) => live(() => couch.get(path)),
    post: (path, body) => live(() => couch.post(path, body)),
  }
}

/** What a reader finds without waiting for an index to be built. */
async function ready(name = 'numbers') {
  const { rows } = await couch.get(`/${database}/_design/${name}/_view/${name}?reduce=false&update=false`)
  return rows as { key: number }[]
}
const found = async () => {
  const query = { selector: { city: 'Pune', n: { $gt: null } }, use_index: 'by-city', limit: DOCUMENTS }
  return couch.post(`/${database}/_find`, query)
}

/** Every design document, with its revision. */
async function deployed() {
  const { rows } = await couch.get(`/${database}/_design_docs`)
  return Object.fromEntries((rows as { id: string; value: { rev: string } }[]).map(({ id, value }) => [id, value.rev]))
}
async function liveDigests() {
  const { rows } = await couch.get(`/${database}/_design_docs?include_docs=true`)
  return Object.fromEntries((rows as { id: string; doc: { mogra: string } }[]).map(({ id, doc }) => [id, doc.mogra]))
}
const digestsOf = (designs: Design[]) =>
  Object.fromEntries(designs.map(({ name, digest }) => [`_design/${name}`, digest]))

/** Counts the database's indexes on disk; does nothing on a real CouchDB, where the disk cannot be seen. */
async function expectIndexes(expected: number, when = ''): Promise<void> {
  if (given) return
  let count = 0
  for (const id of await readdir(join(folder, 'databases'))) {
    const files = await readdir(join(folder, 'databases', id))
    const { name } = JSON.parse(await readFile(join(folder, 'databases', id, 'database.json'), 'utf8'))
    if (name === database) count += files.filter((file) => file.includes('-mrview-')).length
  }
  expect(count, when).toBe(expected)
}

describe('deploying design documents', () => {
  test('the indexes are built before the design documents are replaced', async () => {
    expect(await deploy(before)).toEqual([
      `Put numbers of ${database} in place.`,
      `Put by-city of ${database} in place.`,
    ])
    expect(await liveDigests()).toEqual(digestsOf(before))
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test('a database without documents gets its design documents at once, and indexes what comes later', async () => {
    await couch.put(`/${database}-empty`, {})
    const asked: string[] = []
    const listening: CouchClient = {
      ...couch,
      try: (method, path, ...rest) => {
        asked.push(`${method} ${path}`)
        return couch.try(method, path, ...rest)
      },
    }
    const own = { couch: listening, database: `${database}-empty`, changed: () => {}, progress: () => {} }
    await deployDesigns({ ...own, designs: before })
    expect(asked.filter((line) => line.startsWith('PUT'))).toEqual([
      `PUT /${database}-empty/_design/numbers`,
      `PUT /${database}-empty/_design/by-city`,
    ])
    await couch.put(`/${database}-empty/n1`, { n: 1, city: 'Pune' })
    // Now there is something to index, so a changed one is built beside the old one.
    await deployDesigns({ ...own, designs: after })
    expect(asked.some((line) => line.includes('-staging-'))).toBe(true)
    const { rows } = await couch.get(`/${database}-empty/_design/numbers/_view/numbers?reduce=false&update=false`)
    expect(rows).toMatchObject([{ key: 1001 }])
    await couch.try('DELETE', `/${database}-empty`)
  })

  test('nothing is written if nothing has changed', async () => {
    await deploy(before)
    const [revisions, { update_seq }] = [await deployed(), await couch.get(`/${database}`)]
    expect(await deploy(before)).toEqual([])
    expect(await deployed()).toEqual(revisions)
    expect((await couch.get(`/${database}`)).update_seq).toBe(update_seq)
  })

  test('readers always find a complete index, the old one or the new one', async () => {
    await deploy(before)
    let isDone = false
    let read = 0
    const reader = async () => {
      while (!isDone) {
        const [rows, { docs, warning }] = [await ready(), await found()]
        expect(rows).toHaveLength(DOCUMENTS)
        expect([(docs as unknown[]).length, warning]).toEqual([DOCUMENTS / 2, undefined])
        read += 1
      }
    }
    const reading = reader()
    await deploy(after)
    isDone = true
    await reading
    expect(read).toBeGreaterThan(1)
    expect((await ready())[0]?.key).toBe(1000)
    expect(await liveDigests()).toEqual(digestsOf(after))
  })

  test('old indexes are removed from the disk', async () => {
    await deploy(before)
    await found()
    await expectIndexes(2)
    await deploy(after)
    await expectIndexes(2)
    await deploy([])
    await expectIndexes(0)
  })

  test('an index that an earlier release created is taken over, and exists only once', async () => {
    const { name } = indexOf('city')
    await couch.post(`/${database}/_index`, { index: { fields: ['city'] }, ddoc: name, name, type: 'json' })
    await deploy([indexOf('city')])
    expect(await liveDigests()).toEqual(digestsOf([indexOf('city')]))
    await expectIndexes(1)
  })

  test('a design document that CouchDB refuses is named in the error, and the old one stays', async () => {
    await deploy(before)
    const live = await deployed()
    const broken = designOf('numbers', { language: 'javascript', views: { numbers: { map: 5 } } })
    await expect(deploy([broken])).rejects.toThrow(/^CouchDB answered 400 when asked to store numbers-staging-\w+ of /)
    expect(await deployed()).toEqual(live)
  })

  test('a design document that was changed by hand is restored', async () => {
    await deploy(before)
    const path = `/${database}/_design/numbers`
    await couch.put(path, { ...(await couch.get(path)), views: { numbers: { map: 'function () {}' } } })
    expect(await deploy(before)).toEqual([`Put numbers of ${database} in place.`])
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test('our design documents are removed when they are no longer declared; those of others stay untouched', async () => {
    const foreign = { language: 'javascript', views: { theirs: { map: 'function (doc) { emit(doc.n) }' } } }
    await couch.put(`/${database}/_design/theirs`, foreign)
    await couch.put(`/${database}/_design/numbers-staging-theirs`, foreign)
    await couch.get(`/${database}/_design/theirs/_view/theirs`)
    const theirs = await deployed()
    await deploy(before)
    expect(await deploy([])).toEqual([`Removed by-city of ${database}.`, `Removed numbers of ${database}.`])
    expect(await deployed()).toEqual(theirs)
    expect(await ready('theirs')).toHaveLength(DOCUMENTS)
  })

  test('a deployment killed between any two steps is completed by the next run, and readers always find a complete index', async () => {
    let [from, to] = [before, after]
    await deploy(from)
    let isDone = false
    for (let steps = 0; !isDone; steps += 1) {
      const deadAfter = `killed after ${steps} steps`
      isDone = await deploy(to, mortal(steps)).then(
        () => true,
        (error: Error) => error.message !== 'killed',
      )
      expect(await ready(), deadAfter).toHaveLength(DOCUMENTS)
      expect((await found()).warning, deadAfter).toBe(undefined)
      await deploy(to)
      expect(await liveDigests(), deadAfter).toEqual(digestsOf(to))
      expect(await ready(), deadAfter).toHaveLength(DOCUMENTS)
      await expectIndexes(2, deadAfter)
      if (isDone) expect(steps).toBeGreaterThan(12)
      ;[from, to] = [to, from]
    }
  }, 120_000)

  test('two instances that deploy at once arrive at the same result', async () => {
    await deploy(before)
    await Promise.all([deploy(after), deploy(after), deploy(after)])
    expect(await liveDigests()).toEqual(digestsOf(after))
    expect(await ready()).toHaveLength(DOCUMENTS)
    await expectIndexes(2)
  })

  test('if two instances of different releases deploy at once, each finds a complete index and one of them wins', async () => {
    await Promise.all([deploy(before), deploy(after)])
    const live = await liveDigests()
    for (const [id, digest] of Object.entries(live))
      expect([digestsOf(before)[id], digestsOf(after)[id]]).toContain(digest)
    expect(Object.keys(live)).toHaveLength(2)
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test.skipIf(given)('a long build reports its progress', async () => {
    const lines: string[] = []
    const progress = (line: string) => lines.push(line)
    await deployDesigns({ couch, database, designs: before, changed: () => {}, progress, reportMs: 5 })
    expect(lines[0]).toMatch(/^Building numbers: \d+ changes to go\.$/)
  })
})
