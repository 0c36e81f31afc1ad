import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getLeaves, getRange, type Stored } from '../pouch/reads.ts'
import { DocumentCache } from './document-cache.ts'

const opened: TestDevice[] = []
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
})

function aDatabase(): Pouch {
  const device = testDevice()
  opened.push(device)
  return device.databases.mailbox().db
}

const KINDS = ['order', 'intent'] as const
const idOf = (kind: string, n: number) => `${kind}:${String(n).padStart(3, '0')}`
const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ _id: idOf(kind, n), value: 0 }))

type Step =
  | { do: 'put' | 'delete' | 'conflict'; kind: string; n: number; value: number }
  | { do: 'load newest' | 'load from' | 'load all'; kind: string; n: number }
  | { do: 'follow' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('put' as const, 'delete' as const, 'conflict' as const),
    kind: fc.constantFrom(...KINDS),
    // Existing documents, and new ones at the end.
    n: fc.nat({ max: 75 }),
    value: fc.nat(),
  }),
  fc.record({
    do: fc.constantFrom('load newest' as const, 'load from' as const, 'load all' as const),
    kind: fc.constantFrom(...KINDS),
    n: fc.nat({ max: 70 }),
  }),
  fc.record({ do: fc.constant('follow' as const) }),
)

async function write(db: Pouch, { do: what, kind, n, value }: Extract<Step, { value: number }>) {
  const _id = idOf(kind, n)
  if (what === 'conflict') {
    const _rev = `1-${String(value).padStart(32, '0')}`
    await db.bulkDocs([{ _id, _rev, value, _revisions: { start: 1, ids: [_rev.slice(2)] } }], { new_edits: false })
    return
  }
  const [stored] = (await db.allDocs({ keys: [_id] })).rows
  const _rev = stored && 'value' in stored && !stored.value.deleted ? { _rev: stored.value.rev } : {}
  if (what === 'delete' && !('_rev' in _rev)) return
  await db.bulkDocs([{ _id, ..._rev, value, ...(what === 'delete' && { _deleted: true }) }])
}

const load = (cache: DocumentCache, { do: what, kind, n }: Extract<Step, { n: number }>) => {
  if (what === 'load newest') return cache.loadNewest(kind, 10)
  return what === 'load all' ? cache.loadAll(kind) : cache.loadFrom(kind, idOf(kind, n))
}

const byId = (docs: readonly Stored[]) =>
  docs.toSorted((a, b) => (`${a._id} ${a._rev}` < `${b._id} ${b._rev}` ? -1 : 1))

test('after any writes and reads, one after the other or at once, the cache holds what the database holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
      const db = aDatabase()
      await db.bulkDocs(KINDS.flatMap((kind) => many(kind, 70)))
      const cache = new DocumentCache(db)
      for (const together of rounds) {
        await Promise.all(
          together.map((one) =>
            one.do === 'follow' ? cache.follow() : 'value' in one ? write(db, one) : load(cache, one),
          ),
        )
        await cache.follow()
        for (const kind of KINDS) {
          const from = cache.loadedFrom(kind)
          const stored = from === undefined ? [] : (await getRange(db, kind)).filter(({ _id }) => _id >= from)
          expect(cache.loaded(kind)).toEqual(stored)
        }
      }
      for (const kind of KINDS) {
        expect(await cache.all(kind)).toEqual(await getRange(db, kind))
        expect(byId(await cache.allLeaves(kind))).toEqual(byId(await getLeaves(db, kind)))
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a part that was read before a change and arrives after it undoes neither the change nor the deletion', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 3))
  const cache = new DocumentCache(db)
  const held = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const allDocs = db.allDocs.bind(db)
  vi.spyOn(db, 'allDocs').mockImplementationOnce(async (options?: object) => {
    const read = await allDocs(options)
    isRead.resolve()
    await held.promise
    return read
  })
  const loading = cache.loadAll('order')
  await isRead.promise
  await write(db, { do: 'put', kind: 'order', n: 0, value: 1 })
  await write(db, { do: 'delete', kind: 'order', n: 1, value: 1 })
  await cache.follow()
  held.resolve()
  await loading
  expect(cache.loaded('order')).toEqual(await getRange(db, 'order'))
  expect(cache.loaded('order')).toMatchObject([{ value: 1 }, { _id: idOf('order', 2) }])
})

test('a caller that reads between two parts gets all documents in the end', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 150))
  const cache = new DocumentCache(db)
  await cache.loadNewest('order', 50)
  const allDocs = db.allDocs.bind(db)
  vi.spyOn(db, 'allDocs').mockImplementation((options?: object) => {
    expect(cache.loaded('order')).toHaveLength(50)
    return allDocs(options)
  })
  await cache.loadAll('order')
  expect(cache.loaded('order')).toHaveLength(150)
})

test('only changed documents are read again, however many they are, and the others stay the same objects', async () => {
  const db = aDatabase()
  const all = many('order', 240)
  await db.bulkDocs(all.slice(0, 120))
  const cache = new DocumentCache(db)
  const before = await cache.all('order')
  const read = vi.spyOn(db, 'allDocs')
  expect(await cache.all('order')).toBe(before)
  await db.bulkDocs(all.slice(120))
  const after = await cache.all('order')
  expect(after).toHaveLength(240)
  expect(after.slice(0, 120).every((doc, n) => doc === before[n])).toBe(true)
  expect(read).not.toHaveBeenCalled()
})

