import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from '../couch.ts'

interface Sent {
  name?: string
  content: string | Buffer
}

const of = (content: string, more: object = {}) => ({
  follows: true,
  content_type: 'text/plain',
  length: Buffer.byteLength(content),
  ...more,
})

describe('multipart/related to the server', () => {
  const db = freshDatabase()

  /** Sends the bodies in the order of the attachments; CouchDB assigns them by this order alone. */
  function send(id: string, attachments: object, parts: Sent[]) {
    const pieces = [`--seam\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ _attachments: attachments })}`]
    const body = parts.reduce<Buffer>(
      (so, { name, content }) =>
        Buffer.concat([
          so,
          Buffer.from(`\r\n--seam\r\nContent-Disposition: attachment; filename="${name ?? ''}"\r\n\r\n`),
          Buffer.from(content),
        ]),
      Buffer.from(pieces.join('')),
    )
    return call('PUT', `${db.path}/${id}`, {
      body: new Uint8Array(Buffer.concat([body, Buffer.from('\r\n--seam--')])),
      headers: { 'content-type': 'multipart/related; boundary="seam"' },
    })
  }

  async function contents(id: string): Promise<Record<string, string>> {
    const { body } = await call('GET', `${db.path}/${id}?attachments=true`)
    const attachments = Object.entries<{ data: string }>(body._attachments)
    return Object.fromEntries(attachments.map(([name, { data }]) => [name, Buffer.from(data, 'base64').toString()]))
  }

  test('a text that was compressed for the transfer is stored uncompressed', async () => {
    const zipped = gzipSync('hello hello')
    const digest = `md5-${createHash('md5').update(zipped).digest('base64')}`
    const attachment = of('hello hello', { encoding: 'gzip', encoded_length: zipped.length, digest })
    expect((await send('zipped', { a: attachment, b: of('B') }, [{ content: zipped }, { content: 'B' }])).status).toBe(
      201,
    )
    expect(await contents('zipped')).toEqual({ a: 'hello hello', b: 'B' })
    expect((await call('GET', `${db.path}/zipped`)).body._attachments.a.length).toBe(11)
  })

  test('inline data is stored as it is, and its `encoding` is ignored', async () => {
    const data = gzipSync('hello').toString('base64')
    await put(`${db.path}/inline`, { _attachments: { a: { content_type: 'image/x-own', encoding: 'gzip', data } } })
    expect((await call('GET', `${db.path}/inline?attachments=true`)).body._attachments.a.data).toBe(data)
  })

  test('a part whose length differs from the declared one is refused', async () => {
    for (const [id, length, word] of [
      ['short', 4, 'shorter'],
      ['long', 2, 'longer'],
    ] as const)
      expect(await send(id, { a: of('abc', { length }) }, [{ content: 'abc' }])).toMatchObject({
        status: 400,
        body: { error: 'bad_request', reason: `attachment ${word} than expected` },
      })
    expect((await send('alone', { a: of('A'), b: of('B') }, [{ content: 'A' }])).status).toBe(400)
  })

  test('names may contain quotes and other scripts', async () => {
    const names = ['a"b"', 'näme ☃/sub.txt', '"']
    const attachments = Object.fromEntries(names.map((name) => [name, of(name)]))
    expect(
      (
        await send(
          'named',
          attachments,
          names.map((name) => ({ name, content: name })),
        )
      ).status,
    ).toBe(201)
    expect(await contents('named')).toEqual(Object.fromEntries(names.map((name) => [name, name])))
  })

  test('a boundary in the middle of a line is content', async () => {
    expect((await send('edgy', { a: of('a--seamb') }, [{ content: 'a--seamb' }])).status).toBe(201)
    expect(await contents('edgy')).toEqual({ a: 'a--seamb' })
  })
})

describe('multipart from the server', () => {
  const db = freshDatabase()
  const text = { content_type: 'image/x-own', data: Buffer.from('hello').toString('base64') }

  test('open_revs returns every leaf with its attachments, as the replicator requests them', async () => {
    await graft(db.path, 'torn', ['1-a', '2-b'], { _attachments: { 'ä.txt': text } })
    await graft(db.path, 'torn', ['1-a', '2-c'], { n: 1 })
    const query = `revs=true&latest=true&open_revs=${encodeURIComponent('["2-b","2-c","7-missing"]')}`
    const {
      status,
      headers,
      text: body,
    } = await call('GET', `${db.path}/torn?${query}`, {
      headers: { accept: 'multipart/mixed' },
    })
    expect(status).toBe(200)
    const outer = /^multipart\/mixed; boundary="(.+)"$/.exec(headers.get('content-type') ?? '')?.[1] ?? 'none'
    const parts = body.split(new RegExp(`(?:^|\r\n)--${outer}(?:\r\n|--)`)).filter((part) => part !== '')
    expect(parts).toHaveLength(3)
    const of = (start: RegExp) => parts.find((part) => start.test(part)) ?? ''
    expect(of(/^content-type: application\/json; error="true"\r\n/i)).toContain('{"missing":"7-missing"}')
    expect(of(/^content-type: application\/json\r\n/i)).toContain('"2-c"')
    const related = of(/^content-type: multipart\/related; boundary=/i)
    expect(related).toContain('"follows":true')
    expect(related).toContain('filename="ä.txt"')
    expect(related).toContain('\r\n\r\nhello\r\n--')
    const all = await call('GET', `${db.path}/torn?open_revs=all`, { headers: { accept: '*/*' } })
    expect(all.headers.get('content-type')).toMatch(/^multipart\/mixed/)
  })

  test('attachments that the client has already are left out', async () => {
    await graft(db.path, 'known', ['1-a'], { _attachments: { a: text } })
    await graft(db.path, 'known', ['1-a', '2-b'], { _attachments: { a: { stub: true, revpos: 1 } } })
    const query = `open_revs=${encodeURIComponent('["2-b"]')}&atts_since=${encodeURIComponent('["1-a"]')}`
    const { text: body } = await call('GET', `${db.path}/known?${query}`, { headers: { accept: 'multipart/mixed' } })
    expect(body).toContain('"2-b"')
    expect(body).not.toContain('"follows":true')
  })

  test('a document is returned with its attachments on request', async () => {
    await put(`${db.path}/whole`, { _attachments: { a: text } })
    const headers = { accept: 'multipart/related' }
    const whole = await call('GET', `${db.path}/whole?attachments=true`, { headers })
    expect(whole.headers.get('content-type')).toMatch(/^multipart\/related; boundary=/)
    expect(whole.text).toContain('\r\n\r\nhello\r\n--')
    expect((await call('GET', `${db.path}/whole`, { headers })).body._attachments.a.stub).toBe(true)
  })

  test('open_revs of a document that does not exist is a 404', async () => {
    for (const accept of ['application/json', 'multipart/mixed'])
      expect((await call('GET', `${db.path}/nope?open_revs=all`, { headers: { accept } })).status).toBe(404)
  })
})
