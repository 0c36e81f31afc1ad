import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorization, raw, rawRequest, request, type ServerProcess, spawnServer } from '../testing.ts'

let folder = ''
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-hostile-'))
  server = await spawnServer(folder)
  await request(server.url, 'PUT', '/db')
  await request(server.url, 'PUT', '/db/doc', {
    n: 1,
    _attachments: { a: { data: 'YQ==', content_type: 'text/plain' } },
  })
})

afterAll(async () => {
  expect((await request(server.url, 'GET', '/db/doc')).body.n).toBe(1)
  expect(server.process.exitCode).toBeNull()
  expect(server.errors()).toBe('')
  await server.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const deep = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`
const docs = (doc: string) => `{"docs":[${doc}]}`

describe('a malformed request is refused, and the server works on', () => {
  test.each<[status: number | number[], method: string, path: string, body?: string, type?: string]>([
    [400, 'GET', '/db/%'],
    [400, 'GET', '/db/%zz'],
    [400, 'GET', '/db/%c3%28'],
    [400, 'GET', '/%00'],
    [404, 'GET', '/db/%00'],
    [404, 'GET', '/db/constructor'],
    [400, 'GET', '/db/__proto__'],
    [404, 'GET', '/db/doc/constructor'],
    [400, 'GET', '/db/doc/__proto__'],
    [404, 'GET', '/db/doc/toString'],
    [400, 'GET', `/db/${'x'.repeat(5000)}`],
    [[400, 431], 'GET', `/db/${'x'.repeat(100_000)}`],
    [404, 'GET', '/db/a/../../etc/passwd'],
    [400, 'GET', '/..%2f..%2fetc'],
    [400, 'GET', '/db%2f..'],
    [404, 'GET', '/db/..%2f..%2fx'],
    [400, 'GET', '/db/_nonsense'],
    [400, 'GET', '/db/_all_docs?limit=-1'],
    [400, 'GET', '/db/_all_docs?limit=1e3'],
    [200, 'GET', '/db/_all_docs?limit=99999999999999999999'],
    [400, 'GET', '/db/_all_docs?limit=999999999999999999999'],
    [400, 'GET', '/db/_all_docs?limit=NaN'],
    [400, 'GET', '/db/_all_docs?skip=-5'],
    [400, 'GET', '/db/_all_docs?keys=5'],
    [400, 'GET', `/db/_all_docs?keys=${encodeURIComponent(deep(5000))}`.slice(0, 20_000)],
    [200, 'GET', '/db/_all_docs?startkey=[]'],
    [200, 'GET', '/db/_all_docs?startkey=null&endkey={}'],
    [200, 'GET', '/db/_all_docs?startkey="z"&endkey="a"'],
    [200, 'GET', '/db/_all_docs?key=5'],
    [200, 'GET', '/db/_all_docs?limit=1&limit=-1'],
    [400, 'GET', '/db/_changes?limit=-1'],
    [200, 'GET', '/db/_changes?limit=0'],
    [400, 'GET', '/db/_changes?since=-1'],
    [400, 'GET', '/db/_changes?since=[1]'],
    [400, 'GET', '/db/_changes?since=999999999999'],
    [400, 'GET', '/db/_changes?since=9999999999999999999999999'],
    [400, 'GET', '/db/_changes?heartbeat=-1'],
    [400, 'GET', '/db/_changes?heartbeat=0'],
    [400, 'GET', '/db/_changes?timeout=x'],
    [400, 'GET', '/db/_changes?style=nonsense'],
    [404, 'GET', '/db/_changes?filter=mine/own'],
    [400, 'GET', '/db/_changes?filter=_doc_ids'],
    [400, 'GET', '/db/_changes?filter=_selector'],
    [400, 'POST', '/db/_changes?filter=_doc_ids', '{"doc_ids":5}'],
    [400, 'POST', '/db/_changes?filter=_selector', '{"selector":{"$nonsense":1}}'],
    [400, 'GET', '/db/doc?rev=99999999999-x'],
    [400, 'GET', '/db/doc?open_revs=5'],
    [400, 'GET', '/db/doc?open_revs=[5]'],
    [400, 'GET', '/db/doc?atts_since=5'],
    [200, 'GET', '/db/doc?atts_since=[]'],
    [400, 'GET', '/db/doc?revs=maybe'],
    [400, 'PUT', '/db/x', deep(5000)],
    [400, 'PUT', '/db/x', `${'['.repeat(200_000)}`],
    [400, 'PUT', '/db/x', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    [400, 'PUT', '/db/x', '{"n":1e400}'],
    [400, 'PUT', '/db/x', '{"__proto__":{"polluted":true}}'],
    [400, 'PUT', '/db/x', '{"a":{"__proto__":{"polluted":true}}}'],
    [400, 'PUT', '/db/x', '{"a":"\\ud800"}'],
    [400, 'PUT', '/db/x', '{"_revisions":{"start":1e9,"ids":["a"]},"_rev":5}'],
    [400, 'PUT', '/db/x', '{"_deleted":"yes"}'],
    [400, 'PUT', '/db/x', '{"_attachments":5}'],
    [400, 'PUT', '/db/x', '{"_attachments":{"a":5}}'],
    [400, 'PUT', '/db/x', '{"_attachments":{"_a":{"data":""}}}'],
    [400, 'PUT', '/db/x', '{"_attachments":{"a":{"data":"a"}}}'],
    [400, 'PUT', '/db/x', '{"_attachments":{"__proto__":{"data":""}}}'],
    [412, 'PUT', '/db/x', '{"_attachments":{"constructor":{"stub":true}}}'],
    [400, 'PUT', '/db/x?new_edits=false', '{}'],
    [400, 'PUT', '/db/x?new_edits=false', '{"_revisions":{"start":1,"ids":[]}}'],
    [400, 'PUT', '/db/x?new_edits=false', '{"_revisions":{"start":1,"ids":["a","b"]}}'],
    [400, 'PUT', '/db/x?new_edits=false', '{"_revisions":{"start":2,"ids":["a",{}]}}'],
    [400, 'PUT', '/db/x?new_edits=false', '{"_rev":"x","_revisions":{"start":2,"ids":["a","c"]}}'],
    [400, 'PUT', '/db/_design/x', '{"views":5}'],
    [400, 'PUT', '/db/_design/x', '{"views":{"a":{}}}'],
    [400, 'PUT', '/db/_design/x', '{"views":{"a":{"map":"(function () { for (;;); })()"}}}'],
    [400, 'PUT', '/db/_design/x', '{"views":{"a":{"map":"function () {}","reduce":"_nothing"}}}'],
    [400, 'PUT', '/db/_design/x', '{"validate_doc_update":"function ("}'],
    [400, 'PUT', '/db/_design/x', '{"language":"query","views":{"a":{"map":{"fields":{}}}}}'],
    [400, 'PUT', '/db/_local/x', '[]'],
    [201, 'PUT', '/db/_local/x', '{"_attachments":{"__other__":5}}'],
    [400, 'PUT', '/db/_local/x/a', 'text'],
    [404, 'GET', '/db/_local/_pouch_dependentDbs'],
    [404, 'DELETE', '/db/_local/_pouch_dependentDbs'],
    [400, 'PUT', '/db/x', 'ÿþ{', 'application/json'],
    [415, 'POST', '/db/_bulk_docs', '{"docs":[]}', 'text/html'],
    [400, 'POST', '/db/_bulk_docs', '{"docs":null}'],
    [400, 'POST', '/db/_bulk_docs', docs('null')],
    [400, 'POST', '/db/_bulk_docs', docs('{"_id":"__proto__"}')],
    [400, 'POST', '/db/_bulk_docs', docs('{"_id":""}')],
    [400, 'POST', '/db/_bulk_docs', docs('{"_id":"a","_rev":"x"}')],
    [201, 'POST', '/db/_bulk_docs', docs('{"_id":"constructor"},{"_id":"toString"},{"_id":"hasOwnProperty"}')],
    [200, 'POST', '/db/_bulk_get', docs('{"id":"_local/_pouch_dependentDbs","rev":"1-a"}')],
    [200, 'POST', '/db/_bulk_get', docs('{"id":5},{"id":"doc","rev":7},{"id":"__proto__"}')],
    [400, 'POST', '/db/_bulk_get', docs('5')],
    [400, 'POST', '/db/_revs_diff', '{"a":5}'],
    [400, 'POST', '/db/_revs_diff', '{"a":["x"]}'],
    [400, 'POST', '/db/_revs_diff', '{"__proto__":["1-a"]}'],
    [200, 'POST', '/db/_revs_diff', '{"constructor":["1-a"],"toString":["1-b"]}'],
    [400, 'POST', '/db/_find', '{"selector":{"__proto__.x":1}}'],
    [400, 'POST', '/db/_find', '{"selector":{},"fields":["constructor.prototype.x"]}'],
    [400, 'POST', '/db/_find', '{"selector":{"a":{"$in":5}}}'],
    [400, 'POST', '/db/_find', '{"selector":{"a":{"$mod":[0,1]}}}'],
    [400, 'POST', '/db/_find', '{"selector":{"$and":{}}}'],
    [400, 'POST', '/db/_find', '{"selector":{},"limit":"5"}'],
    [400, 'POST', '/db/_find', '{"selector":{},"bookmark":"x"}'],
    [400, 'POST', '/db/_find', '{"selector":{},"use_index":5}'],
    [501, 'POST', '/db/_find', '{"selector":{"a":{"$regex":"(x+x+)+y"}}}'],
    [200, 'POST', '/db/_find', '{"selector":{"a":{}}}'],
    [200, 'POST', '/db/_find', '{"selector":{"a":{"$in":[]}}}'],
    [200, 'POST', '/db/_find', '{"selector":{"$or":[]}}'],
    [200, 'POST', '/db/_find', '{"selector":{"a":{"$elemMatch":{"b":{"$gt":1}}}}}'],
    [400, 'POST', '/db/_index', '{"index":{"fields":[5]}}'],
    [400, 'POST', '/db/_index', '{"index":{"fields":[{"a":"up"}]}}'],
    [400, 'PUT', '/db/_security', '[]'],
    [400, 'PUT', '/db/_security', '{"members":{"names":"asha"}}'],
    [400, 'PUT', '/db/_revs_limit', '0'],
    [400, 'PUT', '/db/_revs_limit', '"x"'],
    [400, 'PUT', '/_node/_local/_config/a/b', '5'],
    [400, 'PUT', '/db2?q=0'],
    [404, 'GET', '/_node/elsewhere/_config'],
    [400, 'GET', '/_nothing/here'],
    [405, 'PATCH', '/db/doc', '{}'],
    [[404, 405], 'OPTIONS', '/db/doc'],
    [400, 'PUT', '/db/x', 'nonsense', 'multipart/related'],
    [400, 'PUT', '/db/x', 'nonsense', 'multipart/related; boundary=x'],
    [400, 'PUT', '/db/x', '--x\r\n\r\n{}--x--', 'multipart/related; boundary=x'],
    [
      400,
      'PUT',
      '/db/x',
      '--x\r\n\r\n{"_attachments":{"a":{"follows":true}}}\r\n--x--',
      'multipart/related; boundary=x',
    ],
  ])('with %j: %s %.60s', async (status, method, path, body, type) => {
    expect([status].flat()).toContain(await rawRequest(server.url, method, path, body, type))
  })

  test('a document larger than 8 MB is refused', async () => {
    const text = 'x'.repeat(9 * 1024 * 1024)
    expect((await request(server.url, 'PUT', '/db/large', { text })).status).toBe(413)
    expect((await request(server.url, 'POST', '/db/_bulk_docs', { docs: [{ text }] })).body.error).toBe(
      'document_too_large',
    )
  })

  test('a body above the largest allowed size is refused before it is read', async () => {
    const head = `PUT /db/large HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 999999999999\r\n\r\n`
    expect(await raw(server.url, head)).toBe(413)
  })

  test('bytes that are not HTTP are refused', async () => {
    for (const text of [
      '\0\0\0\0\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /db HTTP/1.1\r\nContent-Length: x\r\n\r\n',
    ])
      expect([0, 400, 505]).toContain(await raw(server.url, text))
  })

  test('a request that stops halfway delays no other request', async () => {
    const { hostname, port } = new URL(server.url)
    const half = connect(Number(port), hostname)
    half.on('error', () => undefined)
    half.write(
      `PUT /db/half HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 500\r\n\r\n{"a":`,
    )
    for (let n = 0; n < 10; n++) expect((await request(server.url, 'PUT', `/db/while-${n}`, {})).status).toBe(201)
    half.destroy()
  })

  test('five hundred aborted long polls are released', async () => {
    const all = new AbortController()
    const polls = Array.from({ length: 500 }, () =>
      fetch(`${server.url}/db/_changes?feed=longpoll&since=now&heartbeat=100`, {
        headers: { authorization },
        signal: all.signal,
      }).then(
        (answer) => answer.text(),
        () => undefined,
      ),
    )
    await request(server.url, 'GET', '/db')
    all.abort()
    await Promise.allSettled(polls)
    expect((await request(server.url, 'PUT', '/db/after-polls', {})).status).toBe(201)
  })

  test('a filter that never ends ends only its own feed', async () => {
    const filters = { endless: 'function () { for (;;); }' }
    expect((await request(server.url, 'PUT', '/db/_design/endless', { filters })).status).toBe(201)
    await expect(request(server.url, 'GET', '/db/_changes?filter=endless/endless')).rejects.toThrow()
    expect((await request(server.url, 'GET', '/db/_changes?limit=1')).body.results).toHaveLength(1)
  })

  test('deleting a database ends the feeds that wait for it', async () => {
    await request(server.url, 'PUT', '/doomed')
    const feed = await fetch(`${server.url}/doomed/_changes?feed=continuous&since=now&heartbeat=1000`, {
      headers: { authorization },
    })
    const waiting = feed.text()
    const writing = Array.from({ length: 20 }, (_, n) => request(server.url, 'PUT', `/doomed/${n}`, {}))
    expect((await request(server.url, 'DELETE', '/doomed')).status).toBe(200)
    expect(await waiting).toMatch(/"last_seq":"\d+-[0-9a-f]+","pending":0}\n$/)
    for (const answer of await Promise.all(writing)) expect([201, 404]).toContain(answer.status)
    expect((await request(server.url, 'GET', '/doomed')).status).toBe(404)
  })
})
