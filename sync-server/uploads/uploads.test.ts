import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_FILE_BYTES, MOST_OPEN_UPLOADS } from '#model'
import { startEmbedded } from '../../couchdb/embedded/start.ts'
import { MOST_PIECE_BYTES } from '../../design-docs/uploads/most-piece-bytes.ts'
import type { Couch } from '../couch/couch.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { aJpeg, aSecret, metadataOf, tusClient } from './testing/tus-client.ts'
import { nameIn } from './upload-store.ts'
import { openUploads } from './uploads.ts'

const DAY_MS = 86_400_000
let folder: string
let here: TestService
let there: TestService
let stop: () => Promise<void>
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)
const logged: string[] = []
const logStream = { write: (line: string) => void logged.push(line) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-uploads-'))
  const admin = { name: 'mogra', password: 'two' }
  const couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  const COUCHDB_URL = couchdb.url.replace('//', `//${admin.name}:${admin.password}@`)
  const options = { folder, logLevel: 'info', logStream, env: { COUCHDB_URL }, now } as const
  here = await startTestService(options)
  there = await startTestService(options)
  stop = async () => {
    await Promise.all([here.close(), there.close()])
    await couchdb.close()
    await rm(folder, { recursive: true })
  }
}, 120_000)
beforeEach(() => {
  offsetMs = 0
})
afterAll(() => stop())

const uploads = () => here.services.uploads
const nameOf = (secret: string) => uploads().nameOf(secret)
const idsOf = (secret: string) =>
  here.services.couch.db('uploads').ids(`upload:${nameOf(secret)}`, `upload:${nameOf(secret)}\uffff`)
const client = (cookie?: string) => tusClient(here.url, cookie)

test('a file goes up in pieces of 256 KB, is read back byte by byte, and its name is not its secret', async () => {
  const bytes = aJpeg(MOST_PIECE_BYTES * 2 + 1000)
  const { secret, status, offset } = await client().upload(bytes)
  expect([status, offset]).toEqual([204, bytes.length])
  const ids = await idsOf(secret)
  expect(ids.map((id) => id.replace(`upload:${nameOf(secret)}`, ''))).toEqual(['', ':0000000', ':0262144', ':0524288'])
  expect(ids.join()).not.toContain(secret)
  const read = await uploads().read(nameOf(secret))
  expect(read?.type).toBe('image/jpeg')
  expect(read?.bytes.equals(bytes)).toBe(true)
})

test('an upload that is cut goes on at another instance where it stopped', async () => {
  const bytes = aJpeg(600_000)
  const { secret } = await client().begin(bytes.length)
  const cut = await client().sendPart(secret, 0, bytes, 300_000)
  const other = tusClient(there.url)
  await expect.poll(async () => (await other.head(secret)).offset).toBe(MOST_PIECE_BYTES)
  // Its first piece is noted while the rest is on its way.
  const record = () => here.services.couch.db('uploads').get(`upload:${nameOf(secret)}`)
  await expect.poll(record).toMatchObject({ fileType: 'image/jpeg' })
  cut()
  await expect.poll(async () => (await other.head(secret)).offset).toBeGreaterThan(MOST_PIECE_BYTES)
  const { offset = 0 } = await other.head(secret)
  expect(offset).toBeLessThanOrEqual(300_000)
  expect(await uploads().look(nameOf(secret))).toBeUndefined()
  const last = await other.patch(secret, offset, bytes.subarray(offset))
  expect([last.status, last.offset]).toEqual([204, bytes.length])
  expect((await uploads().read(nameOf(secret)))?.bytes.equals(bytes)).toBe(true)
})

test('an upload on a line that is cut again and again arrives in full, and in few documents', async () => {
  const bytes = aJpeg(200_000)
  const { secret } = await client().begin(bytes.length)
  let offset = 0
  async function* cutAfter(length: number) {
    for (let from = offset; from < offset + length; from += 1_000) yield bytes.subarray(from, from + 1_000)
    throw new Error('cut')
  }
  for (const length of [20_000, 3_000, 0, 41_000, 4_000, 60_000]) {
    await expect(uploads().append(nameOf(secret), offset, cutAfter(length))).rejects.toThrow('cut')
    const arrived = length < 4_096 ? 0 : length
    expect((await client().head(secret)).offset).toBe(offset + arrived)
    offset += arrived
  }
  await client().patch(secret, offset, bytes.subarray(offset))
  expect((await uploads().read(nameOf(secret)))?.bytes.equals(bytes)).toBe(true)
  expect((await idsOf(secret)).length).toBe(5)
})

