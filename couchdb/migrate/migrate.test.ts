import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootstrap } from '../bootstrap.ts'
import { connect } from '../client/couch-client.ts'
import { startEmbedded } from '../embedded/start.ts'
import { admin } from '../embedded/testing.ts'
import { migrate } from './migrate.ts'
import { tableOf } from './report.ts'
import { type RunningProxy, startProxy } from './testing/fault-proxy.ts'
import { awkwardIds, fill, ORCHID } from './testing/source-database.ts'

const withAdmin = (url: string) => url.replace('//', `//${admin.name}:${admin.password}@`)

let root = ''
let made = 0
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-migrate-'))
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await rm(root, { recursive: true, force: true })
})

const freshFolder = () => join(root, String(++made))

async function freshServer(folder = freshFolder()) {
  const server = await startEmbedded({ folder, admin })
  closers.push(server.close)
  const url = withAdmin(server.url)
  return { ...server, folder, url, couch: connect(url) }
}

/** A data folder that was filled and that no server uses any more. */
async function filledFolder(): Promise<string> {
  const { folder, url, close } = await freshServer()
  await fill(url)
  await close()
  return folder
}

async function proxyTo(url: string, intercept: Parameters<typeof startProxy>[1]): Promise<RunningProxy> {
  const proxy = await startProxy(url, intercept)
  closers.push(proxy.close)
  return proxy
}

