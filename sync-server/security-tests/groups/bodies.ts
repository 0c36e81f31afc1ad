import { gzipSync } from 'node:zlib'
import {
  type Attack,
  type AttackContext,
  fill,
  type Group,
  headersOf,
  JSON_TYPE,
  pick,
  request,
} from '../harness/attack.ts'
import type { RoleName } from '../harness/endpoints.ts'
import { type Expected, perhaps, refused } from '../harness/expect-response.ts'
import type { RawRequest } from '../harness/raw-request.ts'
import { malformedValues } from './malformed-values.ts'

/** Endpoints that read bodies, and the role that sends them. */
const PLACES: readonly (readonly [role: RoleName, path: string])[] = [
  ['nobody', '/api/login-codes'],
  ['nobody', '/api/sessions'],
  ['nobody', '/db/catalogue/_changes'],
  ['nobody', '/db/catalogue/_bulk_get'],
  ['customer', '/db/{own}/_changes'],
  ['customer', '/db/{own}/_bulk_get'],
  ['customer', '/db/{own}/_revs_diff'],
  ['customer', '/db/{own}/_bulk_docs'],
]
const MEGABYTE = 1024 * 1024
const RANDOM_ATTACKS = 400

interface Malice {
  name: string
  body: string | Buffer
  headers?: [string, string][]
  expected?: Expected
}

const json = (name: string, body: string | Buffer, expected?: Expected): Malice => ({
  ...{ name, body, headers: [JSON_TYPE] },
  ...(expected ? { expected } : {}),
})
const typed = (type: string, body: string | Buffer = '{}'): Malice => ({
  ...{ name: `of type ${type}`, body },
  headers: [['content-type', type]],
})
const withHeader = (
  name: string,
  header: [string, string],
  body: string | Buffer = '{}',
  expected = refused,
): Malice => ({
  ...{ name, body, expected },
  headers: [JSON_TYPE, header],
})
// The connection may be cut off before the answer is read, because the body is still arriving.
const tooLarge: Expected = { ...refused, closed: true }