test('single bytes are not stored, unless they are the last', async () => {
  const { secret } = await client().begin(5_000)
  expect(await client().patch(secret, 0, aJpeg(10))).toMatchObject({ status: 204, offset: 0 })
  expect(await client().patch(secret, 0, aJpeg(4_999))).toMatchObject({ status: 204, offset: 4_999 })
  expect(await client().patch(secret, 4_999, Buffer.from('x'))).toMatchObject({ status: 204, offset: 5_000 })
})

test('two requests that send the same bytes at two instances at once store them once', async () => {
  const bytes = aJpeg(500_000)
  const { secret } = await client().begin(bytes.length)
  const answers = await Promise.all([client().patch(secret, 0, bytes), tusClient(there.url).patch(secret, 0, bytes)])
  for (const { status, error } of answers)
    expect([status, error ?? 'wrong_offset']).toSatisfy(
      ([code, why]) => code === 204 || (code === 409 && why === 'wrong_offset'),
    )
  const { offset = 0 } = await client().head(secret)
  if (offset < bytes.length) await client().patch(secret, offset, bytes.subarray(offset))
  expect((await uploads().read(nameOf(secret)))?.bytes.equals(bytes)).toBe(true)
})

test('a beginning whose answer was lost may be repeated; a secret cannot be used for another file', async () => {
  const application = ulid()
  const { secret } = await client().begin(9_000, { application })
  expect((await client().begin(9_000, { application, secret })).status).toBe(201)
  expect(await client().begin(9_001, { application, secret })).toMatchObject({ status: 409, error: 'upload_exists' })
  expect(await client().begin(9_000, { secret })).toMatchObject({ status: 409, error: 'upload_exists' })
})

test('a renamed program is refused by its first bytes, and nothing of it stays', async () => {
  const program = Buffer.concat([Buffer.from('MZ\x90\0'), aJpeg(300_000)])
  const { secret, ...answer } = await client().upload(program)
  expect(answer).toMatchObject({ status: 422, error: 'not_a_document' })
  expect(await idsOf(secret)).toEqual([])
  expect(await client().begin(0)).toMatchObject({ status: 422, error: 'not_a_document' })
  expect(await client().upload(Buffer.from('%PDF-1.7 and so on'))).toMatchObject({ status: 204 })
})

test('a file of more than 5 MB is refused before a byte is sent, and so is more than was announced', async () => {
  expect((await client().begin(MOST_FILE_BYTES)).status).toBe(201)
  expect(await client().begin(MOST_FILE_BYTES + 1)).toMatchObject({ status: 413, error: 'too_large' })
  const { secret } = await client().begin(10_000)
  expect(await client().patch(secret, 0, aJpeg(10_001))).toMatchObject({ status: 413, error: 'too_large' })
  expect((await client().head(secret)).offset).toBe(0)
})

test('an unknown secret, a wrong offset and malformed requests are refused with a reason', async () => {
  const { secret } = await client().begin(10_000)
  const { ask, patch, head, stop: end } = client()
  expect(await head(aSecret())).toMatchObject({ status: 404 })
  expect(await patch(aSecret(), 0, aJpeg(10_000))).toMatchObject({ status: 404, error: 'upload_unknown' })
  expect(await end(aSecret())).toMatchObject({ status: 204 })
  for (const offset of [1, 10_000, 99_999])
    expect(await patch(secret, offset, aJpeg(100))).toMatchObject({ status: 409, error: 'wrong_offset' })
  for (const offset of ['-1', 'x', '1e3', '0x0', ''])
    expect((await patch(secret, 0, aJpeg(100), { 'upload-offset': offset })).status, offset).toBe(400)
  const posts: Record<string, string>[] = [
    {},
    { 'upload-length': '10' },
    { 'upload-length': '-1', 'upload-metadata': metadataOf(aSecret(), ulid()) },
    { 'upload-length': '10', 'upload-metadata': 'secret' },
    { 'upload-length': '10', 'upload-metadata': metadataOf('short', ulid()) },
    { 'upload-length': '10', 'upload-metadata': metadataOf(aSecret(), '../x') },
    { 'upload-defer-length': '1', 'upload-metadata': metadataOf(aSecret(), ulid()) },
    { 'upload-length': '10', 'tus-resumable': '0.1', 'upload-metadata': metadataOf(aSecret(), ulid()) },
  ]
  for (const headers of posts) {
    const answer = await ask('POST', '/api/uploads', headers)
    expect([400, 412, 422], JSON.stringify(headers)).toContain(answer.status)
    expect(answer.error).toMatch(/^[a-z_]+$/)
  }
  for (const path of [`/api/uploads/${secret.toUpperCase()}`, '/api/uploads/..', '/api/uploads/x'])
    expect(await patch(path.slice('/api/uploads/'.length), 0, aJpeg(10)), path).toMatchObject({ status: 404 })
  expect((await client().head(secret)).offset).toBe(0)
})

