import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, put } from '../couch.ts'

describe('_find and _index', () => {
  const db = freshDatabase()
  const find = (body: object) => call('POST', `${db.path}/_find`, { body })
  const found = async (body: object): Promise<string[]> => {
    const answer = await find(body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.docs.map((doc: { _id: string }) => doc._id)
  }

  beforeAll(async () => {
    const docs = [
      { _id: 'o1', account: 'asha', at: 3, tags: ['red', 'big'], price: { rupees: 300 } },
      { _id: 'o2', account: 'asha', at: 1, tags: ['white'], price: { rupees: 100 } },
      { _id: 'o3', account: 'ravi', at: 2, tags: [], price: { rupees: 200 } },
      { _id: 'o4', account: 'asha', at: 2, tags: ['red'], price: { rupees: 400 } },
      { _id: 'o5', other: true },
    ]
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
  })

  test('an index is created once', async () => {
    const body = { index: { fields: ['account', 'at'] }, ddoc: 'by-account', name: 'by-account', type: 'json' }
    expect((await call('POST', `${db.path}/_index`, { body })).body).toEqual({
      result: 'created',
      id: '_design/by-account',
      name: 'by-account',
    })
    expect((await call('POST', `${db.path}/_index`, { body })).body.result).toBe('exists')
    const { body: list } = await call('GET', `${db.path}/_index`)
    expect(list.total_rows).toBe(2)
    expect(list.indexes).toContainEqual(
      expect.objectContaining({
        ddoc: '_design/by-account',
        type: 'json',
        def: expect.objectContaining({ fields: [{ account: 'asc' }, { at: 'asc' }] }),
      }),
    )
  })

  test('an index returns the matches in its order, and backwards', async () => {
    const selector = { account: 'asha', at: { $gte: 2 } }
    expect(await found({ selector, sort: ['account', 'at'] })).toEqual(['o4', 'o1'])
    expect(await found({ selector, sort: [{ account: 'desc' }, { at: 'desc' }] })).toEqual(['o1', 'o4'])
    const { body } = await call('POST', `${db.path}/_explain`, { body: { selector, limit: 2, skip: 1 } })
    expect(body).toMatchObject({ dbname: db.name, index: { name: 'by-account' }, limit: 2, skip: 1 })
  })

  test('a document that was just written is found', async () => {
    await call('PUT', `${db.path}/o6`, { body: { account: 'mira', at: 9 } })
    expect(await found({ selector: { account: 'mira', at: { $gt: 0 } } })).toEqual(['o6'])
  })

  test.each<[ids: string[], selector: object]>([
    [['o3', 'o6'], { account: { $in: ['ravi', 'mira'] } }],
    [['o1', 'o2'], { $or: [{ at: 1 }, { at: 3 }] }],
    [['o1', 'o4'], { 'price.rupees': { $gt: 200 } }],
    [['o2'], { price: { rupees: 100 } }],
    [['o1'], { tags: { $all: ['red', 'big'] } }],
    [['o2'], { tags: { $elemMatch: { $eq: 'white' } } }],
    [['o5'], { account: { $exists: false } }],
    [['o5'], { $not: { account: { $exists: true } } }],
    [['o1', 'o2'], { account: 'asha', at: { $ne: 2 } }],
    [['o3'], { tags: { $size: 0 } }],
    [['o1', 'o2', 'o3', 'o4', 'o6'], { at: { $type: 'number' } }],
    [['o1', 'o6'], { at: { $mod: [3, 0] } }],
    [['o2'], { $and: [{ at: { $lt: 3 } }, { at: { $lte: 1 } }] }],
    [['o3', 'o4'], { at: { $gt: 1, $lt: 3 } }],
    [['o3', 'o6'], { account: { $nin: ['asha'] } }],
    [['o3'], { tags: [] }],
    [[], { account: null }],
  ])('%j are selected by %j', async (ids, selector) => {
    expect((await found({ selector })).toSorted()).toEqual(ids)
  })

  test('a document without the field matches no condition on it, with or without an index', async () => {
    await call('PUT', `${db.path}/o7`, { body: { account: 'asha' } })
    expect((await found({ selector: { account: 'asha', at: { $lt: 2 } } })).toSorted()).toEqual(['o2'])
    expect((await found({ selector: { account: 'asha', at: { $lte: 3 } }, limit: 1 })).length).toBe(1)
    expect((await found({ selector: { account: 'asha' } })).toSorted()).toEqual(['o1', 'o2', 'o4', 'o7'])
    await call('DELETE', `${db.path}/o7?rev=${(await call('GET', `${db.path}/o7`)).body._rev}`)
  })

  test('only the requested fields are returned', async () => {
    const { body } = await find({ selector: { _id: 'o1' }, fields: ['_id', 'price.rupees'] })
    expect(body.docs).toEqual([{ _id: 'o1', price: { rupees: 300 } }])
  })

  test('results are returned in pages', async () => {
    const selector = { _id: { $gt: null } }
    expect(await found({ selector, limit: 2, skip: 1 })).toEqual(['o2', 'o3'])
    const page = await find({ selector, limit: 4 })
    const next = await find({ selector, limit: 4, bookmark: page.body.bookmark })
    expect(next.body.docs.map((doc: { _id: string }) => doc._id)).toEqual(['o5', 'o6'])
  })

  test('sorting needs an index', async () => {
    expect(await find({ selector: { other: true }, sort: ['other'] })).toMatchObject({
      status: 400,
      body: { error: 'no_usable_index' },
    })
  })

  test('invalid requests are refused', async () => {
    for (const body of [
      {},
      { selector: 5 },
      { selector: { a: { $nonsense: 1 } } },
      { selector: {}, limit: -1 },
      { selector: {}, sort: 5 },
    ])
      expect((await find(body)).status, JSON.stringify(body)).toBe(400)
    expect((await call('POST', `${db.path}/_index`, { body: { index: {} } })).status).toBe(400)
  })

  test('two indexes over the same fields may have different names', async () => {
    const ids = []
    for (const name of ['light', 'dark', 'light'])
      ids.push((await call('POST', `${db.path}/_index`, { body: { index: { fields: ['shade'] }, name } })).body.id)
    const [light, dark, again] = ids
    expect(light).toMatch(/^_design\//)
    expect(dark).not.toBe(light)
    expect(again).toBe(light)
    for (const [name, id] of [
      ['light', light],
      ['dark', dark],
    ])
      expect((await call('DELETE', `${db.path}/_index/${id}/json/${name}`)).status).toBe(200)
  })

  test('an index written as a design document is used too', async () => {
    const map = { fields: { other: 'asc' }, partial_filter_selector: {} }
    const views = { 'by-other': { map, reduce: '_count', options: { def: { fields: ['other'] } } } }
    await put(`${db.path}/_design/by-other`, { language: 'query', views, mark: 'ours' })
    const request = { selector: { other: true }, use_index: 'by-other' }
    expect(await found(request)).toEqual(['o5'])
    const { body } = await call('POST', `${db.path}/_explain`, { body: request })
    expect(body.index).toMatchObject({ ddoc: '_design/by-other', name: 'by-other' })
  })

  test('an index that cannot be used is ignored with a warning', async () => {
    for (const index of ['by-other', 'nothing', ['nothing', 'at-all']]) {
      const { status, body } = await find({ selector: { at: 1 }, use_index: index })
      expect([status, body.docs.length], String(index)).toEqual([200, 1])
      expect(body.warning).toContain('was not used')
    }
    const { body } = await call('GET', `${db.path}/_design/by-other`)
    await call('DELETE', `${db.path}/_design/by-other?rev=${body._rev}`)
  })

  test('an index can be deleted', async () => {
    expect((await call('DELETE', `${db.path}/_index/by-account/json/by-account`)).body).toEqual({ ok: true })
    expect((await call('GET', `${db.path}/_index`)).body.total_rows).toBe(1)
    expect((await call('DELETE', `${db.path}/_index/by-account/json/by-account`)).status).toBe(404)
  })
})
