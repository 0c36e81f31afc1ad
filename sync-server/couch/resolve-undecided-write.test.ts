import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { NO_FAULTS } from '../testing/cluster/faults.ts'
import { openConnection } from './connect.ts'
import { type Couch, connectCouch } from './couch.ts'
import { isUnreachable, Undecided } from './failures.ts'
import { resolveUndecidedWrite } from './resolve-undecided-write.ts'
import { openRevisionLeaves, outranks } from './revision-leaves.ts'
import type { Store } from './store.ts'

let cluster: FakeCluster
let couch: Couch
let store: Store

beforeAll(async () => {
  cluster = await startFakeCluster()
  couch = connectCouch(cluster.url)
  for (const name of ['core', 'work', 'mailbox-1', 'mailbox-2', 'mailbox-3']) await couch.createDatabase(name)
  store = couch.db('core')
})
afterEach(() => cluster.heal())
afterAll(async () => {
  await couch.close()
  await cluster.close()
})

/** The living leaves, conflicts included, as another process sees them. */
async function leavesOf(id: string, db = 'core') {
  const connection = openConnection(cluster.url)
  const leaves = await openRevisionLeaves(connection, db).read(id).finally(connection.close)
  return leaves.filter(({ isDeleted }) => !isDeleted)
}

test('a write that only one copy has counts as created only when a quorum has it', async () => {
  cluster.setLevelling(false)
  cluster.next('PUT', { copies: [2] })
  const before = cluster.answered(202)
  expect(await store.create({ _id: 'alone' })).toBe('created')
  expect(cluster.answered(202)).toBe(before + 1)
  expect((await cluster.holders('core', 'alone')).length).toBeGreaterThanOrEqual(2)
})

test('a write whose answer was lost is recognised, whether it was stored or not', async () => {
  cluster.next('PUT', { answer: 'cut after' })
  expect(await store.create({ _id: 'lost' })).toBe('created')
  const created = await store.get('lost')
  for (const [generation, answer] of (
    ['cut after', 'cut before', '500 after', '500 before', '503 before'] as const
  ).entries()) {
    cluster.next('PUT', { answer })
    await store.update<{ n?: number }>('lost', (doc) => doc && { ...doc, n: (doc.n ?? 0) + 1 })
    expect(await store.get('lost')).toMatchObject({
      n: generation + 1,
      _rev: expect.stringMatching(`^${generation + 2}-`),
    })
  }
  expect(await store.put({ _id: 'lost', _rev: created?._rev })).toBe('conflict')
})

test('a deletion whose answer was lost is recognised', async () => {
  await store.create({ _id: 'deleted' })
  const doc = await store.get('deleted')
  if (!doc) throw new Error('it is not there')
  cluster.next('PUT', { answer: 'cut after' })
  expect(await store.remove(doc)).toBe('removed')
  expect(await store.remove(doc)).toBe('conflict')
  expect(await store.get('deleted')).toBeUndefined()
})

test('a lost write that another writer has extended counts as written and is not repeated', async () => {
  const connection = openConnection(cluster.url)
  const draft = { _id: 'built-on', n: 1, writeId: 'mine' }
  await connection.write({ db: 'core', doc: draft._id, method: 'PUT', body: draft })
  await store.update<{ n: number }>('built-on', (doc) => doc && { ...doc, n: doc.n + 1 })
  await store.update<{ n: number }>('built-on', (doc) => doc && { ...doc, n: doc.n + 1 })
  const needs = {
    name: 'core',
    leaves: openRevisionLeaves(connection, 'core'),
    stamped: (doc: typeof draft) => doc,
    attempt: () => Promise.reject(new Error('written twice')),
  }
  expect(await resolveUndecidedWrite(draft, {}, needs)).toEqual({ rev: expect.stringMatching(/^1-/) })
  expect(await resolveUndecidedWrite({ ...draft, writeId: 'another' }, {}, needs)).toBe('conflict')
  expect(await store.get('built-on')).toMatchObject({ n: 3 })
  await connection.close()
})

test('if two writers were both told 202, one has written the document and no conflict is left', async () => {
  for (let round = 0; round < 5; round += 1) {
    cluster.setLevelling(false)
    cluster.next('PUT', { copies: [0] })
    cluster.next('PUT', { copies: [2] })
    const id = `rivals-${round}`
    const outcomes = await Promise.all(['one', 'other'].map((by) => store.create({ _id: id, by })))
    expect([...outcomes].sort()).toEqual(['created', 'exists'])
    await cluster.heal()
    const leaves = await leavesOf(id)
    expect(leaves.map(({ body }) => body.by)).toEqual([outcomes[0] === 'created' ? 'one' : 'other'])
  }
})

test('a write that got a 201 is kept, even if CouchDB would prefer a rival that got a 202', async () => {
  // In a mailbox, documents have no write id, so a revision depends on the content alone: it is known which one CouchDB
  // prefers.
  const docs = [1, 2].map((n) => ({ _id: 'fact', n }))
  const revs: string[] = []
  for (const [i, doc] of docs.entries()) {
    const decision = await couch.db(`mailbox-${i + 1}`).put(doc)
    revs.push(decision === 'conflict' ? '' : decision.rev)
  }
  const [lesser, greater] = outranks(revs[0] ?? '', revs[1] ?? '') ? docs.toReversed() : docs
  if (!lesser || !greater) throw new Error('there are two')
  const mailbox = couch.db('mailbox-3')
  cluster.setLevelling(false)
  cluster.next('PUT', { copies: [0, 1] })
  cluster.next('PUT', { copies: [2] })
  expect(await mailbox.create(lesser)).toBe('created')
  expect(await mailbox.create(greater)).toBe('exists')
  await cluster.heal()
  expect(await mailbox.get('fact')).toMatchObject(lesser)
  expect(await leavesOf('fact', 'mailbox-3')).toHaveLength(1)
})

