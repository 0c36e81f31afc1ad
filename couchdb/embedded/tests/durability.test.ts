import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../start.ts'
import { admin, authorization, request, type ServerProcess, spawnServer } from '../testing.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-durability-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ROUNDS = 12
const WRITERS = 4

interface Promised {
  ids: Set<string>
  /** The text of each acknowledged attachment, by document. */
  attachments: Map<string, string>
  hasIndex: boolean
}

describe('killed in the middle of writing', () => {
  /** What the server acknowledged, by database; undefined for a database that was acknowledged as deleted. */
  const promised = new Map<string, Promised | undefined>()

  /** Writes until the server is killed, and records only acknowledged writes. */
  async function writeUntilDeath(server: ServerProcess, writer: string): Promise<void> {
    const call = (method: string, path: string, body?: unknown) => request(server.url, method, path, body)
    try {
      for (let turn = 0; ; turn++) {
        const name = `db-${writer}-${turn}`
        if ((await call('PUT', `/${name}`)).status !== 201) return
        const kept: Promised = { ids: new Set(), attachments: new Map(), hasIndex: false }
        promised.set(name, kept)
        const index = await call('POST', `/${name}/_index`, { index: { fields: ['n'] }, ddoc: 'by-n', name: 'by-n' })
        kept.hasIndex = index.status === 200
        for (let n = 0; n < 8; n++) {
          const data = Buffer.from(`${name} ${n}`).toString('base64')
          const _attachments = { card: { content_type: 'text/plain', data } }
          const one = await call('PUT', `/${name}/one-${n}`, { n, _attachments })
          if (one.status === 201) {
            kept.ids.add(`one-${n}`)
            kept.attachments.set(`one-${n}`, `${name} ${n}`)
          }
          const docs = Array.from({ length: 20 }, (_, part) => ({ _id: `bulk-${n}-${part}`, text: 'x'.repeat(300) }))
          const { body } = await call('POST', `/${name}/_bulk_docs`, { docs })
          for (const row of body) if (row.ok) kept.ids.add(row.id)
          const edited = body.map((row: { id: string; rev: string }) => ({ _id: row.id, _rev: row.rev, text: 'again' }))
          await call('POST', `/${name}/_bulk_docs`, { docs: edited })
          if (n % 4 === 0) await call('POST', `/${name}/_compact`, {})
        }
        if (turn % 3 !== 2) continue
        promised.delete(name)
        if ((await call('DELETE', `/${name}`)).status === 200) promised.set(name, undefined)
      }
    } catch {
      // The server was killed; a request without a response was not acknowledged.
    }
  }

  test(`${ROUNDS} times: no acknowledged document, database, attachment or index is lost`, async () => {
    const acknowledged = () => [...promised.values()].reduce((sum, kept) => sum + (kept?.ids.size ?? 0), 0)
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged()
      const server = await spawnServer(folder)
      const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntilDeath(server, `${round}-${writer}`))
      // Kills at a different moment in each round, from the first writes to the middle of a compaction.
      await expect
        .poll(() => acknowledged() - before, { interval: 5, timeout: 30_000 })
        .toBeGreaterThanOrEqual(5 + round * 20)
      await server.kill()
      await Promise.all(writers)
    }

    const { url, close } = await startEmbedded({ folder, admin })
    const names = new Set((await request(url, 'GET', '/_all_dbs')).body)
    let documents = 0
    for (const [name, kept] of promised) {
      expect(names.has(name), name).toBe(kept !== undefined)
      if (!kept) continue
      const { body } = await request(url, 'GET', `/${name}/_all_docs`)
      const stored = new Set(body.rows.map((row: { id: string }) => row.id))
      const changed = new Set(
        (await request(url, 'GET', `/${name}/_changes`)).body.results.map((row: { id: string }) => row.id),
      )
      expect([...kept.ids].filter((id) => !stored.has(id) || !changed.has(id))).toEqual([])
      for (const [id, text] of kept.attachments)
        expect(await (await fetch(`${url}/${name}/${id}/card`, { headers: { authorization } })).text()).toBe(text)
      if (kept.hasIndex) {
        const query = { selector: { n: { $gte: 0 } }, use_index: ['by-n', 'by-n'] }
        const found = (await request(url, 'POST', `/${name}/_find`, query)).body
        expect(found.warning).toBeUndefined()
        expect(found.docs.length).toBeGreaterThanOrEqual(kept.attachments.size)
      }
      documents += kept.ids.size
    }
    expect(promised.size).toBeGreaterThan(ROUNDS)
    expect(documents).toBeGreaterThan(500)
    console.log(`${ROUNDS} kills: ${promised.size} databases, ${documents} acknowledged documents, none lost`)
    await close()
  }, 300_000)
})

describe('started again', () => {
  test('after a restart the server has the same id, documents, rights, settings and sequences', async () => {
    const own = join(folder, 'again')
    const first = await startEmbedded({ folder: own, admin })
    await request(first.url, 'PUT', '/db')
    await request(first.url, 'PUT', '/db/doc', { n: 1 })
    await request(first.url, 'POST', '/db/_index', { index: { fields: ['n'] }, name: 'by-n', ddoc: 'by-n' })
    const security = { admins: { names: [], roles: ['_admin'] }, members: { names: ['asha'], roles: [] } }
    await request(first.url, 'PUT', '/db/_security', security)
    await request(first.url, 'PUT', '/_node/_local/_config/jwt_keys/ec:a', 'pem')
    const { uuid } = (await request(first.url, 'GET', '/')).body
    const { last_seq: since } = (await request(first.url, 'GET', '/db/_changes')).body
    await first.close()

    const second = await startEmbedded({ folder: own, admin })
    expect((await request(second.url, 'GET', '/')).body.uuid).toBe(uuid)
    expect((await request(second.url, 'GET', '/db/_security')).body).toEqual(security)
    expect((await request(second.url, 'GET', '/_node/_local/_config/jwt_keys/ec:a')).body).toBe('pem')
    expect((await request(second.url, 'POST', '/db/_find', { selector: { n: 1 } })).body.docs).toHaveLength(1)
    expect((await request(second.url, 'GET', `/db/_changes?since=${since}`)).body.results).toEqual([])
    await request(second.url, 'PUT', '/db/next', {})
    expect((await request(second.url, 'GET', `/db/_changes?since=${since}`)).body.results).toMatchObject([
      { id: 'next' },
    ])
    await second.close()
  })

  test('a sequence of a deleted database means "from the start"', async () => {
    const { url, close } = await startEmbedded({ folder: join(folder, 'reborn'), admin })
    await request(url, 'PUT', '/db')
    await request(url, 'PUT', '/db/old', {})
    const { last_seq: since } = (await request(url, 'GET', '/db/_changes')).body
    await request(url, 'DELETE', '/db')
    await request(url, 'PUT', '/db')
    await request(url, 'PUT', '/db/new', {})
    expect((await request(url, 'GET', `/db/_changes?since=${since}`)).body.results).toMatchObject([{ id: 'new' }])
    await close()
  })
})

describe('a folder', () => {
  test('belongs to one server at a time, and a second one fails with a one-sentence reason', async () => {
    const own = join(folder, 'held')
    const server = await spawnServer(own)
    const sentence = `The folder ${own} is already in use by another Mogra database server.`
    await expect(spawnServer(own)).rejects.toThrow(new Error(sentence))
    await expect(startEmbedded({ folder: own, admin })).rejects.toThrow(sentence)
    await server.kill()
    const next = await startEmbedded({ folder: own, admin })
    await expect(startEmbedded({ folder: own, admin })).rejects.toThrow(sentence)
    await next.close()
  })
})
