import { beforeEach, expect, test } from 'vitest'
import type { CoreDocument } from './core-document.ts'
import { type Kept, openSweep } from './sweep.ts'

/** The databases that were asked what waits there, in order. */
let asked: string[]
/** Resolves when the databases answer. */
let answering: Promise<void>
let isAway: boolean
beforeEach(() => {
  asked = []
  answering = Promise.resolve()
  isAway = false
})

/** A kind in this database, in which nothing waits. */
const keptIn = (database: string) =>
  ({
    kind: { database, idPrefix: 'request:' },
    store: {
      async waiting() {
        asked.push(database)
        await answering
        if (isAway) throw new Error('CouchDB is away')
        return { untold: [], due: [] }
      },
    },
  }) as unknown as Kept<CoreDocument>

const reported: unknown[] = []
const sweepOf = (...databases: string[]) =>
  openSweep({
    couch: { clockOffMs: async () => 0 },
    kinds: databases.map(keptIn),
    underLease: (work) => work({ term: 1, step: (_, write) => write() }),
    now: () => new Date('2026-11-25T06:00:00.000Z'),
    report: (_, error) => reported.push(error),
  })

test('however often a sweep is wanted while one runs, one more follows', async () => {
  const held = Promise.withResolvers<void>()
  answering = held.promise
  const sweep = sweepOf('jobs')
  const stop = sweep.start()
  for (let wishes = 0; wishes < 5; wishes += 1) sweep.sweepSoon()
  held.resolve()
  await expect.poll(() => asked).toHaveLength(2)
  await stop()
  expect(asked).toHaveLength(2)
})

test('a sweep that fails is reported, and one that was wanted meanwhile follows', async () => {
  isAway = true
  const sweep = sweepOf('jobs')
  const stop = sweep.start()
  sweep.sweepSoon()
  await expect.poll(() => reported).toHaveLength(2)
  await stop()
})

test('after writes that are heard together, the kinds of their database are swept once', async () => {
  const sweep = sweepOf('jobs', 'orders')
  const stop = sweep.start()
  await expect.poll(() => asked).toEqual(['jobs', 'orders'])
  // An instance hears its own writes too.
  for (const database of ['catalogue', 'orders', 'orders', 'orders']) sweep.heard(database)
  await expect.poll(() => asked).toEqual(['jobs', 'orders', 'orders'])
  sweep.heard('jobs')
  await expect.poll(() => asked).toEqual(['jobs', 'orders', 'orders', 'jobs'])
  await stop()
})

test('what is heard at the end of the service is not swept', async () => {
  const sweep = sweepOf('jobs')
  const stop = sweep.start()
  await expect.poll(() => asked).toEqual(['jobs'])
  sweep.heard('jobs')
  await stop()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(asked).toEqual(['jobs'])
})