test('without a quorum nothing is decided; when there is one, the same write is', async () => {
  cluster.setLevelling(false)
  cluster.setOdds({ ...NO_FAULTS, deaf: 1 }, 1)
  const failure = await store.create({ _id: 'undecided', n: 1 }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Undecided)
  expect(isUnreachable(failure)).toBe(true)
  await cluster.heal()
  expect(await store.create({ _id: 'undecided', n: 1 })).toBe('created')
  expect(await store.create({ _id: 'undecided', n: 2 })).toBe('exists')
})

test('a write that is withdrawn just as another writer extends it is not repeated', async () => {
  const connection = openConnection(cluster.url)
  const [mine, theirs] = [`1-${'0'.repeat(32)}`, `1-${'f'.repeat(32)}`]
  const draft = { _id: 'late-heir', n: 1, writeId: 'mine' }
  const docs = [
    { ...draft, _rev: mine },
    { _id: 'late-heir', _rev: theirs, n: 7 },
  ]
  const body = { docs, new_edits: false }
  await connection.write({ db: 'core', method: 'POST', path: '_bulk_docs', body })
  const leaves = openRevisionLeaves(connection, 'core')
  const decision = await resolveUndecidedWrite(
    draft,
    { rev: mine },
    {
      name: 'core',
      leaves: {
        ...leaves,
        async withdraw(id, history) {
          await connection.write({ db: 'core', doc: id, method: 'PUT', body: { _id: id, _rev: mine, n: 2 } })
          return (await leaves.withdraw(id, history)) && leaves.withdraw(id, [theirs])
        },
      },
      stamped: (doc) => doc,
      attempt: () => Promise.reject(new Error('written twice')),
    },
  )
  expect(decision).toEqual({ rev: mine })
  expect(await store.get('late-heir')).toMatchObject({ n: 2 })
  await connection.close()
})

test('the next writer withdraws the leaf of a dead writer and keeps what was built on the other leaf', async () => {
  await store.create({ _id: 'orphan' })
  const first = await store.get('orphan')
  await store.update('orphan', (doc) => doc && { ...doc, by: 'us' })
  const connection = openConnection(cluster.url)
  const dead = { _id: 'orphan', _rev: `2-${'f'.repeat(32)}`, by: 'the dead' }
  const _revisions = { start: 2, ids: ['f'.repeat(32), first?._rev.slice(2)] }
  const body = { docs: [{ ...dead, _revisions }], new_edits: false }
  const [ours] = await leavesOf('orphan')
  await connection.write({ db: 'core', method: 'POST', path: '_bulk_docs', body })
  await connection.close()
  expect(await store.put({ _id: 'orphan', _rev: ours?.rev, by: 'us again' })).toEqual({
    rev: expect.any(String),
  })
  expect((await leavesOf('orphan')).map((leaf) => leaf.body.by)).toEqual(['us again'])
}, 120_000)

test('a database is created, secured and destroyed even if answers are lost', async () => {
  cluster.next('PUT', { answer: 'cut after' })
  await couch.createDatabase('lost-database')
  expect(await couch.db('lost-database').create({ _id: 'flower' })).toBe('created')
  cluster.next('PUT', { answer: '500 before' })
  await couch.setSecurity('lost-database', {
    members: { names: ['asha'], roles: [] },
    admins: { names: [], roles: [] },
  })
  cluster.next('DELETE', { answer: 'cut after' })
  await couch.destroyDatabase('lost-database')
  await couch.createDatabase('lost-database')
  expect(await couch.db('lost-database').create({ _id: 'flower' })).toBe('created')
  await couch.createDatabase('lost-database')
  expect(await couch.db('lost-database').get('flower')).toMatchObject({ _id: 'flower' })
})

test('many documents in one request are each decided separately', async () => {
  await store.create({ _id: 'many-2', by: 'another' })
  const docs = Array.from({ length: 5 }, (_, n) => ({ _id: `many-${n}` }))
  cluster.setLevelling(false)
  cluster.next('POST', { copies: [1] })
  const revs = docs.map(({ _id }) => (_id === 'many-2' ? 'conflict' : { rev: expect.stringMatching(/^1-/) }))
  expect(await store.putAll(docs)).toEqual(revs)
  for (const { _id } of docs) expect((await cluster.holders('core', _id)).length).toBeGreaterThanOrEqual(2)
  cluster.next('POST', { answer: 'cut after' })
  expect(await store.putAll(docs.map(({ _id }) => ({ _id: `again-${_id}` })))).toEqual(
    docs.map(() => ({ rev: expect.stringMatching(/^1-/) })),
  )
})

test('a refusal of CouchDB is thrown immediately', async () => {
  await expect(couch.db('no-such-database').create({ _id: 'x' })).rejects.toMatchObject({ statusCode: 404 })
  await expect(couch.db('no-such-database').putAll([{ _id: 'x' }])).rejects.toMatchObject({ statusCode: 404 })
})