test('the newest documents are loaded without the others', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 120))
  const cache = new DocumentCache(db)
  await cache.loadNewest('order', 50)
  expect(cache.loaded('order').map(({ _id }) => _id)).toEqual(
    many('order', 120)
      .slice(70)
      .map(({ _id }) => _id),
  )
  expect([cache.loadedFrom('order'), cache.isWhole('order')]).toEqual([idOf('order', 70), false])
  await cache.loadAll('order')
  expect([cache.loaded('order').length, cache.isWhole('order')]).toEqual([120, true])
})

test('several callers that ask for the same at once share the reads', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 120))
  const cache = new DocumentCache(db)
  const read = vi.spyOn(db, 'allDocs')
  await Promise.all([cache.all('order'), cache.all('order'), cache.allLeaves('order')])
  expect(read).toHaveBeenCalledTimes(3)
  const followed = vi.spyOn(db, 'changes')
  await Promise.all([cache.follow(), cache.follow(), cache.follow()])
  expect(followed).toHaveBeenCalledTimes(1)
})

test('a read that fails is tried again by the next one', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 3))
  const cache = new DocumentCache(db)
  vi.spyOn(db, 'allDocs').mockRejectedValueOnce(new Error('disk failed'))
  await expect(cache.all('order')).rejects.toThrow('disk failed')
  expect(await cache.all('order')).toHaveLength(3)
  vi.spyOn(db, 'changes').mockImplementationOnce(() => {
    throw new Error('disk failed')
  })
  await expect(cache.all('order')).rejects.toThrow('disk failed')
  expect(await cache.all('order')).toHaveLength(3)
})

test('what the feed has reported is read again after a read that failed, without another report', async () => {
  const db = aDatabase()
  const cache = new DocumentCache(db)
  await cache.loadAll('order')
  await write(db, { do: 'put', kind: 'order', n: 1, value: 1 })
  cache.heard(1)
  vi.spyOn(db, 'changes').mockImplementationOnce(() => {
    throw new Error('disk failed')
  })
  await expect(cache.follow('heard')).rejects.toThrow('disk failed')
  await cache.follow('heard')
  expect(cache.loaded('order')).toHaveLength(1)
})

test('newOnes returns the documents that came or changed since its first call, and reads no others', async () => {
  const db = aDatabase()
  await db.bulkDocs(many('order', 120))
  const cache = new DocumentCache(db)
  const read = vi.spyOn(db, 'allDocs')
  expect(await cache.newOnes('order')).toEqual([])
  expect(read).not.toHaveBeenCalled()
  await write(db, { do: 'put', kind: 'order', n: 7, value: 1 })
  await write(db, { do: 'put', kind: 'order', n: 130, value: 1 })
  await write(db, { do: 'put', kind: 'intent', n: 1, value: 1 })
  expect(await cache.newOnes('order')).toMatchObject([{ _id: idOf('order', 7) }, { _id: idOf('order', 130) }])
  await write(db, { do: 'delete', kind: 'order', n: 7, value: 1 })
  expect(await cache.newOnes('order')).toMatchObject([{ _id: idOf('order', 130) }])
})

test('callers that want what the feed has reported share one read, and read nothing if it is known already', async () => {
  const db = aDatabase()
  const cache = new DocumentCache(db)
  await cache.loadAll('order')
  const changes = db.changes.bind(db)
  const followed = vi.spyOn(db, 'changes')
  await write(db, { do: 'put', kind: 'order', n: 1, value: 1 })
  cache.heard(1)
  const begun = Promise.withResolvers<void>()
  followed.mockImplementationOnce((options) => {
    begun.resolve()
    return changes(options)
  })
  const first = cache.follow('heard')
  await begun.promise
  await Promise.all([first, cache.follow('heard')])
  await cache.follow('heard')
  expect(followed).toHaveBeenCalledTimes(1)
  expect(cache.loaded('order')).toHaveLength(1)
  await write(db, { do: 'put', kind: 'order', n: 2, value: 1 })
  await cache.follow('heard')
  expect(cache.loaded('order')).toHaveLength(1)
  cache.heard(2)
  await cache.follow('heard')
  expect(cache.loaded('order')).toHaveLength(2)
})

test('while a screen waits for its first documents, no more of a kind that is loaded whole are read', async () => {
  const db = aDatabase()
  await db.bulkDocs(KINDS.flatMap((kind) => many(kind, 160)))
  const cache = new DocumentCache(db)
  const loading = cache.loadAll('intent')
  await cache.first(async () => {
    await cache.loadNewest('order', 10)
    // Long enough for every batch of a kind that does not wait.
    await getRange(db, 'intent')
    await getRange(db, 'intent')
    await cache.loadFrom('intent', idOf('intent', 150))
    expect(cache.loaded('order')).toHaveLength(10)
    expect(cache.loadedFrom('intent')).toBe(idOf('intent', 150))
  })
  await loading
  expect(cache.loaded('intent')).toHaveLength(160)
})