test('an application has 15 open uploads; one that is stopped makes room for another', async () => {
  const application = ulid()
  const begun = await Promise.all(
    Array.from({ length: MOST_OPEN_UPLOADS + 3 }, () => client().begin(5_000, { application })),
  )
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(MOST_OPEN_UPLOADS)
  const refused = begun.filter(({ error }) => error === 'too_many_uploads')
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  await client().stop(begun.find(({ status }) => status === 201)?.secret ?? '')
  expect((await client().begin(5_000, { application })).status).toBe(201)
})

test('a claimed upload stays with its application: nobody stops it, and no other application gets it', async () => {
  const application = ulid()
  const { secret } = await client().upload(aJpeg(9_000), { application })
  const { secret: unfinished } = await client().begin(9_000, { application })
  const { secret: foreign } = await client().upload(aJpeg(9_000))
  const names = [secret, unfinished, foreign, aSecret()].map(nameOf)
  expect(await uploads().claim(names, application)).toEqual(names.slice(1))
  expect(await uploads().claim([nameOf(secret)], application)).toEqual([])
  expect(await client().stop(secret)).toMatchObject({ status: 409, error: 'upload_claimed' })
  await uploads().remove([nameOf(secret)])
  expect(await idsOf(secret)).toEqual([])
})

test('unused uploads go after 7 days without a touch; those that an application names stay', async () => {
  const application = ulid()
  const [unused, named, orphan] = await Promise.all([
    client().upload(aJpeg(300_000)),
    client().upload(aJpeg(9_000), { application }),
    client().upload(aJpeg(9_000)),
  ])
  const left = await client().upload(aJpeg(9_000))
  const store = here.services.couch.db('uploads')
  // A killed process left pieces without a record, and an application that was never written a claim.
  const record = await store.get(`upload:${nameOf(orphan.secret)}`)
  if (record) await store.remove(record)
  const [{ application: ofLeft } = { application: '' }] = (
    await store.many<{ application: string }>([`upload:${nameOf(left.secret)}`])
  ).flatMap((one) => one ?? [])
  expect(await uploads().claim([nameOf(named.secret)], application)).toEqual([])
  expect(await uploads().claim([nameOf(left.secret)], ofLeft)).toEqual([])
  const doc = { _id: `application:${application}`, uploads: { license: nameOf(named.secret) } }
  await here.services.couch.db('applications').create(doc)

  offsetMs = 6 * DAY_MS
  await uploads().sweep()
  expect((await idsOf(unused.secret)).length).toBe(3)
  expect(await idsOf(orphan.secret)).toEqual([])
  offsetMs = 8 * DAY_MS
  await uploads().sweep()
  expect(await idsOf(unused.secret)).toEqual([])
  expect(await idsOf(left.secret)).toEqual([])
  expect((await uploads().read(nameOf(named.secret)))?.size).toBe(9_000)
})

/** Uploads of which this many bytes fit; those of the tests before are gone. */
async function uploadsIn(mostBytes: number) {
  const ids = await here.services.couch.db('uploads').ids('upload:', 'upload:\uffff')
  await uploads().remove([...new Set(ids.map(nameIn))])
  const tight = openUploads({ ...here.services, now, mostBytes })
  return {
    async begin(size: number) {
      offsetMs += 1_000
      const secret = aSecret()
      await tight.begin(secret, { application: ulid(), size })
      return secret
    },
    append: (secret: string, offset: number, bytes: Buffer) =>
      tight.append(
        tight.nameOf(secret),
        offset,
        (async function* () {
          yield bytes
        })(),
      ),
  }
}
const areThere = (secrets: string[]) => Promise.all(secrets.map(async (one) => (await idsOf(one)).length > 0))

