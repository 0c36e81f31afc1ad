import { describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from '../couch.ts'

describe('_bulk_docs', () => {
  const db = freshDatabase()
  const bulk = (body: unknown) => call('POST', `${db.path}/_bulk_docs`, { body })

  test('the results are in the order of the documents, conflicts included', async () => {
    const rev = await put(`${db.path}/known`, {})
    const docs = [{ _id: 'z' }, { _id: 'known' }, { n: 1 }, { _id: 'a' }, { _id: 'known', _rev: rev }, { _id: 'z' }]
    const { status, body } = await bulk({ docs })
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { ok: true, id: 'z', rev: expect.stringMatching(/^1-/) },
      { id: 'known', error: 'conflict', reason: 'Document update conflict.' },
      { ok: true, id: expect.any(String) },
      { ok: true, id: 'a' },
      { ok: true, id: 'known', rev: expect.stringMatching(/^2-/) },
      { id: 'z', error: 'conflict' },
    ])
  })

  test('a document is deleted and created again', async () => {
    const rev = await put(`${db.path}/mortal`, { n: 1 })
    const { body } = await bulk({ docs: [{ _id: 'mortal', _rev: rev, _deleted: true }] })
    expect(body[0].ok).toBe(true)
    expect((await call('GET', `${db.path}/mortal`)).status).toBe(404)
    expect((await bulk({ docs: [{ _id: 'mortal', n: 2 }] })).body[0].rev).toMatch(/^3-/)
  })

  test('nothing is stored if one document is malformed', async () => {
    expect((await bulk({ docs: [{ _id: 'innocent' }, { _id: '_guilty' }] })).status).toBe(400)
    expect((await bulk({ docs: [{ _id: 'innocent' }, 5] })).status).toBe(400)
    expect((await call('GET', `${db.path}/innocent`)).status).toBe(404)
  })

  test('a body without a list of documents is refused', async () => {
    for (const body of [{}, { docs: 5 }, { docs: {} }, [], 'nonsense'])
      expect((await bulk(body)).status, JSON.stringify(body)).toBe(400)
    expect(await bulk({ docs: [] })).toMatchObject({ status: 201, body: [] })
  })

  test('a body without the content type of JSON is refused', async () => {
    const answer = await call('POST', `${db.path}/_bulk_docs`, {
      body: '{"docs":[]}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer).toMatchObject({ status: 415, body: { error: 'bad_content_type' } })
  })

  test('a replicated revision may have an empty hash, or be named only by its history', async () => {
    const docs = [
      { _id: 'bare', _rev: '1-' },
      { _id: 'told', _rev: '2-b', _revisions: { start: 1, ids: ['a'] } },
      { _id: 'untold', _revisions: { start: 2, ids: ['b', 'a'] } },
    ]
    expect(await bulk({ docs, new_edits: false })).toMatchObject({ status: 201, body: [] })
    const revs = await Promise.all(docs.map(async ({ _id }) => (await call('GET', `${db.path}/${_id}?revs=true`)).body))
    expect(revs).toMatchObject([{ _rev: '1-' }, { _rev: '1-a' }, { _rev: '2-b', _revisions: { ids: ['b', 'a'] } }])
  })

  test('one request stores five hundred documents', async () => {
    const docs = Array.from({ length: 500 }, (_, n) => ({ _id: `many-${n}`, n }))
    const { body } = await bulk({ docs })
    expect(body.map((row: { id: string }) => row.id)).toEqual(docs.map((doc) => doc._id))
    expect(body.every((row: { ok?: boolean }) => row.ok)).toBe(true)
  })
})

describe('_bulk_get', () => {
  const db = freshDatabase()
  const [a, b, c] = ['1-a', '2-b', '2-c'].map((rev) => rev.slice(0, 2) + (rev[2] ?? '').repeat(32)) as [
    string,
    string,
    string,
  ]
  const bulkGet = (docs: object[], query = '') => call('POST', `${db.path}/_bulk_get${query}`, { body: { docs } })

  test('all leaves are returned if no revision is named', async () => {
    await graft(db.path, 'torn', [a, b], { side: 'b' })
    await graft(db.path, 'torn', [a, c], { side: 'c' })
    const { status, body } = await bulkGet([{ id: 'torn' }])
    expect(status).toBe(200)
    const leaves = body.results.flatMap((result: { docs: { ok: { _rev: string } }[] }) => result.docs)
    expect(new Set(leaves.map((leaf: { ok: { _rev: string } }) => leaf.ok._rev))).toEqual(new Set([b, c]))
  })

  test('the named revisions are returned, with their history on request', async () => {
    const { body } = await bulkGet(
      [
        { id: 'torn', rev: b },
        { id: 'torn', rev: c },
      ],
      '?revs=true',
    )
    expect(body.results.map((result: { id: string }) => result.id)).toEqual(['torn', 'torn'])
    expect(body.results[0].docs[0].ok).toMatchObject({
      side: 'b',
      _revisions: { start: 2, ids: [b, a].map((rev) => rev.slice(2)) },
    })
    expect(body.results[1].docs[0].ok.side).toBe('c')
  })

  test('a missing revision has an error in its place', async () => {
    const { status, body } = await bulkGet([
      { id: 'nowhere' },
      { id: 'torn', rev: b },
      { id: 'torn', rev: `5-${'f'.repeat(32)}` },
    ])
    expect(status).toBe(200)
    expect(body.results[0].docs[0].error).toMatchObject({ id: 'nowhere', error: 'not_found' })
    expect(body.results[1].docs[0].ok._rev).toBe(b)
    expect(body.results[2].docs[0].error).toMatchObject({ error: 'not_found', reason: 'missing' })
  })

  test('attachments are returned inline', async () => {
    const data = Buffer.from('scent').toString('base64')
    await put(`${db.path}/scented`, { _attachments: { 'a.txt': { content_type: 'text/plain', data } } })
    const { body } = await bulkGet([{ id: 'scented' }], '?attachments=true')
    expect(body.results[0].docs[0].ok._attachments['a.txt'].data).toBe(data)
  })
})

describe('_revs_diff', () => {
  const db = freshDatabase()

  test('missing revisions are listed with their possible ancestors', async () => {
    const first = await put(`${db.path}/known`, {})
    const second = await put(`${db.path}/known`, { _rev: first })
    const [other, far] = [`1-${'9'.repeat(32)}`, `3-${'9'.repeat(32)}`]
    const { status, body } = await call('POST', `${db.path}/_revs_diff`, {
      body: { known: [first, second, far], unknown: [other], complete: [] },
    })
    expect(status).toBe(200)
    expect(body.known).toEqual({ missing: [far], possible_ancestors: [second] })
    expect(body.unknown).toEqual({ missing: [other] })
    expect(body.complete).toBeUndefined()
  })

  test('the possible ancestors of a much newer revision are all leaves, deleted ones included', async () => {
    const [one, other, gone] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    const docs = [
      { _id: 'torn', _rev: `1-${one}` },
      { _id: 'torn', _rev: `2-${other}`, _revisions: { start: 2, ids: [other, one] } },
      { _id: 'torn', _rev: `5-${gone}`, _deleted: true, _revisions: { start: 5, ids: [gone] } },
    ]
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs, new_edits: false } })
    const { body } = await call('POST', `${db.path}/_revs_diff`, { body: { torn: [`999999999-${'f'.repeat(32)}`] } })
    expect(body.torn.possible_ancestors.toSorted()).toEqual([`2-${other}`, `5-${gone}`])
  })

  test('revisions that exist are not listed', async () => {
    const rev = await put(`${db.path}/there`, {})
    expect((await call('POST', `${db.path}/_revs_diff`, { body: { there: [rev] } })).body).toEqual({})
    expect((await call('POST', `${db.path}/_revs_diff`, { body: {} })).body).toEqual({})
  })
})
