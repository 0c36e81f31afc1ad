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
