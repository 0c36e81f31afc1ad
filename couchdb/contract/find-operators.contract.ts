import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase } from './couch.ts'

/**
 * Tests every operator of Mango with every kind of value, with and without an index. Sources in CouchDB 3.5.0:
 * src/mango/src/mango_selector.erl (what matches) and mango_idx_view.erl (which index is used, and which key range).
 */

/** In CouchDB's order of values; the ids are in the same order. The document `00` has no `v`. */
const VALUES: [id: string, value: unknown][] = [
  ['01', null],
  ['02', false],
  ['03', true],
  ['04', -1],
  ['05', 0],
  ['06', 2.5],
  ['07', ''],
  ['08', 'a'],
  ['09', 'b'],
  ['10', []],
  ['11', [1]],
  ['12', ['a', 'b']],
  ['13', {}],
  ['14', { a: 1 }],
  ['15', { a: 'x' }],
]
const ALL = VALUES.map(([id]) => id)
const [first = '', ...later] = ALL

/** All ids from one to the other, both included. */
const span = (from: string, to: string) => ALL.filter((id) => from <= id && id <= to)
const without = (...ids: string[]) => ALL.filter((id) => !ids.includes(id))

interface Way {
  name: string
  index: string
  /** The selector has to name the other fields of the index too, or CouchDB does not use the index. */
  more: object
  sort: string[]
}
const WAYS: Way[] = [
  { name: 'an index of one field', index: 'by-v', more: {}, sort: ['v'] },
  { name: 'the first field of an index', index: 'by-v-w', more: { w: 1 }, sort: ['v', 'w'] },
  { name: 'the last field of an index', index: 'by-w-v', more: { w: 1 }, sort: ['w', 'v'] },
  { name: 'the ids', index: '_all_docs', more: { _id: { $gt: null } }, sort: ['_id'] },
]

const indexed = freshDatabase()
const plain = freshDatabase()

beforeAll(async () => {
  const docs = [{ _id: '00', w: 1 }, ...VALUES.map(([_id, v]) => ({ _id, v, w: 1 })), { _id: '16', other: true }]
  for (const { path } of [indexed, plain]) await call('POST', `${path}/_bulk_docs`, { body: { docs } })
  for (const [name, fields] of [
    ['by-v', ['v']],
    ['by-v-w', ['v', 'w']],
    ['by-w-v', ['w', 'v']],
  ])
    await call('POST', `${indexed.path}/_index`, { body: { index: { fields }, ddoc: name, name } })
})

const find = (path: string, body: object) => call('POST', `${path}/_find`, { body: { limit: 100, ...body } })

async function found(path: string, body: object): Promise<string[]> {
  const answer = await find(path, body)
  expect(answer.status, `${JSON.stringify(body)}: ${answer.text}`).toBe(200)
  return answer.body.docs.map((doc: { _id: string }) => doc._id)
}

/** Runs the query in each way, in both directions, and for a page in the middle. */
async function expectFound(condition: object, ids: string[]): Promise<void> {
  const selector = { v: condition }
  // A document without the field is found only by `$exists: false`, and is in no index.
  expect(await found(plain.path, { selector }), 'no index').toEqual(ids)
  expect((await found(indexed.path, { selector })).toSorted(), 'no hint').toEqual(ids)
  for (const { name, index, more, sort } of WAYS) {
    const own = ids.filter((id) => (index === '_all_docs' ? true : id !== '00' && id !== '16'))
    const request = {
      selector: { ...selector, ...more },
      ...(index === '_all_docs' ? {} : { use_index: [index, index] }),
    }
    const path = index === '_all_docs' ? plain.path : indexed.path
    expect(await found(path, { ...request, sort }), name).toEqual(own)
    const descending = { ...request, sort: sort.map((field) => ({ [field]: 'desc' })) }
    expect(await found(path, descending), `${name}, descending`).toEqual(own.toReversed())
    expect(await found(path, { ...request, sort, skip: 1, limit: 2 }), `${name}, a page`).toEqual(own.slice(1, 3))
  }
}

describe('a field compared with a value', () => {
  describe.each(VALUES)('%s', (id, value) => {
    test.each<[operator: string, ids: string[]]>([
      ['$eq', [id]],
      ['$ne', without(id)],
      ['$gt', ALL.filter((other) => other > id)],
      ['$gte', ALL.filter((other) => other >= id)],
      ['$lt', ALL.filter((other) => other < id)],
      ['$lte', ALL.filter((other) => other <= id)],
    ])('by %s finds what CouchDB finds', async (operator, ids) => {
      await expectFound({ [operator]: value }, ids)
    })

    test.each<[operator: string, ids: string[]]>([
      ['$eq', without(id)],
      ['$ne', [id]],
      ['$gt', ALL.filter((other) => other <= id)],
      ['$gte', ALL.filter((other) => other < id)],
      ['$lt', ALL.filter((other) => other >= id)],
      ['$lte', ALL.filter((other) => other > id)],
    ])('not by %s finds the other ones that have the field', async (operator, ids) => {
      await expectFound({ $not: { [operator]: value } }, ids)
    })
  })
})

