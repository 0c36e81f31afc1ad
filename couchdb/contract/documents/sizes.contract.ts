import { randomBytes } from 'node:crypto'
import nano from 'nano'
import { describe, expect, test } from 'vitest'
import { call, couchUrl, freshDatabase, put, send } from '../couch.ts'

const MB = 1024 * 1024

// https://docs.couchdb.org/en/stable/api/document/common.html#creating-multiple-attachments
describe('attachments of 5 MB', () => {
  const db = freshDatabase()
  const bytes = randomBytes(5 * MB)
  const isBack = async (path: string) =>
    Buffer.from(await (await send('GET', path, { headers: { accept: '*/*' } })).arrayBuffer()).equals(bytes)

  test('are stored by a separate request', async () => {
    const path = `${db.path}/plain/photo`
    expect((await call('PUT', path, { body: bytes, headers: { 'content-type': 'image/png' } })).status).toBe(201)
    expect(await isBack(path)).toBe(true)
  })

  test('are stored inline', async () => {
    const photo = { content_type: 'image/png', data: bytes.toString('base64') }
    await put(`${db.path}/inline`, { _attachments: { photo } })
    expect(await isBack(`${db.path}/inline/photo`)).toBe(true)
    const { body } = await call('GET', `${db.path}/inline?attachments=true`)
    expect(Buffer.from(body._attachments.photo.data, 'base64').equals(bytes)).toBe(true)
  })

  test('are stored as multipart, as nano sends them', async () => {
    const scope = nano(couchUrl).use(db.name)
    await scope.multipart.insert({ n: 1 }, [{ name: 'photo', data: bytes, content_type: 'image/png' }], 'parts')
    expect(await isBack(`${db.path}/parts/photo`)).toBe(true)
    expect((await scope.attachment.get('parts', 'photo')).equals(bytes)).toBe(true)
  })

  test('are returned inline to the replicator’s request for a revision', async () => {
    const { _rev } = (await call('GET', `${db.path}/inline`)).body
    const docs = [{ id: 'inline', rev: _rev }]
    const { body } = await call('POST', `${db.path}/_bulk_get?revs=true&attachments=true`, { body: { docs } })
    const [{ ok }] = body.results[0].docs
    expect(Buffer.from(ok._attachments.photo.data, 'base64').equals(bytes)).toBe(true)
  })

  test('have their MD5 as digest and as ETag', async () => {
    const { body } = await call('GET', `${db.path}/plain`)
    const head = await send('HEAD', `${db.path}/plain/photo`)
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(`"${body._attachments.photo.digest.slice('md5-'.length)}"`).toBe(head.headers.get('etag'))
  })
})

// https://docs.couchdb.org/en/stable/config/couchdb.html#couchdb/max_document_size
describe('documents that are too large', () => {
  const db = freshDatabase()
  // The document is too large, but the request is small enough to be read.
  const large = { _id: 'large', text: 'x'.repeat(9 * MB) }

  test('a document that is too large is refused', async () => {
    expect((await call('PUT', `${db.path}/large`, { body: large })).status).toBe(413)
    expect((await call('GET', `${db.path}/large`)).status).toBe(404)
  })

  test('a bulk write with a document that is too large stores nothing', async () => {
    const docs = [{ _id: 'small' }, large]
    expect((await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })).status).toBe(413)
    expect((await call('GET', db.path)).body.doc_count).toBe(0)
  })

  test('after a refusal the server works as before', async () => {
    await put(`${db.path}/after`, {})
    expect((await call('GET', `${db.path}/_all_docs`)).body.rows).toMatchObject([{ id: 'after' }])
  })
})

describe('bad bodies', () => {
  const db = freshDatabase()
  const post = (path: string, body: string) => call('POST', db.path + path, { body })

  test.each(['', '{', '{"a":}', "{'a':1}", 'nonsense', '[1,', '"text"', '\u0000', '{"a":1}}'])(
    '%j is a bad request wherever JSON is expected',
    async (body) => {
      for (const path of ['', '/_bulk_docs', '/_bulk_get', '/_revs_diff', '/_find', '/_all_docs']) {
        const answer = await post(path, body)
        expect([path, answer.status, typeof answer.body?.error]).toEqual([path, 400, 'string'])
      }
    },
  )

  test('bytes that are not UTF-8 are refused', async () => {
    const body = Buffer.concat([Buffer.from('{"_id":"bytes","text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await call('POST', db.path, { body })).status).toBe(400)
  })

  test.each([
    '/_all_docs?limit=-1',
    '/_all_docs?skip=-1',
    '/_all_docs?descending=perhaps',
    '/_all_docs?startkey={',
    '/_all_docs?include_docs=1',
    '/_changes?feed=often',
    '/_changes?heartbeat=-5',
    '/doc?rev=nonsense',
    '/doc?open_revs=nonsense',
  ])('%s is a bad request', async (path) => {
    expect((await call('GET', db.path + path)).status).toBe(400)
  })
})
