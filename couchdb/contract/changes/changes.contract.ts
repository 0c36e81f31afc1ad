import { describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put, send } from '../couch.ts'

interface Change {
  id: string
  seq: string
  changes: { rev: string }[]
  deleted?: boolean
  doc?: Record<string, unknown>
}

describe('_changes', () => {
  const db = freshDatabase()
  const changes = (query = '') => call('GET', `${db.path}/_changes?${query}`)
  const seen = (results: Change[]) => results.map((change) => change.id)
  const now = async (): Promise<string> => encodeURIComponent((await changes('since=now')).body.last_seq)

  test('lists each document once, with its newest revision', async () => {
    const first = await put(`${db.path}/one`, { n: 1 })
    await put(`${db.path}/two`, {})
    const second = await put(`${db.path}/one`, { _rev: first, n: 2 })
    const { status, body } = await changes()
    expect(status).toBe(200)
    expect(seen(body.results)).toEqual(['two', 'one'])
    expect(body.results[1].changes).toEqual([{ rev: second }])
    expect(body.pending).toBe(0)
  })

  test('continues after the sequence where the last response ended', async () => {
    const { body } = await changes()
    expect((await changes(`since=${encodeURIComponent(body.last_seq)}`)).body.results).toEqual([])
    await put(`${db.path}/three`, {})
    expect(seen((await changes(`since=${encodeURIComponent(body.last_seq)}`)).body.results)).toEqual(['three'])
  })

  test('since=now returns no changes', async () => {
    expect((await changes('since=now')).body.results).toEqual([])
  })

  test('returns pages of the requested size', async () => {
    const since = await now()
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs: [{ _id: 'p1' }, { _id: 'p2' }, { _id: 'p3' }] } })
    const page = await changes(`since=${since}&limit=2`)
    expect(page.body.results).toHaveLength(2)
    expect(page.body.pending).toBe(1)
    const next = await changes(`since=${encodeURIComponent(page.body.last_seq)}&limit=2`)
    expect(seen([...page.body.results, ...next.body.results]).sort()).toEqual(['p1', 'p2', 'p3'])
    expect(next.body.pending).toBe(0)
  })

  test('marks deletions', async () => {
    const rev = await put(`${db.path}/mortal`, {})
    const since = await now()
    await call('DELETE', `${db.path}/mortal?rev=${rev}`)
    expect((await changes(`since=${since}`)).body.results).toMatchObject([{ id: 'mortal', deleted: true }])
  })

  test('style=all_docs lists all leaves, the winner first', async () => {
    const since = await now()
    const [a, b, c] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`, `2-${'c'.repeat(32)}`]
    await graft(db.path, 'torn', [a, b])
    await graft(db.path, 'torn', [a, c])
    expect((await changes(`since=${since}`)).body.results[0].changes).toEqual([{ rev: c }])
    const { body } = await changes(`since=${since}&style=all_docs`)
    expect(body.results[0].changes).toEqual([{ rev: c }, { rev: b }])
  })

  test('descending=true reverses the order', async () => {
    const forward = seen((await changes()).body.results)
    expect(seen((await changes('descending=true')).body.results)).toEqual(forward.toReversed())
    expect(seen((await changes('descending=true&limit=1')).body.results)).toEqual([forward.at(-1)])
  })

  test('include_docs returns the documents, with their conflicts', async () => {
    const { body } = await changes('include_docs=true&conflicts=true')
    const docs = new Map<string, Change>(body.results.map((change: Change) => [change.id, change]))
    expect(docs.get('one')?.doc).toMatchObject({ _id: 'one', n: 2 })
    expect(docs.get('torn')?.doc?._conflicts).toHaveLength(1)
    expect(docs.get('mortal')?.doc).toMatchObject({ _deleted: true })
  })

  test('_doc_ids returns only the given documents', async () => {
    const { status, body } = await call('POST', `${db.path}/_changes?filter=_doc_ids`, {
      body: { doc_ids: ['two', 'x'] },
    })
    expect(status).toBe(200)
    expect(seen(body.results)).toEqual(['two'])
  })

  test('_selector returns only the documents that match', async () => {
    const { status, body } = await call('POST', `${db.path}/_changes?filter=_selector`, {
      body: { selector: { n: { $gt: 1 } } },
    })
    expect(status).toBe(200)
    expect(seen(body.results)).toEqual(['one'])
  })

  test('an invalid selector is refused', async () => {
    for (const selector of ['text', [], { n: { $nonsense: 1 } }])
      expect(
        await call('POST', `${db.path}/_changes?filter=_selector`, { body: { selector } }),
        JSON.stringify(selector),
      ).toMatchObject({ status: 400, body: { error: 'bad_request' } })
    const { body } = await call('POST', `${db.path}/_changes?filter=_selector`, { body: { selector: 'text' } })
    expect(body.reason).toContain('expected a JSON object')
  })

  test('invalid parameters are refused', async () => {
    for (const query of ['feed=nonsense', 'since=nonsense']) expect((await changes(query)).status, query).toBe(400)
    // CouchDB up to 3.5 returns 500 for this one instead of refusing it.
    expect([400, 500]).toContain((await changes('limit=x')).status)
  })
})

describe('feeds', () => {
  const db = freshDatabase()
  const last = async (): Promise<string> =>
    encodeURIComponent((await call('GET', `${db.path}/_changes?since=now`)).body.last_seq)

  test('a long poll with changes to report responds at once', async () => {
    const since = await last()
    await put(`${db.path}/early`, {})
    const { body } = await call('GET', `${db.path}/_changes?feed=longpoll&since=${since}&timeout=20000`)
    expect(body.results).toMatchObject([{ id: 'early' }])
  })

  test('a waiting long poll responds when the next document is written', async () => {
    const since = await last()
    const waiting = await send('GET', `${db.path}/_changes?feed=longpoll&since=${since}&heartbeat=500`)
    await put(`${db.path}/awaited`, {})
    const body = JSON.parse(await waiting.text())
    expect(body.results).toMatchObject([{ id: 'awaited' }])
    expect(body.last_seq).toMatch(/^\d+-/)
  })

  test('a long poll without changes ends after its timeout', async () => {
    const since = await last()
    const { status, body } = await call('GET', `${db.path}/_changes?feed=longpoll&since=${since}&timeout=200`)
    expect(status).toBe(200)
    expect(body.results).toEqual([])
  })

  test('a long poll sends heartbeats while it waits', async () => {
    const since = await last()
    const waiting = await send('GET', `${db.path}/_changes?feed=longpoll&since=${since}&heartbeat=200`)
    const chunks: string[] = []
    let beats = 0
    for await (const chunk of waiting.body ?? []) {
      chunks.push(Buffer.from(chunk).toString())
      if (/^\n+$/.test(chunks.at(-1) ?? '')) beats += 1
      if (beats === 2) await call('PUT', `${db.path}/after-beats`, { body: {} })
    }
    expect(beats).toBeGreaterThanOrEqual(2)
    expect(JSON.parse(chunks.join('')).results).toMatchObject([{ id: 'after-beats' }])
  })

  test('a long poll with a filter does not respond to changes that the filter drops', async () => {
    const since = await last()
    const waiting = await send(
      'POST',
      `${db.path}/_changes?feed=longpoll&since=${since}&filter=_doc_ids&heartbeat=500`,
      {
        body: { doc_ids: ['mine'] },
      },
    )
    await put(`${db.path}/not-mine`, {})
    await put(`${db.path}/mine`, {})
    expect(JSON.parse(await waiting.text()).results).toMatchObject([{ id: 'mine' }])
  })

  test('a continuous feed sends one change per line', async () => {
    const since = await last()
    const feed = await send('GET', `${db.path}/_changes?feed=continuous&since=${since}&heartbeat=500&limit=2`)
    await put(`${db.path}/line-1`, {})
    await put(`${db.path}/line-2`, {})
    const lines = (await feed.text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    expect(lines.slice(0, 2)).toMatchObject([{ id: 'line-1' }, { id: 'line-2' }])
    expect(lines[2]?.last_seq).toMatch(/^\d+-/)
  })

  test('one write ends many waiting long polls', async () => {
    const since = await last()
    const path = `${db.path}/_changes?feed=longpoll&since=${since}&heartbeat=500`
    const waiting = await Promise.all(Array.from({ length: 20 }, () => send('GET', path)))
    await put(`${db.path}/for-all`, {})
    const answers = await Promise.all(waiting.map(async (answer) => JSON.parse(await answer.text())))
    expect(answers.every(({ results }) => results[0].id === 'for-all')).toBe(true)
  })
})
