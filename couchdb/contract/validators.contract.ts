import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from './couch.ts'

describe('validate_doc_update', () => {
  const db = freshDatabase()
  const code = `function (doc, before, user) {
    if (doc.secret) throw ({ forbidden: 'no secrets, ' + user.roles[0] })
    if (doc.price < 0) throw ({ unauthorized: 'ask first' })
    if (before && before.kind !== doc.kind && !doc._deleted) throw ({ forbidden: 'the kind stays' })
  }`

  beforeAll(async () => {
    await put(`${db.path}/_design/rules`, { language: 'javascript', validate_doc_update: code })
  })

  test('refuses with its reason, 403 or 401', async () => {
    expect(await call('PUT', `${db.path}/a`, { body: { secret: 1 } })).toMatchObject({
      status: 403,
      body: { error: 'forbidden', reason: 'no secrets, _admin' },
    })
    expect(await call('PUT', `${db.path}/a`, { body: { price: -1 } })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized', reason: 'ask first' },
    })
    expect((await call('GET', `${db.path}/a`)).status).toBe(404)
  })

  test('sees what the document was', async () => {
    const rev = await put(`${db.path}/rose`, { kind: 'rose' })
    expect((await call('PUT', `${db.path}/rose`, { body: { _rev: rev, kind: 'lily' } })).status).toBe(403)
    expect((await call('PUT', `${db.path}/rose`, { body: { _rev: rev, kind: 'rose', n: 2 } })).status).toBe(201)
  })

  test('refuses one of many in its place', async () => {
    const { status, body } = await call('POST', `${db.path}/_bulk_docs`, {
      body: { docs: [{ _id: 'x' }, { _id: 'y', secret: 1 }, { _id: 'z' }] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { ok: true, id: 'x' },
      { id: 'y', error: 'forbidden' },
      { ok: true, id: 'z' },
    ])
  })

  test('binds replication too', async () => {
    const { status, body } = await graft(db.path, 'smuggled', [`1-${'a'.repeat(32)}`], { secret: 1 })
    expect(status).toBe(201)
    expect(body).toMatchObject([{ id: 'smuggled', error: 'forbidden' }])
    expect((await call('GET', `${db.path}/smuggled`)).status).toBe(404)
  })

  test('is no longer asked when its design document is gone', async () => {
    const { body } = await call('GET', `${db.path}/_design/rules`)
    await call('DELETE', `${db.path}/_design/rules?rev=${body._rev}`)
    expect((await call('PUT', `${db.path}/open`, { body: { secret: 1 } })).status).toBe(201)
  })
})
