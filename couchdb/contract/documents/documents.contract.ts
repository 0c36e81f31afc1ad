import { describe, expect, test } from 'vitest'
import { call, freshDatabase, put } from '../couch.ts'

describe('documents', () => {
  const db = freshDatabase()
  const at = (id: string) => `${db.path}/${encodeURIComponent(id)}`

  test('a stored document is returned with its id and revision', async () => {
    const stored = await call('PUT', at('first'), { body: { name: 'मोगरा', count: 3, list: [1, { a: null }] } })
    expect(stored).toMatchObject({
      status: 201,
      body: { ok: true, id: 'first', rev: expect.stringMatching(/^1-[0-9a-f]{32}$/) },
    })
    const { status, body } = await call('GET', at('first'))
    expect(status).toBe(200)
    expect(body).toEqual({ _id: 'first', _rev: stored.body.rev, name: 'मोगरा', count: 3, list: [1, { a: null }] })
  })

  test('overwriting a document needs its newest revision', async () => {
    const first = await put(at('edited'), { n: 1 })
    expect(await call('PUT', at('edited'), { body: { n: 2 } })).toMatchObject({
      status: 409,
      body: { error: 'conflict', reason: 'Document update conflict.' },
    })
    const second = await put(at('edited'), { _rev: first, n: 2 })
    expect(second).toMatch(/^2-/)
    expect((await call('PUT', at('edited'), { body: { _rev: first, n: 3 } })).status).toBe(409)
    expect((await call('GET', at('edited'))).body.n).toBe(2)
  })

  test('the revision may be sent in the query or as If-Match', async () => {
    const first = await put(at('matched'), {})
    const second = await call('PUT', `${at('matched')}?rev=${first}`, { body: {} })
    expect(second.status).toBe(201)
    expect((await call('PUT', at('matched'), { body: {}, headers: { 'if-match': first } })).status).toBe(409)
    const third = await call('PUT', at('matched'), { body: {}, headers: { 'if-match': second.body.rev } })
    expect(third.body.rev).toMatch(/^3-/)
  })

  test('a request with two different revisions is refused', async () => {
    const rev = await put(at('contradicted'), {})
    const answer = await call('PUT', `${at('contradicted')}?rev=1-${'a'.repeat(32)}`, { body: { _rev: rev } })
    expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } })
  })

  test('if several clients write at once, one of them wins', async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, writer) => call('PUT', at('contended'), { body: { writer } })),
    )
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('the ETag is the revision, and an unchanged document is a 304', async () => {
    const rev = await put(at('tagged'), {})
    const { headers } = await call('GET', at('tagged'))
    expect(headers.get('etag')).toBe(`"${rev}"`)
    const again = await call('GET', at('tagged'), { headers: { 'if-none-match': `"${rev}"` } })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('HEAD returns the same headers as GET, without the document', async () => {
    const rev = await put(at('headed'), {})
    const { status, text, headers } = await call('HEAD', at('headed'))
    expect({ status, text, etag: headers.get('etag') }).toEqual({ status: 200, text: '', etag: `"${rev}"` })
    expect((await call('HEAD', at('not there'))).status).toBe(404)
  })

  test('the 404 distinguishes a missing document from a deleted one', async () => {
    const rev = await put(at('deleted'), { n: 1 })
    const gone = await call('DELETE', `${at('deleted')}?rev=${rev}`)
    expect(gone).toMatchObject({ status: 200, body: { ok: true, rev: expect.stringMatching(/^2-/) } })
    expect(await call('GET', at('deleted'))).toMatchObject({
      status: 404,
      body: { error: 'not_found', reason: 'deleted' },
    })
    expect(await call('GET', at('never'))).toMatchObject({
      status: 404,
      body: { error: 'not_found', reason: 'missing' },
    })
    expect((await call('GET', `${at('deleted')}?rev=${gone.body.rev}`)).body).toMatchObject({ _deleted: true })
  })

  test('deleting needs an existing document and its revision', async () => {
    await put(at('kept'), {})
    expect((await call('DELETE', at('kept'))).status).toBe(409)
    expect((await call('DELETE', `${at('kept')}?rev=1-${'0'.repeat(32)}`)).status).toBe(409)
    expect((await call('DELETE', at('never kept'))).status).toBe(404)
    expect((await call('GET', at('kept'))).status).toBe(200)
  })

  test('a deleted document can be created again without a revision', async () => {
    const rev = await put(at('reborn'), { n: 1 })
    await call('DELETE', `${at('reborn')}?rev=${rev}`)
    expect(await put(at('reborn'), { n: 2 })).toMatch(/^3-/)
    expect((await call('GET', at('reborn'))).body.n).toBe(2)
  })

  test('a deleted document cannot be created again with a revision', async () => {
    const rev = await put(`${db.path}/buried`, {})
    const gone = await call('DELETE', `${db.path}/buried?rev=${rev}`)
    for (const body of [{ _rev: gone.body.rev }, { _rev: rev }, { _rev: `1-${'a'.repeat(32)}` }, { _deleted: true }])
      expect((await call('PUT', `${db.path}/buried`, { body })).status, JSON.stringify(body)).toBe(409)
    expect((await call('PUT', `${db.path}/buried`, { body: {} })).body.rev).toMatch(/^3-/)
  })

  test('an old revision can be read until compaction', async () => {
    const first = await put(at('old'), { n: 1 })
    await put(at('old'), { _rev: first, n: 2 })
    expect((await call('GET', `${at('old')}?rev=${first}`)).body.n).toBe(1)
    expect((await call('GET', `${at('old')}?rev=7-${'f'.repeat(32)}`)).status).toBe(404)
  })

  test('the revision history is returned on request', async () => {
    const first = await put(at('history'), {})
    const second = await put(at('history'), { _rev: first })
    const ids = [second, first].map((rev) => rev.split('-')[1])
    const { body } = await call('GET', `${at('history')}?revs=true&revs_info=true`)
    expect(body._revisions).toEqual({ start: 2, ids })
    expect(body._revs_info).toEqual([
      { rev: second, status: 'available' },
      { rev: first, status: 'available' },
    ])
  })

  test('POST generates an id', async () => {
    const { status, body } = await call('POST', db.path, { body: { n: 1 } })
    expect(status).toBe(201)
    expect((await call('GET', at(body.id))).body.n).toBe(1)
    expect((await call('POST', db.path, { body: { _id: 'chosen' } })).body.id).toBe('chosen')
  })

  test('ids may contain slashes, spaces, signs and any script', async () => {
    for (const id of ['a/b', 'with space', 'plus+and&', 'मोगरा', '🌸', 'order:01', '%2F', 'quote\'"', 'constructor']) {
      await put(at(id), {})
      expect((await call('GET', at(id))).body._id, id).toBe(id)
    }
    const ids = (await call('GET', `${db.path}/_all_docs`)).body.rows.map((row: { id: string }) => row.id)
    expect(ids).toEqual(expect.arrayContaining(['a/b', 'मोगरा', '🌸', 'constructor']))
  })

  test('ids that begin with an underscore are refused', async () => {
    for (const answer of [
      await call('PUT', `${db.path}/_mine`, { body: {} }),
      await call('POST', db.path, { body: { _id: '_mine' } }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: 'illegal_docid' } })
    expect((await call('POST', db.path, { body: { _id: 5 } })).status).toBe(400)
  })

  test('unknown members that begin with an underscore are refused', async () => {
    expect(await call('PUT', at('special'), { body: { _mine: 1 } })).toMatchObject({
      status: 400,
      body: { error: 'doc_validation' },
    })
  })

  test('members that replicators and later versions write are stored', async () => {
    const members = {
      _replication_id: 'a',
      _replication_state: 'triggered',
      _replication_state_reason: 'b',
      _replication_state_time: 1,
      _replication_stats: {},
      _access: ['asha'],
    }
    await put(at('replicated'), members)
    expect((await call('GET', at('replicated'))).body).toMatchObject(members)
  })

  test('a body that is not a JSON object is refused', async () => {
    for (const body of ['{', '[1]', '"text"', '', '{"a":'])
      expect((await call('PUT', at('broken'), { body })).status, body).toBe(400)
    expect(await call('PUT', at('broken'), { body: '{' })).toMatchObject({ body: { error: 'bad_request' } })
    expect((await call('GET', at('broken'))).status).toBe(404)
  })

  test('a malformed revision is refused', async () => {
    for (const rev of ['x', '1', '-1', 'a-b'])
      expect((await call('GET', `${at('first')}?rev=${rev}`)).status, rev).toBe(400)
    expect((await call('PUT', at('unrevised'), { body: { _rev: 'nonsense' } })).status).toBe(400)
  })

  test('design documents are found under _design, with the slash encoded or not', async () => {
    const design = { language: 'javascript', views: {} }
    expect((await call('PUT', `${db.path}/_design/one`, { body: design })).status).toBe(201)
    expect((await call('GET', `${db.path}/_design%2Fone`)).body._id).toBe('_design/one')
  })
})
