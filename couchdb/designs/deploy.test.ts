import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CouchClient, connect } from '../client/couch-client.ts'
import { startEmbedded } from '../embedded/start.ts'
import { deployDesigns } from './deploy.ts'
import { type Design, designOf, indexBody } from './design.ts'

/** More than the embedded server indexes in one go. */
const DOCUMENTS = 60
/** On this CouchDB instead of an embedded server, which shows more: a real one forgets what it has not committed. */
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

/** A client whose process dies after some requests. */
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

/** Without waiting for an index to be built: what a reader finds ready. */
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

/** How many indexes lie on the disk for this database, where it can be seen. */
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
  test('puts them in place with their indexes built', async () => {
    expect(await deploy(before)).toEqual([
      `Put numbers of ${database} in place.`,
      `Put by-city of ${database} in place.`,
    ])
    expect(await liveDigests()).toEqual(digestsOf(before))
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test('writes nothing when nothing has changed', async () => {
    await deploy(before)
    const [revisions, { update_seq }] = [await deployed(), await couch.get(`/${database}`)]
    expect(await deploy(before)).toEqual([])
    expect(await deployed()).toEqual(revisions)
    expect((await couch.get(`/${database}`)).update_seq).toBe(update_seq)
  })

  test('readers find the old index or the new one, and always a whole one', async () => {
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

  test('old indexes go from the disk', async () => {
    await deploy(before)
    await found()
    await expectIndexes(2)
    await deploy(after)
    await expectIndexes(2)
    await deploy([])
    await expectIndexes(0)
  })

  test('an index that an earlier release made becomes ours, and is not there twice', async () => {
    const { name } = indexOf('city')
    await couch.post(`/${database}/_index`, { index: { fields: ['city'] }, ddoc: name, name, type: 'json' })
    await deploy([indexOf('city')])
    expect(await liveDigests()).toEqual(digestsOf([indexOf('city')]))
    await expectIndexes(1)
  })

  test('one that is refused is named, and the old one stays', async () => {
    await deploy(before)
    const live = await deployed()
    const broken = designOf('numbers', { language: 'javascript', views: { numbers: { map: 5 } } })
    await expect(deploy([broken])).rejects.toThrow(/^CouchDB answered 400 when asked to store numbers-staging-\w+ of /)
    expect(await deployed()).toEqual(live)
  })

  test('what was changed by hand is put right', async () => {
    await deploy(before)
    const path = `/${database}/_design/numbers`
    await couch.put(path, { ...(await couch.get(path)), views: { numbers: { map: 'function () {}' } } })
    expect(await deploy(before)).toEqual([`Put numbers of ${database} in place.`])
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test('ours go when they are no longer declared; those of others stay untouched', async () => {
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

  test('killed between any two steps and run again, it comes out right, and no reader was harmed', async () => {
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
  }, 60_000)

  test('two instances at once come to the same end', async () => {
    await deploy(before)
    await Promise.all([deploy(after), deploy(after), deploy(after)])
    expect(await liveDigests()).toEqual(digestsOf(after))
    expect(await ready()).toHaveLength(DOCUMENTS)
    await expectIndexes(2)
  })

  test('two instances of different age each find a whole index, and one of them prevails', async () => {
    await Promise.all([deploy(before), deploy(after)])
    const live = await liveDigests()
    for (const [id, digest] of Object.entries(live))
      expect([digestsOf(before)[id], digestsOf(after)[id]]).toContain(digest)
    expect(Object.keys(live)).toHaveLength(2)
    expect(await ready()).toHaveLength(DOCUMENTS)
  })

  test.skipIf(given)('a long build tells how far it is', async () => {
    const lines: string[] = []
    const progress = (line: string) => lines.push(line)
    await deployDesigns({ couch, database, designs: before, changed: () => {}, progress, reportMs: 5 })
    expect(lines[0]).toMatch(/^Building numbers: \d+ changes to go\.$/)
  })
})
