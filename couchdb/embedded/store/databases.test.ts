import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { normaliseDocument } from '../documents/normalise.ts'
import { readDocument } from '../documents/reads.ts'
import { countDocuments, writeDocuments } from '../documents/writes.ts'
import { Parameters } from '../http/parameters.ts'
import { Databases } from './databases.ts'

const MAX_OPEN = 40
const owner = { name: 'admin', roles: ['_admin'] }
const limits = { document: 1e6, attachment: 1e6, request: 1e6 }
let root = ''
let databases: Databases
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-databases-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))
beforeEach(async () => {
  databases = await Databases.open(root, () => MAX_OPEN)
})
afterEach(() => databases.close())

const put = (name: string, doc: object) =>
  writeDocuments(databases.get(name), [normaliseDocument(doc, { newEdits: true, limits })], true, owner)

/** The number of file handles that this process holds below the folder. */
async function openHandles(): Promise<number> {
  const { readlink } = await import('node:fs/promises')
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((path) => path.startsWith(join(root, 'databases'))).length
}

describe('many databases', () => {
  test('no more databases stay open than allowed, and a closed one opens again for a request', async () => {
    const names = Array.from({ length: MAX_OPEN + 30 }, (_, n) => `many-${n}`)
    for (const name of names) {
      await databases.create(name)
      await put(name, { _id: 'doc', name })
    }
    expect(names.filter((name) => databases.get(name).isOpen).length).toBeLessThanOrEqual(MAX_OPEN)
    expect(await openHandles()).toBeLessThanOrEqual(MAX_OPEN * 6)
    for (const name of names) {
      const doc = await readDocument(databases.get(name), 'doc', new Parameters({}))
      expect(doc).toMatchObject({ name })
    }
    for (const name of names) await databases.remove(name)
    expect(await openHandles()).toBe(0)
  })

  test('a database that is closed during requests opens again, and every request succeeds', async () => {
    await databases.create('busy')
    const database = databases.get('busy')
    const work = Array.from({ length: 200 }, async (_, n) => {
      if (n % 10 === 0 && database.isIdle) await database.close()
      return put('busy', { _id: `doc-${n}` })
    })
    await Promise.all(work)
    expect(await countDocuments(database)).toMatchObject({ living: 200, deleted: 0 })
    await databases.remove('busy')
  })
})

describe('counting', () => {
  test('deleted documents are counted, both existing and later ones', async () => {
    await databases.create('counted')
    const database = databases.get('counted')
    const [first] = await put('counted', { _id: 'a' })
    await put('counted', { _id: 'b' })
    expect(await countDocuments(database)).toMatchObject({ living: 2, deleted: 0 })
    await put('counted', { _id: 'a', _deleted: true, ...(first && 'ok' in first ? { _rev: first.rev } : {}) })
    expect(await countDocuments(database)).toMatchObject({ living: 1, deleted: 1 })
    const tombstone = normaliseDocument({ _id: 'c', _rev: '2-x', _deleted: true }, { newEdits: false, limits })
    await writeDocuments(database, [tombstone], false, owner)
    expect(await countDocuments(database)).toMatchObject({ living: 1, deleted: 2 })
    await database.close()
    expect(await countDocuments(database)).toMatchObject({ living: 1, deleted: 2 })
    await databases.remove('counted')
  })
})

describe('the limit of revisions', () => {
  test('shortens histories from the next write on', async () => {
    await databases.create('cut')
    const database = databases.get('cut')
    database.meta = { ...database.meta, revsLimit: 3 }
    let rev: string | undefined
    for (let n = 0; n < 10; n++) {
      const [answer] = await put('cut', { _id: 'doc', n, ...(rev ? { _rev: rev } : {}) })
      rev = answer && 'ok' in answer ? answer.rev : undefined
    }
    const doc = await readDocument(database, 'doc', new Parameters({ revs: 'true' }))
    expect(doc).toMatchObject({
      n: 9,
      _revisions: { start: 10, ids: [expect.any(String), expect.any(String), expect.any(String)] },
    })
    await databases.remove('cut')
  })
})
