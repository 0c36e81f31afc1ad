import { ulid } from 'ulid'
import { MOST_FILE_BYTES, MOST_OPEN_UPLOADS } from '#model'
import { aJpeg, aSecret, metadataOf } from '../../uploads/testing/tus-client.ts'
import { type Attack, type AttackContext, type Group, headersOf, PATIENCE, request } from '../harness/attack.ts'
import { ROLES, type RoleName } from '../harness/endpoints.ts'
import { answered, type Expected, expectResponse, perhaps, refused } from '../harness/expect-response.ts'
import { type RawRequest, send } from '../harness/raw-request.ts'
import { endAccount, untilRefused } from '../harness/test-users.ts'

const TUS: [string, string] = ['tus-resumable', '1.0.0']
const BYTES: [string, string] = ['content-type', 'application/offset+octet-stream']
const SIZE = 20_000

const beginning = (
  secret: string,
  application: string,
  size: number | string,
  more: [string, string][] = [],
): RawRequest => ({
  ...{ method: 'POST', target: '/api/uploads' },
  headers: [TUS, ['upload-length', String(size)], ['upload-metadata', metadataOf(secret, application)], ...more],
})
const sending = (secret: string, offset: number | string, body: Buffer, more: [string, string][] = []): RawRequest => ({
  ...{ method: 'PATCH', target: `/api/uploads/${secret}`, body },
  headers: [TUS, BYTES, ['upload-offset', String(offset)], ...more],
})

/** Uploads of others, and everything that an upload may not be. */
export const uploads = (scene: AttackContext): Group => {
  const victims = new Set<string>()
  return {
    name: 'uploads',
    atOnce: 4,
    async prepare() {
      const secret = await begun(scene, SIZE)
      const [known = ''] = await idsOf(scene, SIZE)
      for (const id of await idsOf(scene, SIZE)) victims.add(id)
      return [
        ...onOthers(scene, secret, known),
        ...(await offsets(scene)),
        ...(await programs(scene)),
        ...(await beginnings(scene)),
        sixteenth(scene),
      ]
    },
    // Anyone may begin uploads and send what is none, but not touch another's.
    mayChange: ({ database, id }) => database === 'uploads' && !victims.has(id),
  }
}

async function begun({ url }: AttackContext, size: number, application = ulid()): Promise<string> {
  const secret = aSecret()
  const outcome = await send(url, beginning(secret, application, size), PATIENCE)
  if (typeof outcome !== 'object' || outcome.status !== 201) throw new Error('no upload could be begun')
  return secret
}

async function idsOf({ couch }: AttackContext, size: number): Promise<string[]> {
  const { rows } = await couch.get('/uploads/_all_docs?include_docs=true')
  return (rows as { id: string; doc: { size?: number } }[]).flatMap(({ id, doc }) => (doc.size === size ? [id] : []))
}

/** Anyone who does not know the secret finds nothing, also by what the database has in its place. */
function onOthers(scene: AttackContext, secret: string, id: string): Attack[] {
  const name = id.replace('upload:', '')
  const flipped = (secret.startsWith('0') ? '1' : '0') + secret.slice(1)
  const guesses = [
    ...[flipped, [...secret].reverse().join(''), secret.toUpperCase(), secret.slice(1), `${secret}0`, aSecret()],
    ...[name, name.slice(0, 32), encodeURIComponent(id), '*', '%00', '..', `${aSecret()}%2f..%2f${secret}`],
    ...[`${secret}:0000000`, `${secret}%00`, `${secret}/`, `${secret}/..`, '_all_docs', '__proto__', 'f'.repeat(32)],
  ]
  return guesses.flatMap((guess) =>
    ROLES.flatMap((role) => [
      request(
        scene,
        `HEAD of ${guess} by ${role}`,
        by(scene, role, { ...sending(guess, 0, aJpeg(1)), method: 'HEAD' }),
        refused,
      ),
      request(scene, `PATCH of ${guess} by ${role}`, by(scene, role, sending(guess, 0, aJpeg(SIZE))), refused),
      request(
        scene,
        `DELETE of ${guess} by ${role}`,
        by(scene, role, { method: 'DELETE', target: `/api/uploads/${guess}`, headers: [TUS] }),
        perhaps(204),
      ),
      request(
        scene,
        `GET of ${guess} by ${role}`,
        by(scene, role, { method: 'GET', target: `/api/uploads/${guess}` }),
        refused,
      ),
    ]),
  )
}

const by = (scene: AttackContext, role: RoleName, raw: RawRequest): RawRequest => ({
  ...raw,
  headers: [...headersOf(scene, role, false), ...(raw.headers ?? [])],
})

/** Offsets and lengths that do not fit: nothing is stored, or what fits. */
async function offsets(scene: AttackContext): Promise<Attack[]> {
  const values = ['-1', '1', '4096', String(SIZE), '99999999999999999999', '1e3', '0x0', ' ', 'NaN', '٠', '0,0', '00']
  const all = values.map(async (offset): Promise<Attack> => {
    const secret = await begun(scene, SIZE + 1)
    return request(scene, `the offset ${JSON.stringify(offset)}`, sending(secret, offset, aJpeg(5_000)), refused)
  })
  const secret = await begun(scene, SIZE + 1)
  const tooMuch = sending(secret, 0, aJpeg(SIZE + 2))
  // The connection may be cut off before the answer is read, because the body is still arriving.
  const orClosed: Expected = { ...refused, closed: true }
  const chunked = (size: number): RawRequest => ({
    ...sending(
      secret,
      0,
      Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), aJpeg(size), Buffer.from('\r\n0\r\n\r\n')]),
    ),
    headers: [TUS, BYTES, ['upload-offset', '0'], ['transfer-encoding', 'chunked']],
  })
  const { headers = [] } = sending(secret, 0, aJpeg(1))
  const without = (name: string): RawRequest => ({
    ...sending(secret, 0, aJpeg(5_000)),
    headers: headers.filter(([one]) => one !== name),
  })
  return [
    ...(await Promise.all(all)),
    request(scene, 'more than was announced', tooMuch, orClosed),
    request(scene, 'more than was announced, in chunks', chunked(SIZE * 2), orClosed),
    request(scene, 'far more than was announced, in chunks', chunked(MOST_FILE_BYTES + 1), orClosed),
    ...['tus-resumable', 'content-type', 'upload-offset'].map((name) =>
      request(scene, `a body without ${name}`, without(name), refused),
    ),
    request(scene, 'a new length on the way', sending(secret, 0, aJpeg(10), [['upload-length', '9']]), refused),
    request(
      scene,
      'bytes as JSON',
      { ...sending(secret, 0, Buffer.from('{}')), headers: [TUS, ['content-type', 'application/json']] },
      refused,
    ),
  ]
}

