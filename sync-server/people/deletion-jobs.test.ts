import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSweep } from '../core/sweep.ts'
import { dyingProcess } from '../core/testing/dying-process.ts'
import { distinctPoints } from '../testing/distinct-points.ts'
import { openWorlds } from '../testing/given-world.ts'
import { killableDeciders } from '../testing/killable-decider.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type DeletionJobs, openDeletionJobs } from './deletion-jobs.ts'

let service: TestService
/** With two accounts in a batch, so that every deletion of these tests has several. */
let deletionJobs: DeletionJobs
let newWorld: ReturnType<typeof openWorlds>
let laterMs = 0
const holder = dyingProcess()

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(Date.now() + laterMs) })
  // Every look at the jobs is this test's own.
  await Promise.all([service.services.decider.stop(), service.services.outbox.stop()])
  deletionJobs = openDeletionJobs({ ...service.services, batch: 2 })
  newWorld = openWorlds(service, killableDeciders(service))
})
afterAll(() => service.close())

/** The sweep of a process that may die at any point. */
async function sweep(): Promise<void> {
  const { couch, now } = service.services
  const underLease: Parameters<typeof openSweep>[0]['underLease'] = (work) => work({ term: 1, step: holder.step })
  await openSweep({ couch, kinds: [deletionJobs.kept], underLease, now, report: () => {} }).sweepNow()
}

const asked = { by: 'admin', provenAt: '2026-11-25T06:00:00.000Z' }
const statusOf = async (id: string) => (await service.services.accounts.get(id))?.status ?? 'gone'
const people = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => newWorld('CUSTOMER')))).map(({ me }) => me.account.id)

describe('an admin who deletes some accounts', () => {
  test('can undo it for ten seconds, and then nobody is deleted', async () => {
    const ids = await people(2)
    const { _id } = await deletionJobs.request({ ...asked, what: { ids } })
    laterMs += 9_000
    await sweep()
    const [job, ...others] = await deletionJobs.open()
    expect(job).toMatchObject({ _id, state: 'waiting', total: 2 })
    // The desk asks every two seconds, and a job may list 10,000 ids.
    expect(job).not.toHaveProperty('what')
    expect(others).toEqual([])
    expect(await deletionJobs.undo(_id)).toBe(true)
    laterMs += 60_000
    await sweep()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['active', 'active'])
    expect(await deletionJobs.get(_id)).toMatchObject({ state: 'undone', done: 0 })
    expect(await deletionJobs.open()).toEqual([])
  })

  test('deletes those and nobody else, is told how far it got, and is too late to undo it', async () => {
    const [first = '', second = '', third = '', stays = ''] = await people(4)
    const admin = await newWorld('ADMIN')
    const { _id } = await deletionJobs.request({ ...asked, what: { ids: [first, admin.me.account.id, second, third] } })
    laterMs += 10_000
    await sweep()
    expect(await Promise.all([first, second, third, stays, admin.me.account.id].map(statusOf))).toEqual([
      'ended',
      'ended',
      'ended',
      'active',
      'active',
    ])
    expect(await deletionJobs.get(_id)).toMatchObject({ state: 'done', done: 3, total: 3 })
    expect(await deletionJobs.undo(_id)).toBe(false)
  })
})

test('a process that dies at any point of a deletion leaves it to the next one, which ends it the same', async () => {
  async function play(dieAt?: number) {
    holder.dieAt(dieAt)
    const ids = await people(3)
    const { _id } = await deletionJobs.request({ ...asked, what: { ids } })
    laterMs += 10_000
    await sweep().catch(() => {})
    const passed = holder.succeed()
    await sweep()
    const { state, done, total, entries } = (await deletionJobs.get(_id)) ?? {}
    return { passed, end: [state, done, total, entries?.map(({ what }) => what), await Promise.all(ids.map(statusOf))] }
  }
  const { passed, end } = await play()
  const entries = ['asked', 'began', 'went through all', 'ended']
  expect(end).toEqual(['done', 3, 3, entries, ['ended', 'ended', 'ended']])
  for (const { point, n } of distinctPoints(passed)) expect([point, (await play(n)).end]).toEqual([point, end])
}, 300_000)

test('everybody but the admins is deleted, and anyone who registers meanwhile stays', async () => {
  const before = await people(3)
  const admin = await newWorld('ADMIN')
  const { accounts } = service.services
  const { _id } = await deletionJobs.request({ ...asked, what: 'everybody' })
  laterMs += 1
  const [late = ''] = await people(1)
  await sweep()
  expect(await Promise.all(before.map(statusOf))).toEqual(['ended', 'ended', 'ended'])
  expect(await Promise.all([admin.me.account.id, late].map(statusOf))).toEqual(['active', 'active'])
  expect(await accounts.findByEmail('customer@mogra.example')).toBeUndefined()
  expect(await accounts.findByEmail('admin@mogra.example')).toBeDefined()
  const { state, done, total } = (await deletionJobs.get(_id)) ?? {}
  expect([state, done]).toEqual(['done', total])
})