test('uploads that were only announced leave room for others, and give way after ten minutes', async () => {
  const { begin } = await uploadsIn(3 * MOST_PIECE_BYTES)
  const announced = [await begin(MOST_FILE_BYTES), await begin(MOST_FILE_BYTES)]
  const last = await begin(9_000)
  await expect(begin(MOST_FILE_BYTES)).rejects.toMatchObject({ status: 507, code: 'no_room' })
  offsetMs += 9 * 60_000
  await expect(begin(MOST_FILE_BYTES)).rejects.toMatchObject({ status: 507, code: 'no_room' })
  offsetMs += 2 * 60_000
  const next = await begin(MOST_FILE_BYTES)
  expect(await areThere([...announced, last, next])).toEqual([false, true, true, true])
})

test('an upload is counted in full from its first piece on, and takes the place of announced ones', async () => {
  const { begin, append } = await uploadsIn(4 * MOST_PIECE_BYTES)
  const [own, other, announced] = [
    await begin(3 * MOST_PIECE_BYTES),
    await begin(3 * MOST_PIECE_BYTES),
    await begin(MOST_FILE_BYTES),
  ]
  const bytes = aJpeg(3 * MOST_PIECE_BYTES)
  await expect(append(own, 0, bytes)).rejects.toMatchObject({ status: 507, code: 'no_room' })
  offsetMs += 11 * 60_000
  expect(await append(own, 0, bytes.subarray(0, 5_000))).toBe(5_000)
  expect(await areThere([own, other, announced])).toEqual([true, false, true])
  offsetMs += 11 * 60_000
  // It is under way for an hour after each piece, and no other one fits beside it.
  const another = await begin(2 * MOST_PIECE_BYTES)
  expect(await areThere([own, announced, another])).toEqual([true, false, true])
  await expect(append(another, 0, bytes)).rejects.toMatchObject({ status: 507, code: 'no_room' })
  expect(await append(own, 5_000, bytes.subarray(5_000))).toBe(bytes.length)
})

test('where room is short, the longest untouched goes first; one that is running gives way to nobody', async () => {
  const HOUR_MS = 3_600_000
  const tight = await uploadsIn(20_000)
  const begin = () => tight.begin(8_000)
  const oldest = await begin()
  offsetMs += 2 * HOUR_MS
  const next = await begin()
  offsetMs += 2 * HOUR_MS
  const latest = await begin()
  const there = async () => Promise.all([oldest, next, latest].map(async (one) => (await idsOf(one)).length))
  expect(await there()).toEqual([0, 1, 1])
  await begin()
  expect(await there()).toEqual([0, 0, 1])
  await expect(begin()).rejects.toMatchObject({ status: 507, code: 'no_room' })
  expect(await there()).toEqual([0, 0, 1])
})

test.each(['gives way', 'is stopped', 'is swept'])(
  'an upload that %s is kept if it is claimed meanwhile',
  async (how) => {
    await uploadsIn(0)
    const application = ulid()
    const { secret } = await client().upload(aJpeg(9_000), { application })
    offsetMs += 8 * DAY_MS
    const { couch } = here.services
    const store = couch.db('uploads')
    let isClaimed = false
    /** The application claims the upload when it was read, and before it is removed. */
    async function claimedThen<T>(read: T): Promise<T> {
      if (!isClaimed && JSON.stringify([read]).includes(nameOf(secret))) {
        isClaimed = true
        expect(await uploads().claim([nameOf(secret)], application)).toEqual([])
      }
      return read
    }
    const claimed: typeof store = {
      ...store,
      get: async <T extends object>(id: string) => claimedThen(await store.get<T>(id)),
      find: async <T extends object>(...asked: Parameters<typeof store.find>) =>
        claimedThen(await store.find<T>(...asked)),
    }
    const db: Couch['db'] = (name) => (name === 'uploads' ? claimed : couch.db(name))
    const tight = openUploads({ ...here.services, couch: { ...couch, db }, now, mostBytes: 10_000 })
    if (how === 'is swept') await tight.sweep()
    else {
      const asked =
        how === 'is stopped' ? tight.stop(nameOf(secret)) : tight.begin(aSecret(), { application: ulid(), size: 9_000 })
      await expect(asked).rejects.toMatchObject({ code: how === 'is stopped' ? 'upload_claimed' : 'no_room' })
    }
    expect(isClaimed).toBe(true)
    expect((await uploads().read(nameOf(secret)))?.bytes).toHaveLength(9_000)
  },
)