const MALICE: readonly Malice[] = [
  json('a broken object', '{"docs":['),
  json('nothing but a brace', '{'),
  json('two values', '{}{}'),
  json('a comment', '{/**/}'),
  json('a lone string', '"x"'),
  json('a number', '1e999'),
  json('null', 'null'),
  json('true', 'true'),
  json('an array', '[]'),
  json('a byte order mark', '\ufeff{"docs":1}'),
  json('broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  json('an overlong slash', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])),
  json('a lone surrogate', '{"docs":[{"id":"\\ud800"}],"email":"\\ud800@x.example"}'),
  json('a NUL', '{"docs":[{"id":"a\\u0000b"}],"email":"a\\u0000b@x.example","code":"1"}'),
  json('a prototype', '{"__proto__":{"docs":[]},"email":"a@x.example"}'),
  // The member is ignored, and the rest of the body is empty.
  json('a constructor', '{"constructor":{"prototype":{"docs":[]}}}', perhaps(200)),
  json('deep arrays', '['.repeat(100_000) + ']'.repeat(100_000)),
  json('deep objects', `${'{"docs":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  json('a deep document', `{"docs":[${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}],"new_edits":true}`),
  json('deep and open', '['.repeat(500_000)),
  json('many members', `{${Array.from({ length: 50_000 }, (_, i) => `"a${i}":1`).join()}}`),
  json('many documents', `{"docs":[${'{},'.repeat(100_000)}{}],"new_edits":false}`),
  json('a long number', `{"docs":${'9'.repeat(500_000)}}`),
  json('a long text', `{"email":"${'a'.repeat(900_000)}@x.example","code":"1"}`),
  json('an e-mail for a slow pattern', `{"email":"${'a.'.repeat(50_000)}@","code":"1"}`),
  json('a repeated member', '{"docs":[],"docs":{"a":1},"new_edits":false}'),
  json('one byte too many', `{"a":"${'x'.repeat(MEGABYTE - 7)}"}`, tooLarge),
  json('far too much', `{"a":"${'x'.repeat(8 * MEGABYTE)}"}`, tooLarge),
  typed('text/plain'),
  typed('application/x-www-form-urlencoded', 'docs=1'),
  typed('multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="docs"\r\n\r\n[]\r\n--x--\r\n'),
  typed('application/json-patch+json'),
  typed('text/html'),
  typed(''),
  typed('application/'),
  typed(`application/json; ${'a=b;'.repeat(2_000)}`, '{"docs":1}'),
  { name: 'of no type', body: '{}' },
  withHeader('packed small', ['content-encoding', 'gzip'], gzipSync(Buffer.alloc(8 * MEGABYTE, ' '))),
  withHeader('of an unknown packing', ['content-encoding', 'x'], '{"docs":1}'),
  withHeader('with a length and in chunks', ['transfer-encoding', 'chunked'], '0\r\n\r\nGET /health HTTP/1.1\r\n\r\n'),
  withHeader('in chunks that are none', ['transfer-encoding', 'chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  withHeader('in a chunk of a negative size', ['transfer-encoding', 'chunked'], '-1\r\n{}\r\n0\r\n\r\n'),
  withHeader('in a chunk of endless size', ['transfer-encoding', 'chunked'], 'ffffffffffffffffff\r\n{}\r\n'),
  withHeader('of an unknown coding', ['transfer-encoding', 'identity, chunked, x'], '{}'),
  withHeader('of a negative length', ['content-length', '-1']),
  withHeader('of no length', ['content-length', 'x']),
  withHeader('of two lengths', ['content-length', '2\r\ncontent-length: 3']),
  withHeader('longer than it says', ['content-length', '1'], '{{}', { ...refused, closed: true }),
  withHeader('to be looked at first', ['expect', 'a-miracle'], '{"docs":1}', { ...refused }),
  withHeader('under a long head', ['x-a', 'a'.repeat(20_000)], '{}', tooLarge),
  withHeader(
    'under many headers',
    ['x-a', Array.from({ length: 900 }, (_, i) => `1\r\nx-${i}: 1`).join('')],
    '{"docs":1}',
  ),
]

/** Bodies that a parser, router or store could handle wrongly. */
export const bodies = (scene: AttackContext): Group => ({
  name: 'bodies',
  atOnce: 4,
  async prepare() {
    const chain = await askedForAChain(scene)
    const all = PLACES.flatMap(([role, path]) => MALICE.map((malice) => planned(scene, role, path, malice)))
    return [...all, chain, ...Array.from({ length: RANDOM_ATTACKS }, () => meaningless(scene))]
  },
})

function planned(
  scene: AttackContext,
  role: RoleName,
  path: string,
  { name, body, headers = [], expected = refused }: Malice,
): Attack {
  const all = [...headersOf(scene, role, false), ...headers]
  const raw: RawRequest = { method: 'POST', target: fill(path, scene, role), headers: all, body }
  return request(scene, `POST ${path}, ${name}`, raw, expected)
}

/** Well-formed JSON without meaning, which is served only if it asks for nothing. */
function meaningless(scene: AttackContext): Attack {
  const { random } = scene
  const [role, path] = pick(random, PLACES)
  const body = JSON.stringify(malformedValues(random, 4))
  const raw = { method: 'POST', target: fill(path, scene, role), headers: headersOf(scene, role, true), body }
  const isEmpty = path.endsWith('_bulk_get') ? body === '{"docs":[]}' : body === '{}' && !path.endsWith('_bulk_docs')
  const expected = isEmpty || path.endsWith('_revs_diff') ? perhaps(200) : refused
  return request(scene, `POST ${path}, ${body.slice(0, 200)}`, raw, expected)
}

/**
 * Each of these revisions is an ancestor of all leaves of a document, so the answer would repeat the leaves for each.
 */
async function askedForAChain(scene: AttackContext): Promise<Attack> {
  const { mailbox } = scene.users.as.supplier
  const hashOf = (n: number) => n.toString(16).padStart(32, '0')
  const shared = Array.from({ length: 900 }, (_, n) => hashOf(n))
  const docs = Array.from({ length: 50 }, (_, n) => {
    const ids = [hashOf(1_000 + n), ...shared]
    return { _id: 'cart:lilies:chain', _rev: `901-${ids[0]}`, _revisions: { start: 901, ids }, text: 'x'.repeat(1_000) }
  })
  await scene.couch.post(`/${mailbox}/_bulk_docs`, { docs, new_edits: false })
  const body = JSON.stringify({
    docs: shared.map((hash, n) => ({ id: 'cart:lilies:chain', rev: `${900 - n}-${hash}` })),
  })
  const headers = headersOf(scene, 'supplier', true)
  const raw = { method: 'POST', target: `/db/${mailbox}/_bulk_get?latest=true`, headers, body }
  return request(scene, 'POST _bulk_get of a whole history, with what it led to', raw, refused)
}
