import { describe, expect, test } from 'vitest'
import { call, freshDatabase, put, send } from '../couch.ts'

describe('attachments', () => {
  const db = freshDatabase()
  const bytes = new Uint8Array(3000).map((_, index) => (index * 7) % 256)
  const base64 = Buffer.from(bytes).toString('base64')

  async function download(path: string): Promise<{ bytes: Buffer; headers: Headers; status: number }> {
    const response = await send('GET', path, { headers: { accept: '*/*' } })
    return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers, status: response.status }
  }

  test('an attachment is returned with the same bytes and type', async () => {
    const rev = await put(`${db.path}/photo`, {})
    const stored = await call('PUT', `${db.path}/photo/a.bin?rev=${rev}`, {
      body: bytes,
      headers: { 'content-type': 'image/x-own' },
    })
    expect(stored).toMatchObject({ status: 201, body: { ok: true, id: 'photo', rev: expect.stringMatching(/^2-/) } })
    const got = await download(`${db.path}/photo/a.bin`)
    expect(got.status).toBe(200)
    expect(got.bytes.equals(Buffer.from(bytes))).toBe(true)
    expect(got.headers.get('content-type')).toBe('image/x-own')
    const again = await send('GET', `${db.path}/photo/a.bin`, {
      headers: { 'if-none-match': got.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('a read document contains stubs of its attachments', async () => {
    const { body } = await call('GET', `${db.path}/photo`)
    expect(body._attachments['a.bin']).toMatchObject({
      stub: true,
      length: bytes.length,
      content_type: 'image/x-own',
      digest: expect.stringMatching(/^md5-/),
    })
    expect((await call('GET', `${db.path}/photo?attachments=true`)).body._attachments['a.bin'].data).toBe(base64)
  })

  test('putting an attachment, whose name may contain slashes, creates its document', async () => {
    const path = `${db.path}/made/papers/front.txt`
    expect((await call('PUT', path, { body: 'hello', headers: { 'content-type': 'text/plain' } })).status).toBe(201)
    expect((await download(path)).bytes.toString()).toBe('hello')
  })

  test('a stub keeps an attachment, and leaving the stub out removes it', async () => {
    const rev = await put(`${db.path}/edited`, {
      _attachments: {
        a: { content_type: 'text/plain', data: 'YQ==' },
        b: { content_type: 'text/plain', data: 'Yg==' },
      },
    })
    const { body } = await call('GET', `${db.path}/edited`)
    const { a } = body._attachments
    await put(`${db.path}/edited`, { _rev: rev, n: 2, _attachments: { a } })
    expect((await download(`${db.path}/edited/a`)).bytes.toString()).toBe('a')
    expect((await call('GET', `${db.path}/edited/b`)).status).toBe(404)
  })

  test('a stub for an unknown attachment is refused', async () => {
    const answer = await call('PUT', `${db.path}/hollow`, {
      body: { _attachments: { a: { stub: true, content_type: 'text/plain', length: 1, revpos: 1 } } },
    })
    expect(answer).toMatchObject({ status: 412, body: { error: 'missing_stub' } })
  })

  test('removing an attachment creates a new revision', async () => {
    const rev = await put(`${db.path}/stripped`, { _attachments: { a: { content_type: 'text/plain', data: 'YQ==' } } })
    expect((await call('DELETE', `${db.path}/stripped/a`)).status).toBe(409)
    const gone = await call('DELETE', `${db.path}/stripped/a?rev=${rev}`)
    expect(gone).toMatchObject({ status: 200, body: { rev: expect.stringMatching(/^2-/) } })
    expect((await call('GET', `${db.path}/stripped`)).body._attachments).toBeUndefined()
    expect((await call('GET', `${db.path}/stripped/a?rev=${rev}`)).text).toBe('a')
  })

  test('an attachment for an old revision is refused', async () => {
    const rev = await put(`${db.path}/moved`, {})
    await put(`${db.path}/moved`, { _rev: rev })
    for (const query of ['', `?rev=${rev}`])
      expect((await call('PUT', `${db.path}/moved/a${query}`, { body: 'x' })).status).toBe(409)
  })

  test('a document and its attachments are sent in one multipart body', async () => {
    const doc = {
      _attachments: {
        'one.txt': { follows: true, content_type: 'text/plain', length: 3 },
        'two.bin': { follows: true, content_type: 'application/octet-stream', length: bytes.length },
      },
    }
    const body = Buffer.concat([
      Buffer.from(`--seam\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(doc)}\r\n--seam\r\n`),
      Buffer.from(
        'Content-Disposition: attachment; filename="one.txt"\r\nContent-Type: text/plain\r\n\r\none\r\n--seam\r\n',
      ),
      Buffer.from('Content-Disposition: attachment; filename="two.bin"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--seam--'),
    ])
    const stored = await call('PUT', `${db.path}/joined`, {
      body: new Uint8Array(body),
      headers: { 'content-type': 'multipart/related;boundary="seam"' },
    })
    expect(stored.status).toBe(201)
    expect((await download(`${db.path}/joined/one.txt`)).bytes.toString()).toBe('one')
    expect((await download(`${db.path}/joined/two.bin`)).bytes.equals(Buffer.from(bytes))).toBe(true)
  })

  test('data that is not base64 is refused', async () => {
    const answer = await call('PUT', `${db.path}/garbled`, { body: { _attachments: { a: { data: '!!!' } } } })
    expect(answer.status).toBe(400)
  })
})
