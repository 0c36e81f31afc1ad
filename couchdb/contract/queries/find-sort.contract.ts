import { beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase } from '../couch.ts'

describe('sorting by _find', () => {
  const db = freshDatabase()
  const docs = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({
    _id: `d${n}`,
    kind: n % 2 ? 'rose' : 'jasmine',
    other: n,
    ...(n % 4 === 3 ? {} : { at: n }),
  }))
  const find = (body: object) => call('POST', `${db.path}/_find`, { body })

  async function found(body: object): Promise<string[]> {
    const answer = await find(body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.docs.map((doc: { _id: string }) => doc._id)
  }

  beforeAll(async () => {
    await call('POST', `${db.path}/_bulk_docs`, { body: { docs } })
    for (const [name, ...fields] of [
      ['by-at', 'at'],
      ['by-kind', 'kind', 'other'],
    ])
      await call('POST', `${db.path}/_index`, { body: { index: { fields }, name, ddoc: name } })
  })

  test.each<[string[], object]>([
    [['d1', 'd5'], { kind: 'rose' }],
    [['d0', 'd1', 'd2', 'd4', 'd5', 'd6'], {}],
    [['d1', 'd5'], { $or: [{ at: 5 }, { at: 1 }] }],
    [['d0', 'd2', 'd4', 'd5', 'd6'], { $nor: [{ at: 1 }] }],
    [['d0', 'd1', 'd2', 'd4', 'd6'], { at: { $ne: 5 } }],
    [['d4', 'd5', 'd6'], { at: { $gt: 2 } }],
    [['d4', 'd5', 'd6'], { at: { $gt: 2, $exists: true } }],
  ])('by an indexed field returns %j for %j', async (ids, selector) => {
    expect(await found({ selector, sort: ['at'] })).toEqual(ids)
    expect(await found({ selector, sort: [{ at: 'desc' }] })).toEqual(ids.toReversed())
  })

  test('by the last fields of an index works if the selector fixes the fields before them', async () => {
    expect(await found({ selector: { kind: 'rose' }, sort: [{ other: 'desc' }] })).toEqual(['d7', 'd5', 'd3', 'd1'])
    expect(await found({ selector: { kind: 'rose', other: { $gt: 3 } }, sort: ['other'] })).toEqual(['d5', 'd7'])
    expect((await find({ selector: { kind: { $gt: 'a' } }, sort: ['other'] })).status).toBe(400)
  })

  test('design documents are neither returned nor counted', async () => {
    expect(await found({ selector: { _id: { $gt: null } }, limit: 1, sort: ['_id'] })).toEqual(['d0'])
    expect(await found({ selector: {}, limit: 2, skip: 1 })).toEqual(['d1', 'd2'])
  })

  test('_explain returns a plan, also for an empty selector', async () => {
    const plan = await call('POST', `${db.path}/_explain`, { body: { selector: {}, fields: ['_id'] } })
    expect(plan).toMatchObject({ status: 200, body: { selector: {}, fields: ['_id'], index: { type: 'special' } } })
    const sorted = { selector: { kind: 'rose' }, sort: ['other'] }
    const { body } = await call('POST', `${db.path}/_explain`, { body: sorted })
    expect(body.index.name).toBe('by-kind')
  })

  test('nested $and conditions are combined', async () => {
    const selector = { $and: [{ $and: [{ kind: 'rose' }, { $and: [{ at: { $gt: 1 } }] }] }, { at: { $lt: 9 } }] }
    expect(await found({ selector })).toEqual(['d5'])
  })

  test('unknown members are refused', async () => {
    expect(await find({ selector: {}, colour: 1 })).toMatchObject({ status: 400, body: { error: 'invalid_key' } })
    expect(await find({})).toMatchObject({ status: 400, body: { error: 'missing_required_key' } })
  })
})
