import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database } from '../store/database.ts'
import { queryView } from './query-view.ts'
import { writeDocuments } from './writes.ts'

const ADMIN = { name: 'admin', roles: ['_admin'] }
let folder = ''
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-view-'))
  const meta = { name: 'fruit', id: 'f', createdAt: '2026-11-26T06:00:00.000Z', security: {}, revsLimit: 10 }
  database = new Database(meta, join(folder, 'fruit'), () => undefined)
  const map = 'function (doc) { emit(doc._id, doc.n) }'
  await write({ _id: '_design/all', views: { all: { map } } }, { _id: 'apple', n: 1 })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (...docs: { _id: string; [field: string]: unknown }[]) => writeDocuments(database, docs, true, ADMIN)

/** Returns the rows' ids, and whether each query looked for changes. */
async function ask(...queries: object[]) {
  return database.use(async (pouch) => {
    const query = vi.spyOn(pouch, 'query')
    const answers = await Promise.allSettled(
      queries.map((options) => queryView(database, pouch, 'all/all', { ...options })),
    )
    const looked = query.mock.calls.map(([, options]) => options.stale !== 'ok')
    query.mockRestore()
    const ids = answers.map((answer) =>
      answer.status === 'rejected' ? 'failed' : (answer.value.rows as { id: string }[]).map(({ id }) => id).join(),
    )
    return { ids, looked }
  })
}

test('a view looks for changes once after a write, also for queries at the same time', async () => {
  expect(await ask({}, {})).toEqual({ ids: ['apple', 'apple'], looked: [true, false] })
  expect(await ask({})).toEqual({ ids: ['apple'], looked: [false] })
  await write({ _id: 'banana', n: 2 })
  expect(await ask({})).toEqual({ ids: ['apple,banana'], looked: [true] })
})

test('a query with wrong parameters leaves the next one to look', async () => {
  await write({ _id: 'cherry', n: 3 })
  expect(await ask({ startkey: 'b', endkey: 'a' }, { key: 'cherry' })).toEqual({
    ids: ['failed', 'cherry'],
    looked: [true, true],
  })
})

test('a closed database looks again when it is opened', async () => {
  await ask({})
  await database.close()
  expect((await ask({})).looked).toEqual([true])
})
