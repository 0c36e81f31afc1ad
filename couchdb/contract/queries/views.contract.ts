import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, put } from '../couch.ts'

describe('views', () => {
  const db = freshDatabase()
  const map = 'function (doc) { if (doc.city) emit([doc.city, doc.month], doc.rupees) }'
  const view = (query: string, name = 'sales') => call('GET', `${db.path}/_design/${name}/_view/${name}?${query}`)
  const rows = async (query: string) => {
    const { status, body, text } = await view(query)
    expect(status, text).toBe(200)
    return body.rows
  }
  const ids = async (query: string): Promise<string[]> =>
    (await rows(`reduce=false&${query}`)).map((row: { id: string }) => row.id)
  const stats = (...values: number[]) => ({
    sum: values.reduce((sum, value) => sum + value, 0),
    count: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    sumsqr: values.reduce((sum, value) => sum + value * value, 0),
  })

  beforeAll(async () => {
    await put(`${db.path}/_design/sales`, { views: { sales: { map, reduce: '_stats' } } })
    await put(`${db.path}/_design/plain`, { views: { plain: { map } } })
    const docs = [
      { _id: 'a', city: 'Pune', month: 2, rupees: 10 },
      { _id: 'b', city: 'Delhi', month: 1, rupees: 20 },
      { _id: 'c', city: 'Pune', month: 1, rupees: 5 },
      { _id: 'd', rupees: 1 },
      { _id: 'e', city: 'Pune', month: 2, rupees: 7 },
    ]
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
  })

  test('a view returns the mapped rows in the order of their keys', async () => {
    expect((await view('reduce=false')).body).toMatchObject({
      total_rows: 4,
      rows: [
        { id: 'b', key: ['Delhi', 1], value: 20 },
        { id: 'c', key: ['Pune', 1], value: 5 },
        { id: 'a', key: ['Pune', 2], value: 10 },
        { id: 'e', key: ['Pune', 2], value: 7 },
      ],
    })
  })

  test.each<[query: string, ids: string[]]>([
    ['key=["Pune",2]', ['a', 'e']],
    ['keys=[["Pune",2],["Delhi",1],["Goa",1]]', ['a', 'e', 'b']],
    ['keys=[]', []],
    ['startkey=["Pune"]', ['c', 'a', 'e']],
    ['startkey=["Pune"]&endkey=["Pune",1]', ['c']],
    ['start_key=["Pune"]&end_key=["Pune",{}]', ['c', 'a', 'e']],
    ['endkey=["Pune",2]&inclusive_end=false', ['b', 'c']],
    ['startkey=["Pune",{}]&endkey=["Pune"]&descending=true', ['e', 'a', 'c']],
    ['descending=true&limit=1&skip=1', ['a']],
    ['limit=0', []],
  ])('%s selects %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test('include_docs returns the documents', async () => {
    expect((await rows('reduce=false&include_docs=true&limit=1'))[0].doc).toMatchObject({ _id: 'b', month: 1 })
  })

  test.each<[query: string, rows: [key: unknown, values: number[]][]]>([
    ['', [[null, [20, 5, 10, 7]]]],
    ['group=false', [[null, [20, 5, 10, 7]]]],
    ['group_level=0', [[null, [20, 5, 10, 7]]]],
    [
      'group_level=1',
      [
        [['Delhi'], [20]],
        [['Pune'], [5, 10, 7]],
      ],
    ],
    [
      'group=true',
      [
        [['Delhi', 1], [20]],
        [['Pune', 1], [5]],
        [
          ['Pune', 2],
          [10, 7],
        ],
      ],
    ],
    ['group_level=1&startkey=["Pune"]&endkey=["Pune",1]', [[['Pune'], [5]]]],
    [
      'group=true&descending=true&limit=1',
      [
        [
          ['Pune', 2],
          [10, 7],
        ],
      ],
    ],
    ['group=true&limit=1&skip=1', [[['Pune', 1], [5]]]],
    ['key=["Pune",2]', [[null, [10, 7]]]],
    ['keys=[["Pune",2]]', [[null, [10, 7]]]],
    [
      'keys=[["Pune",2],["Delhi",1],["Pune",2]]&group=true',
      [
        [
          ['Pune', 2],
          [10, 7],
        ],
        [['Delhi', 1], [20]],
        [
          ['Pune', 2],
          [10, 7],
        ],
      ],
    ],
    ['startkey=["Zzz"]', []],
    ['limit=0', []],
  ])('the query "%s" returns reduced rows', async (query, expected) => {
    expect(await rows(query)).toEqual(expected.map(([key, values]) => ({ key, value: stats(...values) })))
  })

  test('_count and _sum reduce the rows', async () => {
    const views = { count: { map, reduce: '_count' }, sum: { map, reduce: '_sum' } }
    await put(`${db.path}/_design/both`, { views })
    const reduced = async (name: string) =>
      (await call('GET', `${db.path}/_design/both/_view/${name}?group_level=1`)).body.rows
    expect(await reduced('count')).toEqual([
      { key: ['Delhi'], value: 1 },
      { key: ['Pune'], value: 3 },
    ])
    expect(await reduced('sum')).toEqual([
      { key: ['Delhi'], value: 20 },
      { key: ['Pune'], value: 22 },
    ])
  })

  test('a query may be sent by POST', async () => {
    const path = `${db.path}/_design/sales/_view/sales`
    const { body } = await call('POST', path, { body: { keys: [['Pune', 1]], reduce: false } })
    expect(body.rows).toEqual([{ id: 'c', key: ['Pune', 1], value: 5 }])
  })

  test.each([
    'reduce=false&group=true',
    'reduce=false&group_level=1',
    'group=false&group_level=1',
    'keys=[["Pune",1],["Pune",2]]',
    'keys=[["Pune",1],["Pune",2]]&group=true&group_level=1',
    'keys=[]',
    'keys=5',
    'include_docs=true',
    'startkey=["Pune"]&endkey=["Delhi"]',
    'limit=-1',
    'group_level=x',
    'reduce=maybe',
    'update=maybe',
  ])('the invalid query "%s" is refused', async (query) => {
    expect(await view(query)).toMatchObject({ status: 400, body: { error: 'query_parse_error' } })
  })

  test('a view without a reduce is not reduced', async () => {
    expect((await view('', 'plain')).body.total_rows).toBe(4)
    for (const query of ['reduce=true', 'group=true'])
      expect(await view(query, 'plain'), query).toMatchObject({ status: 400, body: { error: 'query_parse_error' } })
  })

  test('a view that does not exist is a 404', async () => {
    for (const path of ['sales/_view/nothing', 'nothing/_view/nothing', 'nothing/_info'])
      expect((await call('GET', `${db.path}/_design/${path}`)).status, path).toBe(404)
  })
})

