import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, put } from '../couch.ts'

interface Row {
  id: string
  key: string
  value: { rev: string; deleted?: boolean }
  doc?: { n: number } | null
  error?: string
}

describe('_all_docs', () => {
  const db = freshDatabase()
  let gone = ''

  beforeAll(async () => {
    const ids = ['d', 'a', 'c', 'b', 'e']
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs: ids.map((_id, n) => ({ _id, n })) } })
    const rev = await put(`${db.path}/gone`, {})
    gone = (await call('DELETE', `${db.path}/gone?rev=${rev}`)).body.rev
  })

  async function ids(query: string): Promise<string[]> {
    const { status, body } = await call('GET', `${db.path}/_all_docs?${query}`)
    expect(status, query).toBe(200)
    return body.rows.map((row: Row) => row.id)
  }

  test('documents are listed by id, deleted ones are not', async () => {
    const { body } = await call('GET', `${db.path}/_all_docs`)
    expect(body).toMatchObject({ total_rows: 5, offset: 0 })
    expect(body.rows.map((row: Row) => row.id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(body.rows[0]).toEqual({ id: 'a', key: 'a', value: { rev: expect.stringMatching(/^1-/) } })
  })

  test('a range includes its end, unless inclusive_end is false', async () => {
    expect(await ids('startkey="b"&endkey="d"')).toEqual(['b', 'c', 'd'])
    expect(await ids('start_key="b"&end_key="d"&inclusive_end=false')).toEqual(['b', 'c'])
    expect(await ids('startkey="bb"')).toEqual(['c', 'd', 'e'])
    expect(await ids('startkey="b"&endkey="b%EF%BF%B0"')).toEqual(['b'])
  })

  test('descending, skip and limit are applied', async () => {
    expect(await ids('descending=true')).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await ids('descending=true&startkey="d"&endkey="b"')).toEqual(['d', 'c', 'b'])
    expect(await ids('limit=2')).toEqual(['a', 'b'])
    expect(await ids('limit=2&skip=2')).toEqual(['c', 'd'])
    expect(await ids('limit=0')).toEqual([])
  })

  test('key returns one document, or none', async () => {
    expect(await ids('key="c"')).toEqual(['c'])
    expect(await ids('key="nothing"')).toEqual([])
  })

  test('include_docs returns the documents', async () => {
    const { body } = await call('GET', `${db.path}/_all_docs?include_docs=true&limit=1`)
    expect(body.rows[0].doc).toMatchObject({ _id: 'a', n: 1 })
  })

  test('keys returns rows in the order of the keys, for missing and deleted documents too', async () => {
    const { status, body } = await call('POST', `${db.path}/_all_docs?include_docs=true`, {
      body: { keys: ['c', 'nothing', 'gone', 'a', 'c'] },
    })
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([
      { id: 'c', doc: { n: 2 } },
      { key: 'nothing', error: 'not_found' },
      { id: 'gone', value: { rev: gone, deleted: true }, doc: null },
      { id: 'a' },
      { id: 'c' },
    ])
    const keys = encodeURIComponent(JSON.stringify(['b', 'a']))
    expect(await ids(`keys=${keys}`)).toEqual(['b', 'a'])
  })

  test('update_seq returns the sequence', async () => {
    const { body } = await call('GET', `${db.path}/_all_docs?update_seq=true&limit=1`)
    expect(String(body.update_seq)).toMatch(/^7-/)
  })

  test('invalid parameters are refused', async () => {
    for (const query of ['limit=-1', 'limit=x', 'skip=-1', 'startkey=unquoted', 'descending=perhaps'])
      expect((await call('GET', `${db.path}/_all_docs?${query}`)).status, query).toBe(400)
    for (const range of ['key="a"', 'startkey="a"', 'end_key="b"'])
      expect(await call('GET', `${db.path}/_all_docs?keys=["b","c"]&${range}`), range).toMatchObject({
        status: 400,
        body: { error: 'query_parse_error' },
      })
  })
})
