import { describe, expect, test } from 'vitest'
import { call, freshDatabase, freshName, put, send } from '../couch.ts'

// https://docs.couchdb.org/en/stable/api/database/changes.html#changes-feeds
describe('a continuous feed', () => {
  const db = freshDatabase()
  const last = async (): Promise<string> =>
    encodeURIComponent((await call('GET', `${db.path}/_changes?since=now`)).body.last_seq)

  /** Reads until `enough` returns true, then closes the connection. */
  async function readUntil(path: string, enough: (text: string) => boolean, onChunk?: (text: string) => Promise<void>) {
    const hangUp = new AbortController()
    const feed = await send('GET', path, { signal: hangUp.signal })
    let text = ''
    for await (const chunk of feed.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (enough(text)) break
      await onChunk?.(text)
    }
    hangUp.abort()
    return text
  }

  test('sends the existing changes first, then the new ones', async () => {
    await put(`${db.path}/before`, {})
    let isWritten = false
    const text = await readUntil(
      `${db.path}/_changes?feed=continuous&heartbeat=1000`,
      (so) => so.includes('"after"'),
      async () => {
        if (isWritten) return
        isWritten = true
        await put(`${db.path}/after`, {})
      },
    )
    const ids = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]))
    expect(ids).toEqual(['before', 'after'])
  })

  test('sends heartbeats while there are no changes', async () => {
    const path = `${db.path}/_changes?feed=continuous&heartbeat=200&since=${await last()}`
    expect(await readUntil(path, (text) => text.length >= 3)).toMatch(/^\n{3,}$/)
  })

  test('ends after its timeout with the last sequence', async () => {
    const since = await last()
    const { status, text } = await call('GET', `${db.path}/_changes?feed=continuous&timeout=300&since=${since}`)
    expect(status).toBe(200)
    const end = JSON.parse(text)
    const { body } = await call('GET', `${db.path}/_changes?since=${encodeURIComponent(end.last_seq)}`)
    expect(body.results).toEqual([])
  })

  test('since=now returns only later changes', async () => {
    let isWritten = false
    const text = await readUntil(
      `${db.path}/_changes?feed=continuous&heartbeat=200&since=now`,
      (so) => so.includes('"id"'),
      async () => {
        if (isWritten) return
        isWritten = true
        await put(`${db.path}/just-now`, {})
      },
    )
    expect(JSON.parse(text.trim())).toMatchObject({ id: 'just-now' })
  })

  test('include_docs and style=all_docs return the documents and all leaves', async () => {
    const since = await last()
    const rev = await put(`${db.path}/carried`, { n: 1 })
    const path = `${db.path}/_changes?feed=continuous&timeout=300&since=${since}&include_docs=true&style=all_docs`
    const [line = ''] = (await call('GET', path)).text.split('\n')
    expect(JSON.parse(line)).toMatchObject({ id: 'carried', changes: [{ rev }], doc: { _id: 'carried', n: 1 } })
  })
})

describe('a long poll', () => {
  const db = freshDatabase()

  test('returns no more than its limit, and the next poll continues from there', async () => {
    for (const id of ['a', 'b', 'c']) await put(`${db.path}/${id}`, {})
    const path = `${db.path}/_changes?feed=longpoll&timeout=2000&limit=2`
    const first = (await call('GET', path)).body
    expect(first.results).toMatchObject([{ id: 'a' }, { id: 'b' }])
    const next = (await call('GET', `${path}&since=${encodeURIComponent(first.last_seq)}`)).body
    expect(next.results).toMatchObject([{ id: 'c' }])
  })

  test('responds when a document is deleted', async () => {
    const rev = await put(`${db.path}/mortal`, {})
    const waiting = await send('GET', `${db.path}/_changes?feed=longpoll&since=now&heartbeat=500`)
    await call('DELETE', `${db.path}/mortal?rev=${rev}`)
    expect(JSON.parse(await waiting.text()).results).toMatchObject([{ id: 'mortal', deleted: true }])
  })

  test('ends when its database is deleted', async () => {
    const name = freshName()
    await call('PUT', `/${name}`)
    await put(`/${name}/doc`, {})
    const waiting = await send('GET', `/${name}/_changes?feed=longpoll&since=now&heartbeat=300`)
    const ended = waiting.text().then(
      () => 'ended',
      () => 'cut',
    )
    await call('DELETE', `/${name}`)
    expect(['ended', 'cut']).toContain(await ended)
  })
})

// https://docs.couchdb.org/en/stable/api/server/common.html#db-updates
describe('_db_updates', () => {
  interface Update {
    db_name: string
    type: string
    seq: unknown
  }

  /** Follows the feed until it has reported all these types of update for one database. */
  async function hear(since: string, name: string, types: string[]): Promise<string[]> {
    const heard: string[] = []
    for (let from = since; !types.every((type) => heard.includes(type)); ) {
      const path = `/_db_updates?feed=longpoll&timeout=10000&since=${encodeURIComponent(from)}`
      const { status, body } = await call('GET', path)
      expect(status).toBe(200)
      const updates: Update[] = body.results
      heard.push(...updates.filter((update) => update.db_name === name).map((update) => update.type))
      from = body.last_seq
    }
    return heard
  }

  test('reports databases that are created, updated and deleted', async () => {
    expect([201, 412]).toContain((await call('PUT', '/_global_changes')).status)
    const name = freshName()
    const since = (await call('GET', '/_db_updates?since=now')).body.last_seq
    await call('PUT', `/${name}`)
    await hear(since, name, ['created'])
    await put(`/${name}/doc`, {})
    await hear(since, name, ['updated'])
    await call('DELETE', `/${name}`)
    await hear(since, name, ['deleted'])
  })

  test('is only for admins', async () => {
    expect((await call('GET', '/_db_updates', { token: null })).status).toBe(401)
  })
})