function start(...args: string[]) {
  const { COUCHDB_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { child, ended }
}

const run = (...args: string[]) => start(...args).ended

/** Migrates within this process; returns the log and the table. */
async function moved(from: string, to: string): Promise<string> {
  const lines: string[] = []
  const outcomes = await migrate({ from, to, log: (line) => lines.push(line) })
  return [...lines, ...tableOf(outcomes)].join('\n')
}

describe('couch:migrate', () => {
  test('a stopped Mogra’s folder is moved with conflicts, tombstones, histories, attachments and rights', async () => {
    const folder = await filledFolder()
    const { couch, url } = await freshServer()
    const { code, output } = await run('--from', folder, '--to', url)
    expect(output).toMatch(/^orders +1203 +1 +equal$/m)
    expect(output).toMatch(/^1 mailboxes +5 +0 +equal$/m)
    expect(output).toMatch(/^kyc +2 +0 +equal$/m)
    expect(code).toBe(0)

    expect(await couch.get('/orders/conflict?conflicts=true')).toMatchObject({
      _rev: '3-d',
      side: 'right',
      _conflicts: ['2-b'],
    })
    expect(await couch.get('/orders/settled?deleted_conflicts=true')).toMatchObject({
      side: 'kept',
      _deleted_conflicts: ['3-d'],
    })
    expect(await couch.get('/orders/gone?rev=2-b')).toMatchObject({ _deleted: true, why: 'kept in the tombstone' })
    const { _revisions } = await couch.get('/orders/long?revs=true')
    expect(Object(_revisions).ids).toHaveLength(400)

    const mailbox = '/mailbox-0123456789abcdef0123456789abcdef'
    expect(await couch.get(`${mailbox}/_security`)).toMatchObject({ members: { names: ['asha'] } })
    expect(await couch.try('GET', `${mailbox}/_revs_limit`)).toEqual({ status: 200, body: 50 })
    const { rows } = await couch.get(`${mailbox}/_all_docs`)
    expect(
      Object(rows)
        .map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual(awkwardIds.toSorted())

    const orchid = await couch.open('/kyc/paper/orchid.bin')
    expect(ORCHID.equals(Buffer.from(await orchid.arrayBuffer()))).toBe(true)
    expect(await (await couch.open(`/kyc/a%2Fb/${encodeURIComponent('फूल & "leaf"/1.txt')}`)).text()).toBe('awkward')
    expect(await (await couch.open('/kyc/a%2Fb/1')).text()).toBe('first')
    expect(await (await couch.open('/kyc/a%2Fb/2')).text()).toBe('second')
    const { _attachments } = await couch.get('/kyc/paper')
    expect(_attachments).toMatchObject({
      'note.txt': { content_type: 'text/plain', length: 8500 },
      empty: { length: 0 },
    })
  })

  test('a migration that is killed at any request is completed by the next run', { timeout: 300_000 }, async () => {
    const folder = await filledFolder()
    const { url } = await freshServer()
    let victim: ReturnType<typeof start> | undefined
    let requests = 0
    let killAt = 0
    const proxy = await proxyTo(url, () => {
      requests += 1
      if (requests === killAt) victim?.child.kill('SIGKILL')
      return false
    })
    let kills = 0
    for (killAt = 5; ; killAt += 9) {
      requests = 0
      victim = start('--from', folder, '--to', proxy.url)
      const { code, output } = await victim.ended
      if (code === null) {
        kills += 1
        continue
      }
      expect(output).toMatch(/^orders +1203 +1 +equal$/m)
      expect(output).toMatch(/^kyc +2 +0 +equal$/m)
      expect(code).toBe(0)
      break
    }
    expect(kills).toBeGreaterThan(3)
  })

  test('the comparison names documents that the target confirmed but does not have', async () => {
    const source = await freshServer()
    await fill(source.url)
    const { url } = await freshServer()
    const proxy = await proxyTo(url, ({ url: path }, response) => {
      if (!path?.startsWith('/orders/_bulk_docs')) return false
      response.writeHead(201, { 'content-type': 'application/json' }).end('[]')
      return true
    })
    const { code, output } = await run('--from', source.url, '--to', proxy.url)
    expect(output).toMatch(/^orders +1203 +1 +DIFFERENT$/m)
    expect(output).toMatch(/^orders: 1204 missing at http:\S+: order:0, .* …\.$/m)
    expect(output).toMatch(/^kyc +2 +0 +equal$/m)
    expect(code).toBe(1)

    // The checkpoint says that everything was moved, but the comparison finds what is missing.
    expect(await moved(source.url, url)).toMatch(/^orders +1203 +1 +equal$/m)
  })

  test('the comparison names what was changed at the target', async () => {
    const source = await freshServer()
    await fill(source.url)
    const { url, couch } = await freshServer()
    await moved(source.url, url)
    await couch.post('/orders', { _id: 'stray' })
    await couch.put('/orders/long', { ...(await couch.get('/orders/long')), edited: true })
    await couch.put('/kyc/_security', {})
    const output = await moved(source.url, url)
    expect(output).toMatch(/^orders: 1 with other revisions: long\.$/m)
    expect(output).toMatch(/^orders: 1 unknown at http:\S+: stray\.$/m)
    expect(output).toMatch(/^orders: 1203 documents and 1 deleted became 1204 and 1\.$/m)
    // Rights are restored; extra documents are not deleted.
    expect(output).toMatch(/^kyc +2 +0 +equal$/m)
  })

  test('documents that are written during the migration are moved too, and the log says so', async () => {
    const source = await freshServer()
    await fill(source.url)
    const { url, couch } = await freshServer()
    let writes = 0
    const proxy = await proxyTo(source.url, ({ url: path }, response) => {
      if (writes === 0 && isComparison(path))
        response.once('finish', () => void source.couch.put(`/orders/late:${++writes}`, {}))
      return false
    })
    const output = await moved(proxy.url, url)
    expect(output).toMatch(/^Changed at \S+ meanwhile, so once more: orders\.$/m)
    expect(output).toMatch(/^orders +1204 +1 +equal$/m)
    expect(await couch.get('/orders/late:1')).toMatchObject({ _id: 'late:1' })
  })

  test('the migration gives up on a source that is written to without end', async () => {
    const source = await freshServer()
    await fill(source.url)
    const { url } = await freshServer()
    let writes = 0
    const proxy = await proxyTo(source.url, ({ url: path }, response) => {
      if (isComparison(path)) response.once('finish', () => void source.couch.put(`/orders/late:${++writes}`, {}))
      return false
    })
    await expect(moved(proxy.url, url)).rejects.toThrow(
      /is still written to \(orders\): stop its service, then run this again\.$/,
    )
  })

  test('design documents of the bootstrap are neither copied from the source nor missed at the target', async () => {
    const source = await freshServer()
    const target = await freshServer()
    for (const { url } of [source, target]) await bootstrap({ url })
    await source.couch.put('/catalogue/rose', { type: 'flower' })
    const output = await moved(source.url, target.url)
    expect(output).toMatch(/^catalogue +1 +0 +equal$/m)
    expect(output).toMatch(/^outbox +0 +0 +equal$/m)
  })

  test('a migration that cannot begin fails with a one-sentence reason', async () => {
    const source = await freshServer()
    await fill(source.url)
    const target = await freshServer()
    await target.couch.put('/orders', undefined)
    await target.couch.put('/orders/mine', {})
    const refused = (from: string, to: string) =>
      moved(from, to).then(
        () => 'It began.',
        (error: Error) => error.message,
      )
    expect(await refused(source.url, target.url)).toMatch(
      /^\S+ already holds documents of its own in orders: empty it first\.$/,
    )
    expect(await refused(root, target.url)).toMatch(/^--from is "\S+", which is neither a URL nor a data folder/)
    expect(await refused(source.url, source.url)).toBe('--from and --to are the same server.')
    expect(await refused(source.url, target.url.replace(admin.password, 'wrong'))).toMatch(
      /^\S+ refuses the name and password in --to\.$/,
    )
    const inUse = await run('--from', source.folder, '--to', target.url)
    expect(inUse.output).toMatch(/^The database in \S+ is in use by a running Mogra; stop that one first\.\n$/)
    expect(inUse.code).toBe(1)
  })

  test.each([
    [['--to', 'http://a:b@127.0.0.1:1'], '--from is missing; --help tells what it may be.'],
    [['--from', 'folder'], '--to is missing; --help tells what it may be.'],
    [['--form', 'folder'], "Unknown option '--form'; --help tells what there is."],
    [['--from'], "Option '--from <value>' argument missing; --help tells what there is."],
  ])('the command refuses the arguments %s', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 1, output: `${sentence}\n` })
  })
})

/** Recognises the last read of a database's changes before the database counts as moved. */
const isComparison = (path = '') => /^\/orders\/_changes\?.*limit=2000/.test(path)