describe('a field under other conditions', () => {
  test.each<[condition: object, ids: string[]]>([
    // `$in` compares the members of a list, not the list itself.
    [{ $in: [null, true] }, ['01', '03']],
    [{ $in: [1] }, ['11']],
    [{ $in: ['a'] }, ['08', '12']],
    [{ $in: [[]] }, []],
    [{ $in: [{}, { a: 1 }] }, ['13', '14']],
    [{ $in: [] }, []],
    [{ $nin: [] }, ALL],
    [{ $nin: [null, false] }, span('03', '15')],
    [{ $nin: ['a'] }, without('08', '12')],
    [{ $nin: [[]] }, ALL],
    [{ $not: { $in: ['a'] } }, without('08', '12')],
    [{ $not: { $nin: [0, {}] } }, ['05', '13']],
    [{ $exists: true }, ALL],
    [{ $exists: false }, ['00', '16']],
    [{ $not: { $exists: true } }, ['00', '16']],
    [{ $not: { $exists: false } }, ALL],
    [{ $type: 'null' }, ['01']],
    [{ $type: 'boolean' }, ['02', '03']],
    [{ $type: 'number' }, ['04', '05', '06']],
    [{ $type: 'string' }, ['07', '08', '09']],
    [{ $type: 'array' }, ['10', '11', '12']],
    [{ $type: 'object' }, ['13', '14', '15']],
    [{ $type: 'undefined' }, []],
    [{ $not: { $type: 'object' } }, span('01', '12')],
    [{ $size: 0 }, ['10']],
    [{ $size: 2 }, ['12']],
    [{ $not: { $size: 0 } }, without('10')],
    [{ $mod: [2, 0] }, ['05']],
    [{ $mod: [2, -1] }, ['04']],
    [{ $all: [] }, []],
    [{ $all: ['b', 'a'] }, ['12']],
    [{ $all: [[1]] }, ['11']],
    [{ $elemMatch: { $gt: null } }, ['11', '12']],
    [{ $elemMatch: { $gte: 'b', $lt: 'c' } }, ['12']],
    [{ $elemMatch: { $not: { $eq: 'a' } } }, ['11', '12']],
    [{ $elemMatch: { a: 1 } }, []],
    [{ $allMatch: { $type: 'string' } }, ['12']],
    [{ $allMatch: { $gt: null } }, ['11', '12']],
    [{ $keyMapMatch: { $eq: 'a' } }, ['14', '15']],
    [{ $not: { $keyMapMatch: { $eq: 'a' } } }, without('14', '15')],
    [{ $gt: null, $lt: {} }, span('02', '12')],
    [{ $gte: false, $lte: 0 }, span('02', '05')],
    [{ $gt: 'a', $lt: [] }, ['09']],
    [{ $gte: [], $lte: [1] }, ['10', '11']],
    [{ $gte: {}, $lt: { a: 'x' } }, ['13', '14']],
    [{ $gt: 5, $lt: 1 }, []],
    [{ $gt: 0, $lt: 0 }, []],
    [{ $gte: 0, $lte: 0 }, ['05']],
    [{ $eq: 0, $gt: null }, ['05']],
    [{ $eq: 0, $gt: 'a' }, []],
    [{ $gt: null, $exists: true }, later],
    [{ $gt: null, $ne: true }, without(first, '03')],
    [{ $gt: null, $exists: false }, []],
    [{ $and: [{ $gte: 0 }, { $lt: 'b' }] }, span('05', '08')],
    [{ $or: [{ $lt: false }, { $gt: ['a'] }] }, ['01', ...span('12', '15')]],
    [{ $nor: [{ $lt: 0 }, { $gt: 'a' }] }, span('05', '08')],
    [{ $not: { $or: [{ $lt: 0 }, { $gt: 'a' }] } }, span('05', '08')],
    [{ $not: { $and: [{ $gte: 0 }, { $lte: 'a' }] } }, [...span('01', '04'), ...span('09', '15')]],
    [{ $not: { $not: { $gt: 'b' } } }, span('10', '15')],
  ])('%j finds %j', async (condition, ids) => {
    await expectFound(condition, ids)
  })

  test('$beginsWith finds texts by their prefix (CouchDB 3.4 and newer)', async () => {
    await expectFound({ $beginsWith: 'a' }, ['08'])
    await expectFound({ $beginsWith: '' }, ['07', '08', '09'])
    await expectFound({ $not: { $beginsWith: 'a' } }, without('08'))
  })
})

