import { describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from '../couch.ts'

/** Responses of CouchDB 3.5 to unusual requests, as we observed them. */
describe('CouchDB refuses', () => {
  const db = freshDatabase()

  test.each(['_foo', 1, '', null])('a document with the _id %j, under any path', async (_id) => {
    for (const [method, path] of [
      ['PUT', '/path'],
      ['POST', ''],
    ] as const)
      expect(await call(method, db.path + path, { body: { _id } })).toMatchObject({
        status: 400,
        body: { error: 'illegal_docid' },
      })
  })

  test.each(['5-foo', '99999', '5', '0-x', '5-g1AAAA', '-1', '1.5'])('changes since %s', async (since) => {
    expect((await call('GET', `${db.path}/_changes?since=${since}`)).status).toBe(400)
  })

  test('a revision hash of 32 characters that is not hexadecimal', async () => {
    const rev = `1-${'g'.repeat(32)}`
    expect((await graft(db.path, 'odd', [rev])).status).toBe(400)
    expect((await call('PUT', `${db.path}/odd?rev=${rev}`, { body: {} })).status).toBe(400)
    expect((await call('POST', `${db.path}/_revs_diff`, { body: { odd: [rev] } })).status).toBe(400)
  })

  test('an attachment of an unknown revision', async () => {
    for (const method of ['PUT', 'DELETE'])
      expect(await call(method, `${db.path}/nothing/a?rev=1-unknown`, { body: 'x' })).toMatchObject({
        status: 409,
        body: { error: 'not_found', reason: 'missing_rev' },
      })
  })

  test('an unknown revision of a new document, if the database has a validator', async () => {
    await put(`${db.path}/_design/rules`, { validate_doc_update: 'function () {}' })
    const rev = `1-${'a'.repeat(32)}`
    expect((await call('PUT', `${db.path}/new`, { body: { _rev: rev } })).status).toBe(409)
    expect((await call('POST', db.path, { body: { _id: 'new', _rev: rev } })).status).toBe(409)
    const { body } = await call('POST', `${db.path}/_bulk_docs`, { body: { docs: [{ _id: 'new', _rev: rev }] } })
    expect(body[0].error).toBe('conflict')
  })

  test.each([
    { views: { v: { map: '1+1' } } },
    { views: { v: { map: 'function (doc) {}', reduce: '1+1' } } },
    { filters: 1 },
    { filters: { f: 1 } },
    { options: 1 },
    { updates: 1 },
  ])('a design document with %j', async (design) => {
    expect((await call('PUT', `${db.path}/_design/wrong`, { body: design })).status).toBe(400)
  })
})

describe('CouchDB accepts unusual requests', () => {
  const db = freshDatabase()

  test('a revision in capitals is stored in small letters', async () => {
    await graft(db.path, 'loud', [`1-${'A'.repeat(32)}`])
    expect((await call('GET', `${db.path}/loud`)).body._rev).toBe(`1-${'a'.repeat(32)}`)
  })

  test('a deletion by PUT returns 200, as DELETE does', async () => {
    const rev = await put(`${db.path}/put`, {})
    expect((await call('PUT', `${db.path}/put`, { body: { _rev: rev, _deleted: true } })).status).toBe(200)
  })

  test('one request runs several queries of documents and of views', async () => {
    await put(`${db.path}/a`, {})
    await put(`${db.path}/b`, {})
    await put(`${db.path}/_design/d`, { views: { v: { map: 'function (doc) { emit(doc._id) }', reduce: '_count' } } })
    const ask = (path: string, queries: unknown) => call('POST', `${db.path}/${path}`, { body: { queries } })
    const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
    const all = await ask('_all_docs/queries?include_docs=true', [{ keys: ['b', 'a'] }, { startkey: 'b', limit: 1 }])
    expect(all.body.results.map(({ rows }: { rows: { id: string }[] }) => ids(rows))).toEqual([['b', 'a'], ['b']])
    expect(all.body.results[0].rows[0].doc._id).toBe('b')
    expect(ids((await ask('_design_docs/queries', [{}])).body.results[0].rows)).toEqual(['_design/d'])
    const view = await ask('_design/d/_view/v/queries', [{ reduce: false, limit: 1, startkey: 'b' }, { key: 'a' }])
    expect(ids(view.body.results[0].rows)).toEqual(['b'])
    expect(view.body.results[1].rows).toEqual([{ key: null, value: 1 }])
    for (const path of ['_all_docs/queries', '_design/d/_view/v/queries']) {
      for (const queries of [undefined, 1, [{ limit: -1 }]])
        expect((await ask(path, queries)).status, `${path} ${queries}`).toBe(400)
      expect((await call('GET', `${db.path}/${path}`)).status).toBe(405)
    }
    expect((await ask('_design/d/_view/v', [{}])).status).toBe(400)
  })

  test('changes by a selector contain only the requested fields of the documents', async () => {
    await put(`${db.path}/projected`, { kind: 'rose', price: { rupees: 3, paise: 0 } })
    const changes = (fields: unknown) =>
      call('POST', `${db.path}/_changes?filter=_selector&include_docs=true`, {
        body: { selector: { kind: 'rose' }, fields },
      })
    expect((await changes(['_id', 'price.rupees'])).body.results[0].doc).toEqual({
      _id: 'projected',
      price: { rupees: 3 },
    })
    expect((await changes(1)).status).toBe(400)
  })
})
