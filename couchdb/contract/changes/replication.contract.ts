import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nano from 'nano'
import { afterAll, describe, expect, test } from 'vitest'
import { call, couchUrl, freshDatabase, freshName, graft, put } from '../couch.ts'

interface Device {
  put(doc: object): Promise<{ rev: string }>
  get(id: string, options?: object): Promise<{ _rev: string; n?: number; _conflicts?: string[] }>
  bulkDocs(docs: object[], options?: object): Promise<unknown>
  allDocs(): Promise<{ rows: { id: string; value: { rev: string } }[] }>
  getAttachment(id: string, name: string): Promise<Buffer>
  replicate: {
    to(remote: object, options?: object): Promise<{ ok: boolean; docs_written: number }>
    from(remote: object, options?: object): Promise<{ ok: boolean; docs_written: number }>
  }
  sync(remote: object, options: object): { cancel(): void; on(event: string, listener: () => void): unknown }
  changes(options: object): { on(event: string, listener: (change: { id: string }) => void): unknown; cancel(): void }
  close(): Promise<void>
}

const PouchDB = createRequire(import.meta.url)('pouchdb') as new (name: string, options: object) => Device

describe('replication by PouchDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mogra-devices-'))
  const open: Device[] = []
  const device = () => {
    const made = new PouchDB(join(folder, randomBytes(4).toString('hex')), { adapter: 'leveldb' })
    open.push(made)
    return made
  }
  // LevelDB stores attachments as buffers, and PouchDB gets them by calling `buffer()` on the response.
  const fetchBuffers = async (url: string, options: RequestInit) => {
    const response = await fetch(url, options)
    return Object.assign(response, { buffer: async () => Buffer.from(await response.arrayBuffer()) })
  }
  const remote = (name: string) =>
    new PouchDB(`${couchUrl}/${name}`, { adapter: 'http', fetch: fetchBuffers, skip_setup: true })
  afterAll(async () => {
    for (const each of open) await each.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('once', () => {
    const db = freshDatabase()

    test('a device pushes its documents once, and a second push sends nothing', async () => {
      const phone = device()
      await phone.bulkDocs(Array.from({ length: 250 }, (_, n) => ({ _id: `pushed-${n}`, n })))
      expect(await phone.replicate.to(remote(db.name))).toMatchObject({ ok: true, docs_written: 250 })
      expect((await call('GET', db.path)).body.doc_count).toBe(250)
      expect(await phone.replicate.to(remote(db.name))).toMatchObject({ ok: true, docs_written: 0 })
    })

    test('another device pulls the documents with the same revisions', async () => {
      const tablet = device()
      expect(await tablet.replicate.from(remote(db.name))).toMatchObject({ ok: true, docs_written: 250 })
      const { body } = await call('GET', `${db.path}/_all_docs`)
      const local = await tablet.allDocs()
      expect(local.rows.map((row) => [row.id, row.value.rev])).toEqual(
        body.rows.map((row: { id: string; value: { rev: string } }) => [row.id, row.value.rev]),
      )
    })

    test('deletions are replicated', async () => {
      const phone = device()
      await phone.replicate.from(remote(db.name))
      const { body } = await call('GET', `${db.path}/pushed-1`)
      await call('DELETE', `${db.path}/pushed-1?rev=${body._rev}`)
      await phone.replicate.from(remote(db.name))
      await expect(phone.get('pushed-1')).rejects.toMatchObject({ status: 404 })
    })

    test('a conflict has the same winner on both devices', async () => {
      const [phone, tablet] = [device(), device()]
      await phone.put({ _id: 'torn', n: 0 })
      await phone.replicate.to(remote(db.name))
      await tablet.replicate.from(remote(db.name))
      const { _rev } = await phone.get('torn')
      await phone.put({ _id: 'torn', _rev, n: 1 })
      await tablet.put({ _id: 'torn', _rev, n: 2 })
      await phone.replicate.to(remote(db.name))
      await tablet.replicate.to(remote(db.name))
      await phone.replicate.from(remote(db.name))
      await tablet.replicate.from(remote(db.name))
      const { body } = await call('GET', `${db.path}/torn?conflicts=true`)
      expect(body._conflicts).toHaveLength(1)
      for (const each of [phone, tablet]) {
        const local = await each.get('torn', { conflicts: true })
        expect([local._rev, local._conflicts]).toEqual([body._rev, body._conflicts])
      }
    })

    test('leaves that were created on the server are pulled too', async () => {
      const [a, b, c] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`, `2-${'c'.repeat(32)}`]
      await graft(db.path, 'grafted', [a, b])
      await graft(db.path, 'grafted', [a, c])
      const phone = device()
      await phone.replicate.from(remote(db.name))
      expect(await phone.get('grafted', { conflicts: true })).toMatchObject({ _rev: c, _conflicts: [b] })
    })

    test('attachments are replicated both ways', async () => {
      const [phone, tablet] = [device(), device()]
      const bytes = randomBytes(20_000)
      const data = bytes.toString('base64')
      await phone.put({ _id: 'photo', _attachments: { 'a.png': { content_type: 'image/png', data } } })
      await phone.replicate.to(remote(db.name))
      await tablet.replicate.from(remote(db.name))
      expect(bytes.equals(await tablet.getAttachment('photo', 'a.png'))).toBe(true)
    })

    test('with a selector, a push sends only the matching documents', async () => {
      const phone = device()
      await phone.bulkDocs([{ _id: 'own', device: 'd1' }, { _id: 'fact' }])
      const answer = await phone.replicate.to(remote(db.name), { selector: { device: { $gt: null } } })
      expect(answer.docs_written).toBe(1)
      expect((await call('GET', `${db.path}/fact`)).status).toBe(404)
    })
  })

  describe('live', () => {
    const db = freshDatabase()

    test('a document written on one device appears on the other', async () => {
      const [phone, tablet] = [device(), device()]
      const options = { live: true, retry: false }
      const syncs = [phone.sync(remote(db.name), options), tablet.sync(remote(db.name), options)]
      const arrived = (on: Device, id: string) =>
        new Promise<void>((resolve) => {
          const feed = on.changes({ live: true, since: 0 })
          feed.on('change', (change) => {
            if (change.id !== id) return
            feed.cancel()
            resolve()
          })
        })
      for (const [from, to, id] of [
        [phone, tablet, 'from-phone'],
        [tablet, phone, 'from-tablet'],
      ] as const) {
        const seen = arrived(to, id)
        await from.put({ _id: id })
        await seen
      }
      const seen = arrived(phone, 'from-service')
      await put(`${db.path}/from-service`, {})
      await seen
      for (const each of syncs) {
        const ended = new Promise<void>((resolve) => each.on('complete', resolve))
        each.cancel()
        await ended
      }
    })
  })
})

describe('nano', () => {
  test('nano creates a database, writes, reads, lists, finds, attaches and destroys', async () => {
    const server = nano(couchUrl)
    const name = freshName()
    await server.db.create(name)
    const db = server.use<{ city?: string }>(name)
    const stored = await db.insert({ city: 'Pune' }, 'florist:1')
    expect((await db.get('florist:1')).city).toBe('Pune')
    await expect(db.insert({ city: 'Delhi' }, 'florist:1')).rejects.toMatchObject({ statusCode: 409 })
    await db.bulk({ docs: [{ _id: 'florist:2', city: 'Delhi' }, { _id: 'florist:3' }] })
    const list = await db.list({ startkey: 'florist:2', include_docs: true })
    expect(list.rows.map((row) => row.doc?.city)).toEqual(['Delhi', undefined])
    expect((await db.fetch({ keys: ['florist:3', 'none'] })).rows).toHaveLength(2)
    await db.createIndex({ index: { fields: ['city'] } })
    expect((await db.find({ selector: { city: 'Pune' } })).docs).toHaveLength(1)
    await db.attachment.insert('florist:1', 'card.txt', Buffer.from('card'), 'text/plain', { rev: stored.rev })
    expect((await db.attachment.get('florist:1', 'card.txt')).toString()).toBe('card')
    await db.multipart.insert(
      { city: 'Goa' },
      [{ name: 'b.txt', data: 'bee', content_type: 'text/plain' }],
      'florist:4',
    )
    expect((await db.attachment.get('florist:4', 'b.txt')).toString()).toBe('bee')
    expect((await db.head('florist:4')).etag).toMatch(/^"1-/)
    expect((await db.changes({ since: 0 })).results.map((change) => change.id)).toContain('florist:4')
    const { _rev } = await db.get('florist:3')
    expect((await db.destroy('florist:3', _rev)).ok).toBe(true)
    await server.db.destroy(name)
    await expect(db.info()).rejects.toMatchObject({ statusCode: 404 })
  })
})
