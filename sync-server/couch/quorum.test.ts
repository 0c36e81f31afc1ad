import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { HEAVY_FAULTS } from '../testing/cluster/faults.ts'
import { type Couch, connectCouch } from './couch.ts'
import { isUnreachable, Undecided } from './failures.ts'
import type { Store } from './store.ts'

const WRITERS = 4

let cluster: FakeCluster
/** To CouchDB, each of these looks like a separate process. */
let couches: Couch[]
let run = 0

beforeAll(async () => {
  cluster = await startFakeCluster()
  couches = Array.from({ length: WRITERS }, () => connectCouch(cluster.url))
  await couches[0]?.createDatabase('core')
})
afterAll(async () => {
  await Promise.all(couches.map((couch) => couch.close()))
  await cluster.close()
})

const stores = () => couches.map((couch) => couch.db('core'))

/** Resolves with undefined if the work was not decided. Any other error fails the test. */
const decided = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Undecided || isUnreachable(error) || isServerError(error)) return undefined
    throw error
  })

const isServerError = (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 500

/** fast-check prints the seed of a failure, and the seed of the faults as the counterexample. */
const inStorms = (numRuns: number, property: (id: string, begin: () => void) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      run += 1
      await property(`run-${run}`, () => cluster.setOdds(HEAVY_FAULTS, seed)).finally(cluster.heal)
    }),
    { numRuns, endOnFailure: true },
  )

test('if several processes create one document, at most one is told so during the faults, and exactly one afterwards', async () => {
  await inStorms(10, async (id, begin) => {
    begin()
    const creators = stores().map((store, by) => () => store.create({ _id: id, by }))
    const first = await Promise.all(creators.map((create) => decided(create())))
    expect(first.filter((outcome) => outcome === 'created').length).toBeLessThanOrEqual(1)

    await cluster.heal()
    // A creator without an answer asks again.
    const outcomes = await Promise.all(creators.map((create, by) => first[by] ?? create()))
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
    const doc = await stores()[0]?.get<{ by: number }>(id)
    expect(doc?.by).toBe(outcomes.indexOf('created'))
  })
}, 240_000)

interface Tally {
  counted: string[]
}

test('no acknowledged write is lost, and none is applied twice', async () => {
  const below = cluster.answered(202)
  let sure = 0
  await inStorms(6, async (id, begin) => {
    await stores()[0]?.create({ _id: id, counted: [] })
    begin()
    const acknowledged: string[] = []
    const count = async (store: Store, name: string) => {
      const work = store.update<Tally>(id, (doc) => doc && { ...doc, counted: [...doc.counted, name] })
      if (await decided(work.then(() => true))) acknowledged.push(name)
    }
    await Promise.all(
      stores().map(async (store, writer) => {
        for (const n of [1, 2, 3]) await count(store, `${writer}-${n}`)
      }),
    )
    await cluster.heal()
    const { counted = [] } = (await stores()[0]?.get<Tally>(id)) ?? {}
    sure += acknowledged.length
    // An undecided write may be stored or not.
    expect(counted).toEqual(expect.arrayContaining(acknowledged))
    expect(counted).toHaveLength(new Set(counted).size)
  })
  expect(sure).toBeGreaterThan(0)
  expect(cluster.answered(202)).toBeGreaterThan(below)
}, 240_000)
