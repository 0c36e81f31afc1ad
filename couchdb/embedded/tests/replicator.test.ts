import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../start.ts'
import { admin, authorization, request } from '../testing.ts'

/** What CouchDB's own replicator needs from its peer, beyond the contract. */
let folder: string
let server: Embedded

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-replicator-'))
  server = await startEmbedded({ folder, admin, limits: { attachment: 1024 * 1024, request: 3 * 1024 * 1024 } })
  await request(server.url, 'PUT', '/db')
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('a login for a cookie is a 404, so that the replicator sends the password instead', async () => {
  const response = await fetch(`${server.url}/_session`, { method: 'POST', body: 'name=admin&password=flowers' })
  expect([response.status, await response.json()]).toEqual([404, { error: 'not_found', reason: 'missing' }])
})

/** Sends `count` compressed attachments, each with `bytes` zeros uncompressed. */
function sendZipped(id: string, count: number, bytes: number) {
  const zipped = gzipSync(Buffer.alloc(bytes))
  const names = Array.from({ length: count }, (_, index) => `a${index}`)
  const attachment = {
    follows: true,
    content_type: 'a/b',
    length: bytes,
    encoding: 'gzip',
    encoded_length: zipped.length,
  }
  const doc = { _attachments: Object.fromEntries(names.map((name) => [name, attachment])) }
  const body = Buffer.concat([
    Buffer.from(`--seam\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(doc)}`),
    ...names.flatMap(() => [Buffer.from('\r\n--seam\r\n\r\n'), zipped]),
    Buffer.from('\r\n--seam--'),
  ])
  const headers = { authorization, 'content-type': 'multipart/related; boundary=seam' }
  return fetch(`${server.url}/db/${id}`, { method: 'PUT', headers, body: new Uint8Array(body) })
}

test('compressed attachments above the limit of uncompressed ones are refused, one alone and several together', async () => {
  expect((await sendZipped('fitting', 2, 1024 * 1024)).status).toBe(201)
  expect((await sendZipped('too-large', 1, 1024 * 1024 + 1)).status).toBe(413)
  expect((await sendZipped('too-many', 4, 1024 * 1024)).status).toBe(413)
})

test('a document with only empty attachments is sent as JSON, because the replicator waits minutes after an empty part', async () => {
  await request(server.url, 'PUT', '/db/empty', { _attachments: { a: { content_type: 'a/b', data: '' } } })
  const response = await fetch(`${server.url}/db/empty?open_revs=all`, {
    headers: { authorization, accept: 'multipart/mixed' },
  })
  const text = await response.text()
  expect(text).toContain('Content-Type: application/json\r\n\r\n{')
  expect(text).toContain('"data":""')
})

test('a body with far too many parts is refused at once', async () => {
  const headers = { authorization, 'content-type': 'multipart/related; boundary=seam' }
  const body = `--seam\r\n\r\n{}${'\r\n--seam\r\n\r\n'.repeat(100_000)}\r\n--seam--`
  expect((await fetch(`${server.url}/db/parts`, { method: 'PUT', headers, body })).status).toBe(400)
})

test('a broken attachment is refused with CouchDB’s error', async () => {
  const send = (attachment: object, content: string) =>
    fetch(`${server.url}/db/broken`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'multipart/related; boundary=seam' },
      body: [
        '--seam\r\nContent-Type: application/json\r\n',
        JSON.stringify({ _attachments: { a: { follows: true, length: 3, ...attachment } } }),
        `--seam\r\n\r\n${content}`,
        '--seam--',
      ].join('\r\n'),
    })
  expect((await send({ encoding: 'gzip', encoded_length: 3 }, 'abc')).status).toBe(400)
  expect((await send({ encoding: 'br', encoded_length: 3 }, 'abc')).status).toBe(400)
  expect(await (await send({ digest: 'md5-AAAA' }, 'abc')).json()).toMatchObject({ error: 'content_md5_mismatch' })
  expect((await send({}, 'abc')).status).toBe(201)
})
