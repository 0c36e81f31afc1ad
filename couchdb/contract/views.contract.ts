import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase } from './couch.ts'

describe('views', () => {
  const db = freshDatabase()
  const view = (query: string) => call('GET', `${db.path}/_design/shop/_view/by-city?${query}`)

  beforeAll(async () => {
    const map = 'function (doc) { if (doc.city) emit(doc.city, doc.rupees) }'
    await call('PUT', `${db.path}/_design/shop`, { body: { views: { 'by-city': { map, reduce: '_sum' } } } })
    const docs = [
      ['a', 'Pune', 10],
      ['b', 'Delhi', 20],
      ['c', 'Pune', 5],
      ['d', undefined, 1],
    ]
    await call('POST', `${db.path}/_bulk_docs`, {
      body: { docs: docs.map(([_id, city, rupees]) => ({ _id, city, rupees })) },
    })
  })

  test('a view maps', async () => {
    const { status, body } = await view('reduce=false')
    expect(status).toBe(200)
    expect(body.rows).toEqual([
      { id: 'b', key: 'Delhi', value: 20 },
      { id: 'a', key: 'Pune', value: 10 },
      { id: 'c', key: 'Pune', value: 5 },
    ])
    expect((await view('reduce=false&key="Pune"&limit=1')).body.rows).toHaveLength(1)
  })

  test('a view answers asked-for keys in their order, and no range beside them', async () => {
    const { body } = await view('reduce=false&keys=["Pune","Delhi"]')
    expect(body.rows.map((row: { id: string }) => row.id)).toEqual(['a', 'c', 'b'])
    expect(await view('reduce=false&keys=["Pune","Delhi"]&startkey="A"')).toMatchObject({
      status: 400,
      body: { error: 'query_parse_error' },
    })
  })

  test('a view may be asked for as it stands, and caught up afterwards', async () => {
    for (const query of ['update=false', 'update=lazy', 'stale=ok', 'stale=update_after'])
      expect((await view(`${query}&reduce=false`)).status, query).toBe(200)
    for (const query of ['update=perhaps', 'stale=perhaps']) expect((await view(query)).status, query).toBe(400)
    expect((await view('reduce=false')).body.rows).toHaveLength(3)
  })

  test('a view reduces, by group when asked', async () => {
    expect((await view('')).body.rows).toEqual([{ key: null, value: 35 }])
    expect((await view('group=true')).body.rows).toEqual([
      { key: 'Delhi', value: 20 },
      { key: 'Pune', value: 15 },
    ])
  })

  test('a view that is not there is not found', async () => {
    expect((await call('GET', `${db.path}/_design/shop/_view/nothing`)).status).toBe(404)
    expect((await call('GET', `${db.path}/_design/nothing/_view/nothing`)).status).toBe(404)
  })

  test('views of design documents that are gone are cleaned up', async () => {
    expect(await call('POST', `${db.path}/_view_cleanup`, { body: {} })).toMatchObject({
      status: 202,
      body: { ok: true },
    })
    expect((await view('')).body.rows).toEqual([{ key: null, value: 35 }])
  })
})

describe('the functions of views', () => {
  const db = freshDatabase()
  const define = (name: string, view: { map: string; reduce?: string }) =>
    call('PUT', `${db.path}/_design/${name}`, { body: { views: { all: view } } })

  async function reduced(name: string, member: string, reduce: string) {
    const map = `function (doc) { if (doc.${member} !== undefined) emit(null, doc.${member}) }`
    expect((await define(name, { map, reduce })).status).toBe(201)
    const { status, body } = await call('GET', `${db.path}/_design/${name}/_view/all`)
    return status === 200 ? body.rows[0].value : status
  }

  beforeAll(async () => {
    const docs = [
      { n: 2, list: [1, 2, 3], object: { a: 1, b: 2 }, mixed: 1 },
      { n: 4, list: [4, 5, 6], object: { a: 10, c: 5 }, mixed: 'text' },
      { city: { name: 'Pune' } },
    ]
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
  })

  test('_sum adds numbers, lists and objects', async () => {
    expect(await reduced('sum-n', 'n', '_sum')).toBe(6)
    expect(await reduced('sum-list', 'list', '_sum')).toEqual([5, 7, 9])
    expect(await reduced('sum-object', 'object', '_sum')).toEqual({ a: 11, b: 2, c: 5 })
    expect(await reduced('sum-mixed', 'mixed', '_sum')).toMatchObject({ error: 'builtin_reduce_error' })
  })

  test('_count and _approx_count_distinct count', async () => {
    expect(await reduced('count', 'n', '_count')).toBe(2)
    expect(await reduced('distinct', 'n', '_approx_count_distinct')).toBe(1)
  })

  test('_stats tells of numbers, and of lists by their places', async () => {
    const first = { sum: 5, count: 2, min: 1, max: 4, sumsqr: 17 }
    expect(await reduced('stats-n', 'n', '_stats')).toEqual({ sum: 6, count: 2, min: 2, max: 4, sumsqr: 20 })
    expect((await reduced('stats-list', 'list', '_stats'))[0]).toEqual(first)
  })

  test('a reduce function sees keys with their documents, and values', async () => {
    const code = 'function (keys, values, again) { return again ? sum(values) : keys.length * 10 + values.length }'
    expect(await reduced('own', 'n', code)).toBe(22)
  })

  test('a document that the map function cannot bear is left out', async () => {
    await define('fragile', { map: 'function (doc) { emit(doc.city.name, null) }' })
    const { body } = await call('GET', `${db.path}/_design/fragile/_view/all`)
    expect(body.rows).toMatchObject([{ key: 'Pune', value: null }])
  })

  test('a function that cannot be compiled is refused', async () => {
    expect(await define('broken', { map: 'function (doc) {' })).toMatchObject({
      status: 400,
      body: { error: 'compilation_error' },
    })
    expect(await define('unknown', { map: 'function (doc) {}', reduce: '_unknown' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_design_doc' },
    })
  })
})
