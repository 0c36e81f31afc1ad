import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_FOR } from '#model'
import { type Couch, connectCouch } from '../couch/couch.ts'
import { isUnreachable } from '../couch/failures.ts'
import { Problem } from '../http/problem.ts'
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster.ts'
import { HEAVY_FAULTS } from '../testing/cluster/faults.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openLoginCodes } from './login-codes.ts'

const AT = new Date('2026-11-21T06:00:00.000Z')
const ADDRESS = { key: 'home', isKnown: false }

let cluster: FakeCluster
let service: TestService
/** Connections of other instances of the service on the same database. */
let couches: Couch[]

beforeAll(async () => {
  cluster = await startFakeCluster()
  service = await startTestService({ logLevel: 'silent', env: { COUCHDB_URL: cluster.url } })
  couches = Array.from({ length: 3 }, () => connectCouch(cluster.url))
}, 120_000)
afterAll(async () => {
  await service.close()
  await Promise.all(couches.map((couch) => couch.close()))
  await cluster.close()
})

type Answer = 'signed in' | 'refused' | 'undecided'

const answerOf = (work: Promise<void>): Promise<Answer> =>
  work.then(
    () => 'signed in',
    (error: unknown) => {
      if (error instanceof Problem) return 'refused'
      if (isUnreachable(error) || (error instanceof Error && 'statusCode' in error)) return 'undecided'
      throw error
    },
  )

test('a code signs in one of several people who type it at once, whatever CouchDB answers', async () => {
  const customer = await service.services.accounts.findByEmail('customer@mogra.example')
  if (!customer) throw new Error('no customer')
  const { keys } = service.services
  // The clock is fixed, so that two instances write identical documents except for the write id.
  const instances = couches.map((couch) => openLoginCodes({ couch, keys, now: () => AT }))
  const [first] = instances
  if (!first) throw new Error('no instance')
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      run += 1
      const account = { ...customer, id: `${customer.id}-${run}` }
      const code = (await first.reveal(await first.issue(account, ADDRESS))) ?? ''
      expect(code).toMatch(/^\d{6}$/)

      cluster.setOdds(HEAVY_FAULTS, seed)
      const inStorm = await Promise.all(instances.map(({ redeem }) => answerOf(redeem(account, code, ADDRESS))))
      await cluster.heal()
      const after = await Promise.all(instances.map(({ redeem }) => answerOf(redeem(account, code, ADDRESS))))

      const signedIn = [...inStorm, ...after].filter((answer) => answer === 'signed in').length
      expect(signedIn).toBeLessThanOrEqual(1)
      // Only a caller without an answer may have used the code up.
      if (!inStorm.includes('undecided')) expect(signedIn).toBe(1)
      expect(await answerOf(first.redeem(account, code, ADDRESS))).toBe('refused')
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 300_000)

test('a repeat finds the code that it issued, and issues a new one under the same name once it has expired', async () => {
  let at = AT.getTime()
  const codes = openLoginCodes({ ...service.services, now: () => new Date(at) })
  const issued = async () => {
    const ref = await codes.issue({ id: 'named' }, ADDRESS, 'application-2')
    return [ref, await codes.reveal(ref)]
  }
  const first = await issued()
  expect(first).toEqual(['named.application-2', expect.stringMatching(/^\d{6}$/)])
  expect(await issued()).toEqual(first)
  at += KEPT_FOR.loginCodeMinutes * 60_000
  const [ref, code] = await issued()
  expect([ref, code]).toEqual([first[0], expect.stringMatching(/^\d{6}$/)])
  expect(code).not.toBe(first[1])
})