test('an upload that lacks a piece is not read as if it were complete', async () => {
  const { secret } = await client().upload(aJpeg(600_000))
  const store = here.services.couch.db('uploads')
  const piece = await store.get(`upload:${nameOf(secret)}:0262144`)
  if (piece) await store.remove(piece)
  await expect(uploads().read(nameOf(secret))).rejects.toThrow('337856 bytes are missing')
})

test('a full disk is said, and the longest untouched upload gives way before the next try', async () => {
  const { secret: oldest } = await client().begin(9_000)
  const { secret } = await client().begin(9_000)
  const full = Object.assign(new Error('no room'), { statusCode: 507 })
  const { couch } = here.services
  const onFullDisk = openUploads({
    ...{ ...here.services, now: () => new Date(now().getTime() + 2 * 3_600_000) },
    couch: {
      ...couch,
      db: (name) => (name === 'uploads' ? { ...couch.db(name), create: () => Promise.reject(full) } : couch.db(name)),
    },
  })
  async function* sent() {
    yield aJpeg(9_000)
  }
  const asked = onFullDisk.append(nameOf(secret), 0, sent())
  await expect(asked).rejects.toMatchObject({ status: 507, code: 'no_room', extra: { retryAfterSeconds: 60 } })
  expect([await idsOf(oldest), (await idsOf(secret)).length]).toEqual([[], 1])
})

test('during maintenance nothing is uploaded; anyone who asks how far it is gets an answer', async () => {
  const { secret } = await client().begin(9_000)
  const { deskSettings } = here.services
  const { version, emailNotifications, autoApproval } = await deskSettings.get()
  await deskSettings.change({ version, emailNotifications, autoApproval, maintenance: true }, 'admin')
  expect(await client().begin(9_000)).toMatchObject({ status: 503, error: 'maintenance' })
  expect(await client().patch(secret, 0, aJpeg(9_000))).toMatchObject({ status: 503, error: 'maintenance' })
  expect(await client().head(secret)).toMatchObject({ status: 200, offset: 0 })
  const changed = { version: version + 1, emailNotifications, autoApproval, maintenance: false }
  await deskSettings.change(changed, 'admin')
  expect(await client().patch(secret, 0, aJpeg(9_000))).toMatchObject({ status: 204, offset: 9_000 })
})

test('a session whose account has ended uploads nothing, and the account’s uploads are gone', async () => {
  const email = 'uploads@mogra.example'
  const account = await here.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const { cookie } = await here.signIn(email)
  const { secret, status } = await client(cookie).upload(aJpeg(9_000))
  expect(status).toBe(204)
  const { secret: open } = await client(cookie).begin(9_000)
  await here.services.accountDeletion.begin(account)
  // An account is cached for two seconds.
  await expect
    .poll(() => client(cookie).begin(9_000), { timeout: 5_000 })
    .toMatchObject({ status: 401, error: 'account_deleted' })
  expect(await client(cookie).patch(open, 0, aJpeg(9_000))).toMatchObject({ status: 401, error: 'account_deleted' })
  await here.services.accountDeletion.resume()
  expect([await idsOf(secret), await idsOf(open)]).toEqual([[], []])
})

test('no secret is in the log or in the database', async () => {
  const { secret } = await client().upload(aJpeg(9_000))
  await client().patch(secret, 1, aJpeg(10))
  expect(logged.some((line) => line.includes('/api/uploads/…'))).toBe(true)
  expect(logged.filter((line) => line.includes(secret))).toEqual([])
  const all = await here.services.couch.db('uploads').range('', '\uffff')
  expect(JSON.stringify(all)).not.toContain(secret)
})

test('an address begins 400 uploads a day', async () => {
  for (let n = 0; n < 400; n += 1) {
    try {
      here.services.addressLimits.count('upload', '127.0.0.1')
    } catch {
      break
    }
  }
  expect(await client().begin(9_000)).toMatchObject({ status: 429, error: 'too_many_requests' })
  offsetMs = DAY_MS
  expect((await client().begin(9_000)).status).toBe(201)
})
