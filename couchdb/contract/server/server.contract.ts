import { describe, expect, test } from 'vitest'
import { call, freshDatabase, freshName, put } from '../couch.ts'

describe('server', () => {
  test('returns its version and a permanent id', async () => {
    const { status, body } = await call('GET', '/')
    expect(status).toBe(200)
    expect(body).toMatchObject({ couchdb: 'Welcome', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    expect((await call('GET', '/')).body.uuid).toBe(body.uuid)
  })

  test('reports that it is up', async () => {
    expect(await call('GET', '/_up')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('returns the session of the admin', async () => {
    const { body } = await call('GET', '/_session')
    expect(body).toMatchObject({ ok: true, userCtx: { roles: ['_admin'] } })
  })

  test('returns as many uuids as requested', async () => {
    const { body } = await call('GET', '/_uuids?count=3')
    expect(new Set(body.uuids).size).toBe(3)
    expect(body.uuids[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a setting is stored, its old value returned, and it is deleted again', async () => {
    const path = '/_node/_local/_config/mogra_contract/colour'
    expect(await call('PUT', path, { body: '"green"' })).toMatchObject({ status: 200, body: '' })
    expect(await call('PUT', path, { body: '"orange"' })).toMatchObject({ status: 200, body: 'green' })
    expect(await call('GET', path)).toMatchObject({ status: 200, body: 'orange' })
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: 'orange' })
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('only admins can read the settings and the list of databases', async () => {
    expect((await call('GET', '/_node/_local/_config/admins', { token: null })).status).toBe(401)
    expect(await call('GET', '/_all_dbs', { token: null })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    })
  })
})

describe('databases', () => {
  const db = freshDatabase()

  test('a database is created once', async () => {
    const name = freshName()
    expect(await call('PUT', `/${name}`)).toMatchObject({ status: 201, body: { ok: true } })
    expect(await call('PUT', `/${name}`)).toMatchObject({ status: 412, body: { error: 'file_exists' } })
    expect((await call('GET', '/_all_dbs')).body).toContain(name)
    expect(await call('DELETE', `/${name}`)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await call('GET', '/_all_dbs')).body).not.toContain(name)
  })

  test('an invalid name is refused', async () => {
    for (const name of ['Upper', '1abc', '_mine', 'a%20b', 'a%C3%A9'])
      expect(await call('PUT', `/${name}`), name).toMatchObject({
        status: 400,
        body: { error: 'illegal_database_name' },
      })
  })

  test('a name may contain a slash', async () => {
    const path = `/${freshName()}%2Fpart`
    expect((await call('PUT', path)).status).toBe(201)
    await put(`${path}/doc`, {})
    expect((await call('GET', `${path}/doc`)).body._id).toBe('doc')
    expect((await call('GET', '/_all_dbs')).body).toContain(decodeURIComponent(path.slice(1)))
    expect((await call('DELETE', path)).status).toBe(200)
  })

  test('a database that does not exist is a 404', async () => {
    const path = `/${freshName()}`
    for (const [method, below] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/doc'],
      ['GET', '/_all_docs'],
    ] as const)
      expect(await call(method, path + below), method + below).toMatchObject({
        status: 404,
        body: { error: 'not_found', reason: 'Database does not exist.' },
      })
    expect((await call('HEAD', path)).status).toBe(404)
    expect((await call('HEAD', db.path)).status).toBe(200)
  })

  test('a database created again under an old name is empty', async () => {
    const path = `/${freshName()}`
    await call('PUT', path)
    await put(`${path}/doc`, {})
    await call('DELETE', path)
    expect((await call('PUT', path)).status).toBe(201)
    expect((await call('GET', `${path}/doc`)).status).toBe(404)
    expect((await call('GET', `${path}/_changes`)).body.results).toEqual([])
    await call('DELETE', path)
  })

  test('existing and deleted documents are counted', async () => {
    const rev = await put(`${db.path}/gone`, {})
    await put(`${db.path}/here`, {})
    await call('DELETE', `${db.path}/gone?rev=${rev}`)
    const { body } = await call('GET', db.path)
    expect(body).toMatchObject({ db_name: db.name, doc_count: 1, doc_del_count: 1 })
    expect(String(body.update_seq)).toMatch(/^3-/)
  })

  test('one request reads the info of several databases', async () => {
    const { status, body } = await call('POST', '/_dbs_info', { body: { keys: [db.name, `${db.name}-not`] } })
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ key: db.name, info: { db_name: db.name } })
    expect(body[1]).toMatchObject({ key: `${db.name}-not`, error: 'not_found' })
  })

  test('an unsupported method is a 405', async () => {
    expect(await call('DELETE', `${db.path}/_all_docs`)).toMatchObject({
      status: 405,
      body: { error: 'method_not_allowed' },
    })
    expect((await call('GET', `${db.path}/_bulk_docs`)).status).toBe(405)
  })

  test('compaction is accepted, and a full commit is confirmed', async () => {
    expect((await call('POST', `${db.path}/_compact`, { body: {} })).status).toBe(202)
    expect(await call('POST', `${db.path}/_ensure_full_commit`, { body: {} })).toMatchObject({
      status: 201,
      body: { ok: true },
    })
  })

  test('the limit of revisions is read and set', async () => {
    expect((await call('GET', `${db.path}/_revs_limit`)).body).toBe(1000)
    expect((await call('PUT', `${db.path}/_revs_limit`, { body: '500' })).status).toBe(200)
    expect((await call('GET', `${db.path}/_revs_limit`)).body).toBe(500)
  })
})

describe('_db_updates', () => {
  test('a waiting request responds when a database is created', async () => {
    const made = await call('PUT', '/_global_changes')
    expect([201, 412]).toContain(made.status)
    const name = freshName()
    const { body } = await call('GET', '/_db_updates?since=now')
    let since: string = body.last_seq
    await call('PUT', `/${name}`)
    const seen: string[] = []
    while (!seen.includes(name)) {
      const update = await call('GET', `/_db_updates?feed=longpoll&timeout=10000&since=${encodeURIComponent(since)}`)
      expect(update.status).toBe(200)
      for (const event of update.body.results) seen.push(event.db_name)
      since = update.body.last_seq
    }
    await call('DELETE', `/${name}`)
  })
})
