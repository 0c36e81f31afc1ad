import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Couch, connectCouch } from '../couch/couch.ts'
import { seededRandom } from '../demo/generated/seeded-random.ts'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { HEAVY_FAULTS, NO_FAULTS } from '../testing/cluster/faults.ts'
import { type Lease, openLease, RENEW_MS } from './lease.ts'

let cluster: FakeCluster
let couches: Couch[]
let nowMs = 0
let run = 0

beforeAll(async () => {
  cluster = await startFakeCluster()
  couches = Array.from({ length: 3 }, () => connectCouch(cluster.url))
  await couches[0]?.createDatabase('work')
})
afterAll(async () => {
  await Promise.all(couches.map((couch) => couch.close()))
  await cluster.close()
})

/** Three processes that compete for one lease; their clocks run at the same speed and show different times. */
function openLeases(): Lease[] {
  run += 1
  return couches.map((couch, i) =>
    openLease({ store: couch.db('work'), name: `lease-${run}`, isAlone: false, clock: () => nowMs + i * 1_000_000 }),
  )
}

const holders = (leases: Lease[]) => leases.filter((lease) => lease.isHeld()).length

test('if several processes ask at once for a free lease, one gets it, and the others do not until it is released', async () => {
  const leases = openLeases()
  cluster.setLevelling(false)
  for (const copy of [0, 1, 2]) cluster.next('PUT', { copies: [copy] })
  const taken = await Promise.all(leases.map((lease) => lease.keep()))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(holders(leases)).toBe(1)
  const [holder, ...others] = leases.toSorted((a, b) => Number(b.isHeld()) - Number(a.isHeld()))
  for (const other of others) expect(await other.keep()).toBe(false)
  await holder?.release()
  expect(await others[0]?.keep()).toBe(true)
  expect(others[0]?.term()).toBe(2)
})

test('a write without a quorum neither gives the lease nor keeps it', async () => {
  const [mine, other] = openLeases()
  if (!mine || !other) throw new Error('there are three')
  expect(await mine.keep()).toBe(true)
  nowMs += 9_000
  cluster.setLevelling(false)
  cluster.setOdds({ ...NO_FAULTS, deaf: 1 }, 1)
  await expect(mine.keep()).rejects.toThrow('no quorum')
  nowMs += 1_001
  expect(mine.isHeld()).toBe(false)
  await cluster.heal()
  // Its last write may be stored by now, so the other process waits for a whole term.
  expect(await other.keep()).toBe(false)
  nowMs += 44_999
  expect(await other.keep()).toBe(false)
  nowMs += 1
  expect(await other.keep()).toBe(true)
  expect([mine.isHeld(), await mine.keep()]).toEqual([false, false])
})

test('no other process takes the lease while a request that its holder began at the last moment may be running', async () => {
  const [mine, other] = openLeases()
  if (!mine || !other) throw new Error('there are three')
  await mine.keep()
  expect(await other.keep()).toBe(false)
  nowMs += 9_999
  expect(mine.isHeld()).toBe(true)
  // The longest time that a request may take.
  nowMs += 30_000
  expect(await other.keep()).toBe(false)
  nowMs += 5_001
  expect(await other.keep()).toBe(true)
})

test('whatever CouchDB answers, two processes never hold the lease at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const leases = openLeases()
      const random = seededRandom(seed)
      cluster.setOdds(HEAVY_FAULTS, seed)
      for (let round = 0; round < 8; round += 1) {
        const asking = leases.filter(() => random() < 0.6)
        await Promise.all(
          asking.map(async (lease) => {
            // If the write was undecided, the process tries again at its next renewal.
            await lease.keep().catch(() => false)
            expect(holders(leases)).toBeLessThanOrEqual(1)
          }),
        )
        nowMs += RENEW_MS * (0.5 + random() * 2)
        expect(holders(leases)).toBeLessThanOrEqual(1)
      }
      await cluster.heal()
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 300_000)
