import { describe, expect, test } from 'vitest'
import { call, freshDatabase, freshName, put, send } from '../couch.ts'

// https://docs.couchdb.org/en/stable/api/database/common.html#put--db
describe('names of databases', () => {
  test.each(['_', '$', '(', ')', '+', '-', '/', '0'])('may contain %s', async (sign) => {
    const name = `${freshName()}${sign}x`
    const path = `/${encodeURIComponent(name)}`
    expect((await call('PUT', path)).status).toBe(201)
    await put(`${path}/doc`, { n: 1 })
    expect((await call('GET', path)).body).toMatchObject({ db_name: name, doc_count: 1 })
    expect((await call('GET', `${path}/_all_docs?include_docs=true`)).body.rows).toMatchObject([{ doc: { n: 1 } }])
    expect((await call('GET', '/_all_dbs')).body).toContain(name)
    expect((await call('DELETE', path)).status).toBe(200)
  })

  test.each(['a.b', 'a%2Bb%20', 'a:b', 'a@b', 'ä', '-a', '(a', 'a%00b'])('%s is not a valid name', async (name) => {
    expect(await call('PUT', `/${name}`)).toMatchObject({ status: 400, body: { error: 'illegal_database_name' } })
  })
})

// A client that wants to delete a document but lost its id sends this request.
test('a DELETE with a revision does not delete the database', async () => {
  const path = `/${freshName()}`
  await call('PUT', path)
  expect(await call('DELETE', `${path}?rev=1-${'a'.repeat(32)}`)).toMatchObject({
    status: 400,
    body: { error: 'bad_request' },
  })
  expect((await call('GET', path)).status).toBe(200)
  expect((await call('DELETE', path)).status).toBe(200)
})

// https://docs.couchdb.org/en/stable/api/document/common.html
describe('ids of documents', () => {
  const db = freshDatabase()

  test.each([
    'order:01J',
    'a+b',
    'a b',
    'a%b',
    'a?b#c',
    'a/b/c',
    '...',
    "o'clock",
    '"quoted"',
    'मोगरा',
    '🌼',
    '\u0001',
    'a\\b',
    '~',
    'a&b=c',
  ])('%j is returned by every kind of request', async (id) => {
    const rev = await put(`${db.path}/${encodeURIComponent(id)}`, { n: 1 })
    expect((await call('GET', `${db.path}/${encodeURIComponent(id)}`)).body).toEqual({ _id: id, _rev: rev, n: 1 })
    const keys = { body: { keys: [id] } }
    expect((await call('POST', `${db.path}/_all_docs`, keys)).body.rows).toMatchObject([{ id, value: { rev } }])
    const bulk = { body: { docs: [{ id }] } }
    expect((await call('POST', `${db.path}/_bulk_get`, bulk)).body.results[0].docs[0].ok._id).toBe(id)
    const { results } = (await call('GET', `${db.path}/_changes`)).body
    expect(results.map((row: { id: string }) => row.id)).toContain(id)
    expect((await call('POST', `${db.path}/_revs_diff`, { body: { [id]: [rev] } })).body).toEqual({})
  })

  test('a range of ids finds a prefix in any script', async () => {
    await call('POST', `${db.path}/_bulk_docs`, {
      body: { docs: [{ _id: 'order:1' }, { _id: 'order:2' }, { _id: 'orders' }, { _id: 'order:फूल' }] },
    })
    const range = 'startkey="order:"&endkey="order:%EF%BF%B0"'
    const { rows } = (await call('GET', `${db.path}/_all_docs?${range}`)).body
    expect(rows.map((row: { id: string }) => row.id)).toEqual(['order:01J', 'order:1', 'order:2', 'order:फूल'])
  })

  test('an id that is empty or not a text is refused', async () => {
    for (const _id of [5, null, {}, [], true])
      expect((await call('POST', `${db.path}/_bulk_docs`, { body: { docs: [{ _id }] } })).status).toBe(400)
    expect((await call('POST', `${db.path}/_bulk_docs`, { body: { docs: [{ _id: '' }] } })).status).toBe(400)
  })

  test('the path determines the id, and an `_id` in the body is ignored', async () => {
    expect((await call('PUT', `${db.path}/named`, { body: { _id: 'otherwise' } })).body.id).toBe('named')
    expect((await call('GET', `${db.path}/otherwise`)).status).toBe(404)
  })
})

// https://docs.couchdb.org/en/stable/api/document/attachments.html
describe('names of attachments', () => {
  const db = freshDatabase()

  test.each(['a.txt', 'folder/a.txt', 'a b.txt', 'फूल.png', 'a+b', 'a%2Fb', '@', 'UPPER'])('may be %s', async (name) => {
    const id = encodeURIComponent(`of ${name}`)
    const path = `${db.path}/${id}/${name.split('/').map(encodeURIComponent).join('/')}`
    expect((await call('PUT', path, { body: 'scent', headers: { 'content-type': 'text/plain' } })).status).toBe(201)
    expect(await (await send('GET', path)).text()).toBe('scent')
    expect(Object.keys((await call('GET', `${db.path}/${id}`)).body._attachments)).toEqual([name])
  })

  test('a name that begins with an underscore is refused', async () => {
    const body = { _attachments: { _hidden: { content_type: 'text/plain', data: 'YQ==' } } }
    expect((await call('PUT', `${db.path}/hiding`, { body })).status).toBe(400)
  })
})

// https://docs.couchdb.org/en/stable/api/local.html
describe('local documents', () => {
  const db = freshDatabase()
  const path = `${db.path}/_local/checkpoint`

  test('are overwritten without a revision, and read again', async () => {
    expect((await call('GET', path)).status).toBe(404)
    expect(await call('PUT', path, { body: { n: 1 } })).toMatchObject({ status: 201, body: { rev: '0-1' } })
    expect((await call('GET', path)).body).toMatchObject({ _id: '_local/checkpoint', n: 1 })
    expect((await call('PUT', path, { body: { _rev: '0-1', n: 2 } })).status).toBe(201)
    expect((await call('GET', path)).body.n).toBe(2)
  })

  test('are written by _bulk_docs together with other documents', async () => {
    const docs = [{ _id: '_local/bulk', n: 1 }, { _id: 'ordinary' }]
    const { status, body } = await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { ok: true, id: '_local/bulk' },
      { ok: true, id: 'ordinary' },
    ])
    expect((await call('GET', `${db.path}/_local/bulk`)).body.n).toBe(1)
  })

  test('can be deleted, and are not counted', async () => {
    const { _rev } = (await call('GET', path)).body
    expect((await call('DELETE', `${path}?rev=${_rev}`)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', db.path)).body).toMatchObject({ doc_count: 1, doc_del_count: 0 })
  })
})
