import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { collate } from '../mango/collate.ts'
import { indexView } from '../mango/indexes.ts'
import { matcher } from '../mango/matcher.ts'
import { normalizeSelector } from '../mango/selector.ts'
import { Database } from '../store/database.ts'
import { closePouch, openPouch, type Pouch } from '../store/pouch.ts'
import { type FindRequest, findDocs } from './find.ts'

const MISSING = Symbol('missing')
const VALUES = [null, false, 0, 1.5, 'a', 'b', [], ['a', 1], {}, { a: 1 }]

const docs = [MISSING, ...VALUES].flatMap((a, row) =>
  [MISSING, ...VALUES].map((b, column) => ({
    _id: `d${String(row * 100 + column).padStart(4, '0')}`,
    ...(a !== MISSING && { a }),
    ...(b !== MISSING && { b }),
  })),
)

let folder = ''
let pouch: Pouch

function indexed(name: string, fields: string[], _rev?: string) {
  const view = indexView(
    fields.map((field): [string, string] => [field, 'asc']),
    undefined,
  )
  return { _id: `_design/${name}`, ...(_rev && { _rev }), language: 'query', views: { [name]: view } }
}

const putIndex = (name: string, ...fields: string[]) => pouch.put(indexed(name, fields))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-find-'))
  pouch = await openPouch(join(folder, 'data'), 1000)
  await pouch.bulkDocs(docs, { new_edits: true })
  await putIndex('by-a', 'a')
  await putIndex('by-a-b', 'a', 'b')
  await putIndex('by-b-a', 'b', 'a')
})
afterAll(async () => {
  await closePouch(pouch)
  await rm(folder, { recursive: true })
})

const asked = (selector: unknown, more: Partial<FindRequest> = {}): FindRequest => ({
  ...{ selector: normalizeSelector(selector), sort: [], useIndex: [], allowFallback: true },
  ...{ limit: 1000, skip: 0, fields: ['_id'] },
  ...more,
})

const meta = { name: 'data', id: '1', createdAt: '2026-11-27T10:00:00.000Z', security: {}, revsLimit: 1000 }
/** It only remembers: the tests use the store themselves. */
const freshDatabase = () => new Database(meta, join(folder, 'data'), () => {})

async function idsOf(request: FindRequest): Promise<unknown[]> {
  const found = await findDocs(freshDatabase(), pouch, request)
  return found.docs.map(({ _id }) => _id)
}

/** Returns undefined if no index has the requested order. */
const idsIfSorted = (request: FindRequest) =>
  idsOf(request).catch((error: unknown) => {
    if (error instanceof Failure && error.word === 'no_usable_index') return undefined
    throw error
  })

const value = fc.constantFrom(...VALUES)
const comparison = fc
  .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), value)
  .map(([operator, argument]): JsonObject => ({ [operator]: argument }))
const condition = fc.oneof(
  { weight: 4, arbitrary: comparison },
  fc.tuple(comparison, comparison).map(([one, other]): JsonObject => ({ ...one, ...other })),
  fc.array(value, { maxLength: 3 }).map((list): JsonObject => ({ $in: list })),
  fc.array(value, { maxLength: 3 }).map((list): JsonObject => ({ $nin: list })),
  fc.boolean().map((exists): JsonObject => ({ $exists: exists })),
  fc.constantFrom('null', 'number', 'string', 'array').map((type): JsonObject => ({ $type: type })),
  fc.constantFrom('', 'a', 'b').map((prefix): JsonObject => ({ $beginsWith: prefix })),
  comparison.map((inner): JsonObject => ({ $elemMatch: inner })),
  comparison.map((inner): JsonObject => ({ $not: inner })),
)
const { selector } = fc.letrec<{ selector: JsonObject }>((tie) => {
  const some = fc.array(tie('selector'), { minLength: 1, maxLength: 3 })
  return {
    selector: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ a: condition, b: condition }, { requiredKeys: [] }),
      some.map((list) => ({ $and: list })),
      some.map((list) => ({ $or: list })),
      some.map((list) => ({ $nor: list })),
      tie('selector').map((inner) => ({ $not: inner })),
    ),
  }
})
/** CouchDB refuses a selector that comes down to an empty condition, such as `{ $not: { $not: {} } }`. */
function isAccepted(selector: JsonObject): boolean {
  try {
    normalizeSelector(selector)
    return true
  } catch {
    return false
  }
}
const order = fc.tuple(
  fc.constantFrom([], ['a'], ['b'], ['a', 'b'], ['b', 'a']),
  fc.constantFrom('asc', 'desc'),
  fc.constantFrom([], ['by-a'], ['by-a-b'], ['by-b-a', 'by-b-a'], ['nothing']),
)

