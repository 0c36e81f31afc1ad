import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase } from '../couch.ts'

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

  test('_stats works on numbers, and on lists position by position', async () => {
    const first = { sum: 5, count: 2, min: 1, max: 4, sumsqr: 17 }
    expect(await reduced('stats-n', 'n', '_stats')).toEqual({ sum: 6, count: 2, min: 2, max: 4, sumsqr: 20 })
    expect((await reduced('stats-list', 'list', '_stats'))[0]).toEqual(first)
  })

  test('a reduce function gets the keys with their document ids, and the values', async () => {
    const code = 'function (keys, values, again) { return again ? sum(values) : keys.length * 10 + values.length }'
    expect(await reduced('own', 'n', code)).toBe(22)
  })

  test('a document for which the map function throws is left out', async () => {
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
