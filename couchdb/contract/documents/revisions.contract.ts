import { describe, expect, test } from 'vitest'
import { call, freshDatabase, graft, put } from '../couch.ts'

describe('revisions and conflicts', () => {
  const db = freshDatabase()
  const a = `1-${'a'.repeat(32)}`
  const b = `2-${'b'.repeat(32)}`
  const c = `2-${'c'.repeat(32)}`
  const deleted = `3-${'d'.repeat(32)}`

  test('a replicated revision keeps its name, and sending it again changes nothing', async () => {
    const rev = `1-${'e'.repeat(32)}`
    expect(await call('PUT', `${db.path}/grafted?new_edits=false`, { body: { _rev: rev } })).toMatchObject({
      status: 201,
      body: { rev },
    })
    const before = (await call('GET', db.path)).body.update_seq
    expect((await graft(db.path, 'grafted', [rev])).body).toEqual([])
    expect((await call('GET', db.path)).body.update_seq).toBe(before)
  })

  test('of two leaves the one with the greater hash wins, and the other is a conflict', async () => {
    expect(await graft(db.path, 'torn', [a, c], { side: 'c' })).toMatchObject({ status: 201, body: [] })
    await graft(db.path, 'torn', [a, b], { side: 'b' })
    const { body } = await call('GET', `${db.path}/torn?conflicts=true`)
    expect(body).toMatchObject({ _rev: c, side: 'c', _conflicts: [b] })
    expect((await call('GET', `${db.path}/torn?rev=${b}`)).body.side).toBe('b')
  })

  test('open_revs=all returns all leaves', async () => {
    const all = await call('GET', `${db.path}/torn?open_revs=all`)
    expect(new Set(all.body.map((leaf: { ok: { _rev: string } }) => leaf.ok._rev))).toEqual(new Set([b, c]))
    const missing = `9-${'9'.repeat(32)}`
    const some = await call('GET', `${db.path}/torn?open_revs=${encodeURIComponent(JSON.stringify([b, missing]))}`)
    expect(some.body).toEqual([{ ok: expect.objectContaining({ _rev: b, side: 'b' }) }, { missing }])
  })

  test('latest=true returns the leaf that an old revision led to', async () => {
    await graft(db.path, 'followed', [a, b], { side: 'b' })
    const path = `${db.path}/followed?open_revs=${encodeURIComponent(JSON.stringify([a]))}&latest=true`
    expect((await call('GET', path)).body).toEqual([{ ok: expect.objectContaining({ _rev: b }) }])
  })

  test('latest=true returns `missing` for an unknown revision, and both leaves of a fork', async () => {
    await graft(db.path, 'forked', [a, b])
    await graft(db.path, 'forked', [a, c])
    const open = async (revs: string[]) =>
      (await call('GET', `${db.path}/forked?open_revs=${encodeURIComponent(JSON.stringify(revs))}&latest=true`)).body
    expect(await open(['7-unknown'])).toEqual([{ missing: '7-unknown' }])
    const leaves: { ok: { _rev: string } }[] = await open([a, b])
    expect(leaves.map((leaf) => leaf.ok._rev).toSorted()).toEqual([b, c])
    expect((await call('GET', `${db.path}/forked?rev=7-unknown&latest=true`)).body._rev).toBe([b, c].toSorted()[1])
  })

  test('a deleted document can be read by its revision', async () => {
    const rev = await put(`${db.path}/shown`, {})
    const gone = await call('DELETE', `${db.path}/shown?rev=${rev}`)
    expect(await call('GET', `${db.path}/shown?deleted=true`)).toMatchObject({
      status: 200,
      body: { _id: 'shown', _rev: gone.body.rev, _deleted: true },
    })
  })

  test('after the winner is deleted, the other leaf wins', async () => {
    await graft(db.path, 'resolved', [a, b], { side: 'b' })
    await graft(db.path, 'resolved', [a, c], { side: 'c' })
    await call('DELETE', `${db.path}/resolved?rev=${c}`)
    const { body } = await call('GET', `${db.path}/resolved?conflicts=true`)
    expect(body).toMatchObject({ _rev: b, side: 'b' })
    expect(body._conflicts).toBeUndefined()
  })

  test('a deleted leaf loses to a living one, even with a longer history', async () => {
    await graft(db.path, 'outlived', [a, b], { side: 'b' })
    await graft(db.path, 'outlived', [a, c, deleted], { _deleted: true })
    expect((await call('GET', `${db.path}/outlived?deleted_conflicts=true`)).body).toMatchObject({
      _rev: b,
      _deleted_conflicts: [deleted],
    })
  })
})
