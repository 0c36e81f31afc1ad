import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put, send } from '../couch.ts'

describe('_changes through a filter', () => {
  const db = freshDatabase()
  const [a, b, c] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`, `2-${'c'.repeat(32)}`]
  const changes = (query: string) => call('GET', `${db.path}/_changes?${query}`)

  async function ids(query: string): Promise<string[]> {
    const { status, body } = await changes(query)
    expect(status, query).toBe(200)
    return body.results.map((change: { id: string }) => change.id)
  }

  beforeAll(async () => {
    await put(`${db.path}/_design/shop`, {
      filters: {
        city: 'function (doc, req) { return doc.city === req.query.city }',
        mine: 'function (doc, req) { return req.userCtx.roles.indexOf("_admin") >= 0 && req.method === "GET" && doc.n }',
        deleted: 'function (doc) { return doc._deleted }',
      },
      views: { priced: { map: 'function (doc) { if (doc.rupees) emit(doc._id, null) }' } },
    })
    for (const doc of [
      { _id: 'rose', city: 'Pune', rupees: 10, n: 1 },
      { _id: 'lily', city: 'Delhi', rupees: 20 },
      { _id: 'fern', city: 'Pune' },
    ])
      await put(`${db.path}/${doc._id}`, doc)
    await graft(db.path, 'torn', [a, b], { city: 'Agra' })
    await graft(db.path, 'torn', [a, c], { city: 'Surat' })
  })

  test('a filter function of a design document gets the request and chooses the changes', async () => {
    expect(await ids('filter=shop/city&city=Pune')).toEqual(['rose', 'fern'])
    expect(await ids('filter=shop/city&city=Delhi')).toEqual(['lily'])
    expect(await ids('filter=shop/mine')).toEqual(['rose'])
  })

  test('documents are returned only with include_docs, and the limit counts the changes that passed', async () => {
    const { body } = await changes('filter=shop/city&city=Pune&limit=1')
    expect(body.results).toHaveLength(1)
    expect(body.results[0].doc).toBeUndefined()
    const next = await changes(
      `filter=shop/city&city=Pune&include_docs=true&since=${encodeURIComponent(body.last_seq)}`,
    )
    expect(next.body.results).toMatchObject([{ id: 'fern', doc: { city: 'Pune' } }])
  })

  test('the filter function gets deletions too', async () => {
    const rev = await put(`${db.path}/mortal`, { city: 'Pune' })
    await call('DELETE', `${db.path}/mortal?rev=${rev}`)
    expect(await ids('filter=shop/deleted')).toEqual(['mortal'])
    expect(await ids('filter=shop/city&city=Pune')).not.toContain('mortal')
  })

  test('with style=all_docs the filter function is called for each leaf', async () => {
    expect(await ids('filter=shop/city&city=Agra')).toEqual([])
    const { body } = await changes('filter=shop/city&city=Agra&style=all_docs')
    expect(body.results).toMatchObject([{ id: 'torn', changes: [{ rev: b }] }])
  })

  test('with _view a change passes if the map function emits a row', async () => {
    expect(await ids('filter=_view&view=shop/priced')).toEqual(['rose', 'lily'])
  })

  test('_design passes only design documents', async () => {
    expect(await ids('filter=_design')).toEqual(['_design/shop'])
  })

  test('a long poll waits for a change that passes the filter', async () => {
    const since = encodeURIComponent((await changes('since=now')).body.last_seq)
    const waiting = await send(
      'GET',
      `${db.path}/_changes?feed=longpoll&filter=shop/city&city=Pune&since=${since}&heartbeat=500`,
    )
    await put(`${db.path}/orchid`, { city: 'Agra' })
    await put(`${db.path}/jasmine`, { city: 'Pune' })
    expect(JSON.parse(await waiting.text()).results).toMatchObject([{ id: 'jasmine' }])
  })

  test('a filter that does not exist is a 404', async () => {
    for (const query of ['filter=shop/nothing', 'filter=nothing/city', 'filter=_view&view=shop/nothing'])
      expect(await changes(query), query).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('a malformed filter name is refused', async () => {
    for (const query of ['filter=nonsense', 'filter=_nonsense', 'filter=_view', 'filter=a/b/c'])
      expect(await changes(query), query).toMatchObject({ status: 400, body: { error: 'bad_request' } })
  })

  test('a changed filter function takes effect at once', async () => {
    const rev = await put(`${db.path}/_design/moody`, {
      filters: { now: 'function (doc) { return doc._id === "rose" }' },
    })
    expect(await ids('filter=moody/now')).toEqual(['rose'])
    await put(`${db.path}/_design/moody`, {
      _rev: rev,
      filters: { now: 'function (doc) { return doc._id === "lily" }' },
    })
    expect(await ids('filter=moody/now')).toEqual(['lily'])
  })
})

describe('_changes through a selector', () => {
  const db = freshDatabase()
  const [a, b, c] = [`1-${'a'.repeat(32)}`, `2-${'b'.repeat(32)}`, `2-${'c'.repeat(32)}`]
  const selecting = (selector: object, query = '') =>
    call('POST', `${db.path}/_changes?filter=_selector&${query}`, { body: { selector } })
  const of = (...cities: string[]) => ({ city: { $in: cities } })
  const now = async (): Promise<string> =>
    encodeURIComponent((await call('GET', `${db.path}/_changes?since=now`)).body.last_seq)
  const idsOf = (answer: { body: { results: { id: string }[] } }) => answer.body.results.map(({ id }) => id)

  /** Asks page after page, as a device does that pulls, until a page is not full. */
  async function readAll(selector: object, limit: number, from = '0'): Promise<string[]> {
    const found: string[] = []
    for (let since = from; ; ) {
      const { status, body } = await selecting(selector, `limit=${limit}&since=${encodeURIComponent(since)}`)
      expect(status).toBe(200)
      found.push(...body.results.map(({ id }: { id: string }) => id))
      if (body.results.length < limit) {
        expect(body.pending).toBe(0)
        return found
      }
      since = body.last_seq
    }
  }

  beforeAll(async () => {
    const others = Array.from({ length: 1_200 }, (_, n) => ({ _id: `pune-${n}`, city: 'pune', notes: 'open' }))
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs: others } })
    for (let n = 0; n < 5; n += 1) await put(`${db.path}/agra-${n}`, { city: 'agra', notes: 'open' })
  })

  test('finds a few documents behind many others, whatever the size of a page', async () => {
    const wanted = ['agra-0', 'agra-1', 'agra-2', 'agra-3', 'agra-4']
    for (const limit of [1, 2, 5, 100, 1_000])
      expect(await readAll(of('agra'), limit), `limit ${limit}`).toEqual(wanted)
    expect(await readAll(of('agra', 'pune'), 500)).toHaveLength(1_205)
    expect(await readAll(of(), 100)).toEqual([])
  })

  test('more is pending while there are more that match, and nothing after the last change', async () => {
    const { body } = await selecting(of('agra'), 'limit=3')
    expect(body.results).toHaveLength(3)
    expect(body.pending).toBeGreaterThan(0)
    const last = await selecting(of('agra'), `limit=2&since=${encodeURIComponent(body.last_seq)}`)
    expect(idsOf(last)).toEqual(['agra-3', 'agra-4'])
    expect(last.body.pending).toBe(0)
  })

  test('a page in which nothing matches ends where the database ends', async () => {
    const { body } = await selecting(of('agra'), `since=${await now()}`)
    await put(`${db.path}/pune-last`, { city: 'pune' })
    const after = await selecting(of('agra'), `since=${encodeURIComponent(body.last_seq)}`)
    expect(after.body).toMatchObject({ results: [], pending: 0 })
    const all = await call('GET', `${db.path}/_changes?since=${encodeURIComponent(after.body.last_seq)}`)
    expect(all.body.results).toEqual([])
  })

  test('a document that was closed and keeps its city is reported again, without what it held before', async () => {
    const rev = await put(`${db.path}/closing`, { city: 'surat', notes: 'open' })
    const since = await now()
    const closed = await put(`${db.path}/closing`, { _rev: rev, city: 'surat', closedAt: '2026-11-26T10:00:00.000Z' })
    const { body } = await selecting(of('surat'), `include_docs=true&since=${since}`)
    expect(body.results).toMatchObject([{ id: 'closing', changes: [{ rev: closed }] }])
    expect(body.results[0].doc).toEqual({
      ...{ _id: 'closing', _rev: closed, city: 'surat' },
      closedAt: '2026-11-26T10:00:00.000Z',
    })
    expect(idsOf(await selecting(of('agra'), `since=${since}`))).toEqual([])
  })

  test('a document without the field, or deleted without it, matches no list', async () => {
    const since = await now()
    await put(`${db.path}/nowhere`, { notes: 'open' })
    const rev = await put(`${db.path}/mortal`, { city: 'surat' })
    await call('DELETE', `${db.path}/mortal?rev=${rev}`)
    expect(idsOf(await selecting(of('surat', 'agra', 'pune'), `since=${since}`))).toEqual([])
  })

  test('documents are returned only with include_docs', async () => {
    const { body } = await selecting(of('agra'), 'limit=1')
    expect(body.results[0].doc).toBeUndefined()
  })

  test('with style=all_docs each leaf is judged by itself', async () => {
    await graft(db.path, 'torn', [a, b], { city: 'goa' })
    await graft(db.path, 'torn', [a, c], { city: 'kochi' })
    expect((await selecting(of('goa'), 'style=all_docs')).body.results).toMatchObject([
      { id: 'torn', changes: [{ rev: b }] },
    ])
    expect((await selecting(of('goa', 'kochi'), 'style=all_docs')).body.results[0].changes).toEqual([
      { rev: c },
      { rev: b },
    ])
    expect(idsOf(await selecting(of('goa')))).toEqual([])
    expect(idsOf(await selecting(of('kochi')))).toEqual(['torn'])
  })

  test('a long poll waits for a document that matches, past others that do not', async () => {
    const since = await now()
    const waiting = await send(
      'POST',
      `${db.path}/_changes?feed=longpoll&filter=_selector&since=${since}&style=all_docs&heartbeat=500`,
      { body: { selector: of('agra') } },
    )
    await put(`${db.path}/pune-late`, { city: 'pune' })
    await put(`${db.path}/agra-late`, { city: 'agra' })
    const { results, last_seq } = JSON.parse(await waiting.text())
    expect(results).toMatchObject([{ id: 'agra-late' }])
    expect(idsOf(await selecting(of('agra'), `since=${encodeURIComponent(last_seq)}`))).toEqual([])
  })

  test('a long poll in which nothing matches ends after its timeout, where the database ends', async () => {
    const since = await now()
    await put(`${db.path}/pune-unseen`, { city: 'pune' })
    const { body } = await selecting(of('agra'), `feed=longpoll&timeout=300&since=${since}`)
    expect(body.results).toEqual([])
    const all = await call('GET', `${db.path}/_changes?since=${encodeURIComponent(body.last_seq)}`)
    expect(all.body.results).toEqual([])
  })
})