test('with any index, a query finds exactly the documents that match the selector, in the requested order', async () => {
  const property = fc.asyncProperty(
    selector.filter(isAccepted),
    order,
    fc.nat(20),
    fc.nat(20),
    async (said, [fields, way, useIndex], skip, limit) => {
      const sort = fields.map((field): [string, string] => [field, way])
      const request = asked(said, { sort, useIndex })
      const found = await idsIfSorted(request)
      if (!found) return
      const isSelected = matcher(request.selector)
      // A document without the sort field is in no index of that field.
      const expected = docs.filter((doc) => isSelected(doc) && fields.every((field) => field in doc))
      expect(found.toSorted()).toEqual(expected.map(({ _id }) => _id))
      const keys = found.map((id) => fields.map((field) => Object(docs.find(({ _id }) => _id === id))[field]))
      const sign = way === 'asc' ? 1 : -1
      expect(keys.every((key, place) => place === 0 || sign * collate(keys[place - 1], key) <= 0)).toBe(true)
      expect(await idsOf({ ...request, skip, limit })).toEqual(found.slice(skip, skip + limit))
    },
  )
  await fc.assert(property, { numRuns: 150 })
}, 300_000)

test('a query on an index that an earlier release built finds no document without the indexed field', async () => {
  const view = { map: { fields: { b: 'asc' } }, reduce: '_count', options: { def: { fields: ['b'] } } }
  await pouch.put({ _id: '_design/old', language: 'query', views: { old: view } })
  // pouchdb-find, which earlier releases used, indexed a missing field as null.
  type Emit = (key: unknown) => void
  const createViews = createRequire(import.meta.url)('pouchdb-abstract-mapreduce')
  const byPouchDb = createViews(
    'indexes',
    (_map: unknown, emit: Emit) => (doc: { b?: unknown }) => emit(doc.b),
    undefined,
    () => undefined,
  )
  const built: unknown = await byPouchDb.query.call(pouch, 'old/old', { reduce: false, limit: 0 })
  expect(isObject(built) && built.total_rows).toBe(docs.length)
  const request = asked({}, { sort: [['b', 'asc']], useIndex: ['old'] })
  expect((await idsOf(request)).length).toBe(VALUES.length * (VALUES.length + 1))
})

test.each(['replaced by one with another order of fields', 'removed'])(
  'a query whose index is %s after it was planned is planned again',
  async (what) => {
    await putIndex('passing', 'a', 'b')
    const database = freshDatabase()
    let isChanged = false
    async function change() {
      isChanged = true
      const { _rev } = await pouch.get('_design/passing')
      const write = () =>
        what === 'removed'
          ? pouch.remove('_design/passing', `${_rev}`)
          : pouch.put(indexed('passing', ['b', 'a'], _rev))
      await database.writeDesigns<unknown>(write)
    }
    const changing = new Proxy(pouch, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (name !== 'query' || typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          if (!isChanged) await change()
          return Reflect.apply(member, target, args)
        }
      },
    })
    const request = asked({ a: 'b', b: { $gt: null } }, { useIndex: ['passing'] })
    const { docs: found } = await findDocs(database, changing, request)
    expect(isChanged).toBe(true)
    const expected = docs.filter((doc) => doc.a === 'b' && 'b' in doc && doc.b !== null)
    expect(found.map(({ _id }) => _id).sort()).toEqual(expected.map(({ _id }) => _id))
    const left = await pouch.get('_design/passing').catch(() => undefined)
    if (left) await pouch.remove(left._id, `${left._rev}`)
  },
)