describe('a selector as a whole', () => {
  const EVERY = ['00', ...ALL, '16']

  test.each<[selector: object, ids: string[]]>([
    [{}, EVERY],
    [{ $and: [] }, []],
    [{ $or: [] }, []],
    [{ $nor: [] }, []],
    // Beside other conditions, an empty list has no effect.
    [{ other: true, $or: [] }, ['16']],
    [{ $and: [{ other: true }, { $and: [] }] }, ['16']],
    // An empty selector within another one is compared with the whole document.
    [{ $and: [{}] }, []],
    [{ $or: [{}, { other: true }] }, ['16']],
    [{ $nor: [{}] }, EVERY],
    [{ $not: { v: { $gt: null } } }, ['01']],
    [{ $not: { v: { $exists: true } } }, ['00', '16']],
    [{ $nor: [{ v: { $type: 'object' } }, { w: 0 }] }, span('01', '12')],
    [{ $not: { other: true, v: 1 } }, ALL],
    // A missing field differs from a path that leads through a text, a number or a list.
    [{ 'v.a': { $exists: false } }, ['00', '13', '16']],
    [{ 'v.a': { $exists: true } }, ['14', '15']],
    [{ 'v.a': { $ne: 1 } }, ['15']],
    [{ v: { a: 1 } }, ['14']],
    [{ v: { $eq: { a: 1 } } }, ['14']],
    [{ v: { a: { $in: [1, 'x'] } } }, ['14', '15']],
    [{ v: {} }, ['13']],
    [{ 'v.0': 1 }, ['11']],
    [{ 'v.1': { $gt: null } }, ['12']],
    [{ 'v.length': { $gt: null } }, []],
    [{ _id: { $gt: null } }, EVERY],
    [{ _id: { $lt: null } }, []],
    [{ _id: { $gte: '14', $ne: '15' } }, ['14', '16']],
    [{ _id: { $in: ['03', '99'] } }, ['03']],
    [{ _id: 5 }, []],
  ])('%j finds %j', async (selector, ids) => {
    expect(await found(plain.path, { selector })).toEqual(ids)
  })

  test.each<[error: string, selector: unknown]>([
    ['invalid_selector_json', null],
    ['invalid_selector_json', []],
    ['invalid_selector_json', 'v'],
    ['invalid_selector', { $gt: null }],
    ['invalid_selector', { $not: {} }],
    ['invalid_operator', { $nonsense: 1 }],
    ['invalid_operator', { v: { $nonsense: 1 } }],
    ['invalid_operator', { v: { $elemMatch: { $nonsense: 1 } } }],
    ['not_supported', { v: { $where: 'x' } }],
    ...['$and', '$or', '$nor', '$not'].map((operator): [string, object] => ['bad_arg', { [operator]: 5 }]),
    ...['$in', '$nin', '$all', '$mod', '$size', '$exists', '$type', '$elemMatch', '$allMatch', '$keyMapMatch', '$not']
      .flatMap((operator) => [null, { v: 1 }].map((argument) => ({ v: { [operator]: argument } })))
      .filter((selector) => !/Match":\{|not":\{/.test(JSON.stringify(selector)))
      .map((selector): [string, object] => ['bad_arg', selector]),
    ['bad_arg', { v: { $mod: [2] } }],
    ['bad_arg', { v: { $mod: ['a', 1] } }],
    ['bad_arg', { v: { $size: -1 } }],
    ['bad_arg', { v: { $exists: 'yes' } }],
  ])('is refused as %s: %j', async (error, selector) => {
    for (const { path } of [plain, indexed])
      expect(await find(path, { selector })).toMatchObject({ status: 400, body: { error } })
  })
})

describe('the rest of a request', () => {
  test.each<[error: string, body: object]>([
    ['missing_required_key', {}],
    ['invalid_key', { selector: {}, colour: 1 }],
    ['invalid_non_neg_integer', { selector: {}, limit: -1 }],
    ['invalid_non_neg_integer', { selector: {}, limit: '5' }],
    ['invalid_non_neg_integer', { selector: {}, skip: null }],
    ['invalid_sort_json', { selector: {}, sort: 'v' }],
    ['invalid_sort_field', { selector: {}, sort: [5] }],
    ['invalid_sort_field', { selector: {}, sort: [{ v: 'up' }] }],
    ['unsupported_mixed_sort', { selector: {}, sort: ['v', { w: 'desc' }] }],
    ['invalid_fields', { selector: {}, fields: 'v' }],
    ['invalid_field', { selector: {}, fields: [5] }],
    ['invalid_index_name', { selector: {}, use_index: 5 }],
    ['invalid_index_name', { selector: {}, use_index: ['by-v', 'by-v', 'by-v'] }],
    ['invalid_boolean', { selector: {}, update: 'no' }],
  ])('is refused as %s: %j', async (error, body) => {
    expect(await call('POST', `${indexed.path}/_find`, { body })).toMatchObject({ status: 400, body: { error } })
  })

  test('sorting by the id needs a condition on the id', async () => {
    for (const selector of [{}, { v: 1 }, { $or: [{ _id: '01' }] }])
      expect(await find(plain.path, { selector, sort: ['_id'] })).toMatchObject({
        status: 400,
        body: { error: 'no_usable_index' },
      })
    const selector = { _id: { $gt: '13' } }
    expect(await found(plain.path, { selector, sort: [{ _id: 'desc' }] })).toEqual(['16', '15', '14'])
  })

  test('sorting by the first fields of an index needs the other fields in the selector', async () => {
    const sort = ['w']
    expect((await find(indexed.path, { selector: {}, sort })).body.error).toBe('no_usable_index')
    expect(await found(indexed.path, { selector: { v: { $gt: 'b' } }, sort })).toEqual(span('10', '15'))
  })
})