describe('the index of a view', () => {
  const db = freshDatabase()
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ _id: `n${from + n}`, n: from + n }))
  const write = (docs: object[]) => call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
  const map = (words: string) => `function (doc) { if (doc.n !== undefined) emit(${words}) }`
  const design = (id: string) => `${db.path}/_design/${id}`
  const total = async (id: string, query: string): Promise<number> =>
    (await call('GET', `${design(id)}/_view/n?reduce=false&${query}`)).body.total_rows
  const pending = async (id: string): Promise<number> =>
    (await call('GET', `${design(id)}/_info`)).body.view_index.updates_pending.total
  const signature = async (id: string): Promise<string> =>
    (await call('GET', `${design(id)}/_info`)).body.view_index.signature

  beforeAll(async () => {
    await write(numbered(0, 20))
  })

  test('is built at the first query, or before', async () => {
    await put(design('first'), { views: { n: { map: map('doc.n'), reduce: '_count' } } })
    expect(await total('first', '')).toBe(20)
    expect(await pending('first')).toBe(0)
  })

  test('is not updated before a query with update=false', async () => {
    await write(numbered(20, 30))
    // CouchDB may have started to update the index by itself.
    for (const query of ['update=false', 'update=false&stable=true', 'update=lazy'])
      expect([20, 30], query).toContain(await total('first', query))
    expect(await total('first', 'update=true')).toBe(30)
    expect(await pending('first')).toBe(0)
  })

  test('is shared by design documents with the same views', async () => {
    const views = { n: { map: map('doc.n'), reduce: '_count' } }
    await put(design('copy'), { views, mark: 'another member' })
    expect(await signature('copy')).toBe(await signature('first'))
    expect(await total('copy', 'update=false')).toBe(30)
  })

  test('is replaced if the view changes, and the old index is kept until _view_cleanup', async () => {
    const { body: copy } = await call('GET', design('copy'))
    await put(design('copy'), { _rev: copy._rev, views: { n: { map: map('-doc.n') } } })
    expect(await signature('copy')).not.toBe(await signature('first'))
    expect(await total('copy', '')).toBe(30)
    const { body: changed } = await call('GET', design('copy'))
    await put(design('copy'), { _rev: changed._rev, views: copy.views })
    expect(await total('copy', 'update=false')).toBe(30)
  })

  test('is kept by _view_cleanup as long as a design document declares it', async () => {
    expect(await call('POST', `${db.path}/_view_cleanup`, { body: {} })).toMatchObject({
      status: 202,
      body: { ok: true },
    })
    for (const id of ['first', 'copy']) expect(await total(id, 'update=false'), id).toBe(30)
    const { body } = await call('GET', design('first'))
    await call('DELETE', `${design('first')}?rev=${body._rev}`)
    expect((await call('POST', `${db.path}/_view_cleanup`)).status).toBe(202)
    expect(await total('copy', 'update=false')).toBe(30)
    expect((await call('GET', `${db.path}/_view_cleanup`)).status).toBe(405)
  })
})