/** Files that are none of ours, whatever they are called. */
async function programs(scene: AttackContext): Promise<Attack[]> {
  const beginnings: Record<string, Buffer> = {
    'a Windows program': Buffer.from('MZ\x90\0\x03'),
    'a Linux program': Buffer.from('\x7fELF'),
    'a script': Buffer.from('#!/bin/sh\n'),
    'a page': Buffer.from('<!doctype html><script>'),
    'a drawing': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()">'),
    'an archive': Buffer.from('PK\x03\x04'),
    'a GIF': Buffer.from('GIF89a'),
    'a PDF after a space': Buffer.from(' %PDF-1.7'),
    'half a JPEG': Buffer.from([0xff, 0xd8]),
    zeros: Buffer.alloc(64),
  }
  return Promise.all(
    Object.entries(beginnings).map(async ([name, start]) => {
      const secret = await begun(scene, SIZE + 3)
      return request(
        scene,
        name,
        sending(secret, 0, Buffer.concat([start, Buffer.alloc(SIZE + 3 - start.length)])),
        answered(422),
      )
    }),
  )
}

async function beginnings(scene: AttackContext): Promise<Attack[]> {
  // The group of all endpoints signs the usual deleted account out.
  const ended = await scene.users.newcomer()
  await endAccount(scene.couch, ended.id)
  await untilRefused(scene, ended)
  const open = await begun(scene, SIZE + 4)
  const byEnded = (method: string): RawRequest => {
    const raw = method === 'POST' ? beginning(aSecret(), ulid(), 9) : { ...sending(open, 0, aJpeg(10)), method }
    return { ...raw, headers: [['cookie', ended.cookie], ...(raw.headers ?? [])] }
  }
  const metadata = [
    '',
    'secret',
    'secret x',
    'secret  ',
    'application AAAA',
    ',',
    'secret eA==,secret eA==',
    '__proto__ eA==',
  ]
  const plain = (...headers: [string, string][]): RawRequest => ({
    ...{ method: 'POST', target: '/api/uploads' },
    headers: [TUS, ...headers],
  })
  const lengths = ['-1', '1.5', '1e3', 'x', '0', String(MOST_FILE_BYTES + 1), '99999999999999999999', '9'.repeat(400)]
  return [
    ...metadata.map((text) =>
      request(
        scene,
        `the metadata ${JSON.stringify(text)}`,
        plain(['upload-length', '9'], ['upload-metadata', text]),
        refused,
      ),
    ),
    ...['', 'x', ' ', aSecret().toUpperCase(), '../'.repeat(10), `${aSecret()}\0`, 'a'.repeat(5_000)].map((secret) =>
      request(scene, `the secret ${JSON.stringify(secret.slice(0, 40))}`, beginning(secret, ulid(), 9), refused),
    ),
    ...['', 'x', '__proto__', ulid().toLowerCase(), `application:${ulid()}`].map((application) =>
      request(scene, `the application ${JSON.stringify(application)}`, beginning(aSecret(), application, 9), refused),
    ),
    ...lengths.map((length) =>
      request(scene, `the length ${length.slice(0, 30)}`, beginning(aSecret(), ulid(), length), refused),
    ),
    ...[
      ['upload-defer-length', '1'],
      ['upload-concat', 'partial'],
      ['upload-concat', 'final;/api/uploads/x'],
    ].map(([name = '', value = '']) =>
      request(
        scene,
        `${name}: ${value}`,
        plain([name, value], ['upload-metadata', metadataOf(aSecret(), ulid())]),
        refused,
      ),
    ),
    ...['POST', 'PATCH', 'DELETE'].map((method) =>
      request(scene, `${method} by a session whose account ended`, byEnded(method), answered(401)),
    ),
    request(
      scene,
      'from another site',
      beginning(aSecret(), ulid(), 9, [
        ['origin', 'https://evil.example'],
        ['sec-fetch-site', 'cross-site'],
      ]),
      answered(403),
    ),
  ]
}

/** All at once: a limit that is only counted would let more through. */
const sixteenth = (scene: AttackContext): Attack => ({
  name: `${MOST_OPEN_UPLOADS + 5} uploads of one application at once`,
  async run() {
    const application = ulid()
    const all = await Promise.all(
      Array.from({ length: MOST_OPEN_UPLOADS + 5 }, () =>
        send(scene.url, beginning(aSecret(), application, 9), PATIENCE),
      ),
    )
    const open = all.filter((one) => typeof one === 'object' && one.status === 201).length
    if (open !== MOST_OPEN_UPLOADS) return `${open} are open`
    const others = all.filter((one) => typeof one !== 'object' || one.status !== 201)
    return others.map((one) => expectResponse(one, answered(429), scene.secrets)).find((one) => one !== undefined)
  },
})
