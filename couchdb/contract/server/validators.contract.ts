import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from '../couch.ts'

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

  test('a refused document is a 403 or a 401 with the reason', async () => {
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

  test('the function gets the old document', async () => {
    const rev = await put(`${db.path}/rose`, { kind: 'rose' })
    expect((await call('PUT', `${db.path}/rose`, { body: { _rev: rev, kind: 'lily' } })).status).toBe(403)
    expect((await call('PUT', `${db.path}/rose`, { body: { _rev: rev, kind: 'rose', n: 2 } })).status).toBe(201)
  })

  test('in a bulk write, only the refused document has an error', async () => {
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

  test('replicated documents are validated too', async () => {
    const { status, body } = await graft(db.path, 'smuggled', [`1-${'a'.repeat(32)}`], { secret: 1 })
    expect(status).toBe(201)
    expect(body).toMatchObject([{ id: 'smuggled', error: 'forbidden' }])
    expect((await call('GET', `${db.path}/smuggled`)).status).toBe(404)
  })

  test('the function is not called any more after its design document was deleted', async () => {
    const { body } = await call('GET', `${db.path}/_design/rules`)
    await call('DELETE', `${db.path}/_design/rules?rev=${body._rev}`)
    expect((await call('PUT', `${db.path}/open`, { body: { secret: 1 } })).status).toBe(201)
  })
})

// https://docs.couchdb.org/en/stable/ddocs/ddocs.html#validate-document-update-functions
describe('arguments of a validator', () => {
  const db = freshDatabase()
  /** Refuses every document with `tell`, and returns its arguments as the reason. */
  const code = `function (doc, before, user, security) {
    if (!doc.tell) return
    throw ({ forbidden: JSON.stringify({
      before: before, id: doc._id, hasRev: !!doc._rev, deleted: !!doc._deleted,
      db: user.db, roles: user.roles, members: security.members
    }) })
  }`
  const told = async (id: string, body: object) => {
    const answer = await call('PUT', `${db.path}/${id}`, { body: { ...body, tell: true } })
    expect(answer.status).toBe(403)
    return JSON.parse(answer.body.reason)
  }

  beforeAll(async () => {
    await put(`${db.path}/_design/teller`, { language: 'javascript', validate_doc_update: code })
  })

  test('for a new document there is no old document', async () => {
    expect(await told('new', { n: 1 })).toMatchObject({ before: null, id: 'new' })
  })

  test('for an edited document the function gets the stored revision as the old document', async () => {
    const rev = await put(`${db.path}/edited`, { n: 1 })
    expect((await told('edited', { _rev: rev, n: 2 })).before).toMatchObject({ _id: 'edited', _rev: rev, n: 1 })
  })

  test('for a deletion the function gets `_deleted` and the old document', async () => {
    const rev = await put(`${db.path}/leaving`, { n: 1 })
    expect(await told('leaving', { _rev: rev, _deleted: true })).toMatchObject({ deleted: true, before: { n: 1 } })
  })

  test('for a document created again after its deletion there is no old document', async () => {
    const rev = await put(`${db.path}/reborn`, { n: 1 })
    await call('DELETE', `${db.path}/reborn?rev=${rev}`)
    expect((await told('reborn', { n: 2 })).before).toBeNull()
  })

  test('for a replicated revision the function gets the stored ancestor as the old document', async () => {
    const [a, b] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`]
    await graft(db.path, 'grafted', [a], { n: 1 })
    const { body } = await graft(db.path, 'grafted', [a, b], { n: 2, tell: true })
    expect(JSON.parse(body[0].reason).before).toMatchObject({ _id: 'grafted', _rev: a, n: 1 })
  })

  test('the function gets the user, the name of the database and its security object', async () => {
    const { db: name, roles, members } = await told('who', {})
    expect([name, roles, members.roles]).toEqual([db.name, ['_admin'], ['_admin']])
  })

  test('a design document is not validated', async () => {
    expect((await call('PUT', `${db.path}/_design/other`, { body: { tell: true } })).status).toBe(201)
  })
})
