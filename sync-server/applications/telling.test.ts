import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../design-docs/databases.ts'
import { openSweep, type Sweep } from '../core/sweep.ts'
import { dyingProcess } from '../core/testing/dying-process.ts'
import { LeaseLost } from '../lease/lease.ts'
import { changedDocuments } from '../testing/changed-documents.ts'
import { distinctPoints } from '../testing/distinct-points.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { decideAbout } from './deciding.ts'
import { type Ready, readyApplication } from './testing/ready-application.ts'

const WINDOW_MS = 600_000

let service: TestService
let sweep: Sweep
let nowMs = Date.parse('2026-11-25T06:00:00.000Z')
let people = 0
const holder = dyingProcess()

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(nowMs) })
  const { services } = service
  // The feed exists by then; from now on only this test tells.
  await services.sweep.sweepNow()
  await Promise.all([services.decider.stop(), services.outbox.stop()])
  sweep = openSweep({
    couch: { clockOffMs: async () => 0 },
    kinds: [services.applications.kept, services.applicationDigests.kept],
    underLease: (work) => work({ term: 1, step: holder.step }),
    now: () => new Date(nowMs),
    report: () => {},
  })
})
afterAll(() => service.close())

/** An applicant with a mailbox, in ten minutes of their own. */
async function applicant() {
  people += 1
  nowMs += 2 * WINDOW_MS
  // Sends the digest of the one before.
  await sweep.sweepNow()
  const email = `told${people}@mogra.example`
  const { accounts } = service.services
  const account = await accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(email)
  return account
}

async function decided(ready: Ready, decision: 'approved' | 'rejected') {
  const { store } = service.services.applications.kept
  await withAutoApproval(false)
  // Tells what came before the decision.
  await sweep.sweepNow()
  const at = new Date(nowMs).toISOString()
  const reason = decision === 'rejected' ? { reason: 'No' } : {}
  await decideAbout(store, ready.id, { version: 1, at, by: 'an-admin', decision, ...reason })
}

async function withAutoApproval(autoApproval: boolean) {
  const { deskSettings } = service.services
  const { version } = await deskSettings.get()
  await deskSettings.change({ version, emailNotifications: true, autoApproval, maintenance: false }, 'an-admin')
}

/** Each leaves something to tell. */
const CASES = {
  'that is ready': async () => withAutoApproval(false),
  'that is approved automatically': async () => withAutoApproval(true),
  'that was approved': (ready: Ready) => decided(ready, 'approved'),
  'that was rejected': (ready: Ready) => decided(ready, 'rejected'),
}

/** Sweeps until the process dies at this point, and then with another one; returns the points that the first passed. */
async function sweptTwice(point?: string): Promise<string[]> {
  holder.dieAt(point)
  if (point === undefined) await sweep.sweepNow()
  else await expect(sweep.sweepNow()).rejects.toThrow(LeaseLost)
  const passed = holder.succeed()
  await sweep.sweepNow()
  return passed
}

/** Tells an application, and dies at this point before another process goes on; returns what was written. */
async function toldAfterDying(prepare: (ready: Ready) => Promise<void>, point?: string) {
  const { services, couchdbUrl } = service
  const account = await applicant()
  const ready = await readyApplication(services, account)
  await services.kyc.setBank(account.id, { number: '50100123456789', ifsc: 'HDFC0001234' })
  // Later than the application's own ULID, so that ids are named in the same order.
  nowMs += 1000
  await prepare(ready)
  const feeds = (await services.feeds.listedFor({ role: 'ADMIN' })).map(({ database }) => database)
  const { ends, since } = changedDocuments(couchdbUrl)
  const before = await ends([...databases.map(({ name }) => name), ...feeds, account.mailbox.name])
  const passed = await sweptTwice(point)
  const names = {
    ...{ [account.id]: 'applicant', [account.email]: 'e-mail', [account.mailbox.name]: 'mailbox' },
    [String(Math.floor(nowMs / WINDOW_MS))]: 'ten minutes',
  }
  const written = await since(before, names)
  return { ready, passed, written }
}

describe.each(Object.entries(CASES))('an application %s', (_what, prepare) => {
  test('is told the same wherever the process dies, and once more without a trace', { timeout: 300_000 }, async () => {
    const { passed, written, ready } = await toldAfterDying(prepare)
    expect(passed.length).toBeGreaterThan(6)
    expect(passed.at(-1)).toBe('after mark as told')
    for (const point of new Set(distinctPoints(passed).map(({ point }) => point))) {
      const again = await toldAfterDying(prepare, point)
      expect([point, again.written]).toEqual([point, written])
    }

    const { store } = service.services.applications.kept
    const { ends, since } = changedDocuments(service.couchdbUrl)
    const feeds = (await service.services.feeds.listedFor({ role: 'ADMIN' })).map(({ database }) => database)
    const others = databases.map(({ name }) => name).filter((name) => name !== 'applications')
    const account = await service.services.accounts.get((await store.read(ready.id))?.account ?? '')
    const mailbox = account && 'mailbox' in account ? [account.mailbox.name] : []
    const before = await ends([...others, ...feeds, ...mailbox])
    await store.note(ready.id, (doc) => ({ ...doc, told: 0, nextAt: '0' }))
    await sweep.sweepNow()
    expect(await store.read(ready.id)).not.toMatchObject({ told: 0 })
    expect(await since(before, {})).toEqual([])
  })
})

test('a digest is sent the same wherever the process dies', { timeout: 300_000 }, async () => {
  const { services } = service
  await services.accounts.create({ email: 'desk@mogra.example', name: 'Anita', role: 'ADMIN', verified: true })
  await withAutoApproval(false)
  const sent = async (point?: string) => {
    const account = await applicant()
    await readyApplication(services, account)
    await sweep.sweepNow()
    const window = String(Math.floor(nowMs / WINDOW_MS))
    nowMs += WINDOW_MS
    const passed = await sweptTwice(point)
    const mails = await services.couch.db('outbox').ids(`mail:new-applications:`, 'mail:new-applications:\uffff')
    const digest = await services.couch.db('jobs').get<{ state: string }>(`digest:applications-${window}`)
    return { passed, state: digest?.state, mails: mails.filter((id) => id.includes(window)).length }
  }
  const { passed, ...outcome } = await sent()
  // Two admins: the demo's and this one.
  expect(outcome).toEqual({ state: 'sent', mails: 2 })
  expect(passed).toContain('after post digest')
  for (const point of new Set(passed)) {
    const { passed: _, ...again } = await sent(point)
    expect([point, again]).toEqual([point, outcome])
  }
})

test('a digest is removed a month after it was sent, and one that is not sent yet stays', async () => {
  const { services } = service
  const jobs = services.couch.db('jobs')
  const digests = async () => (await jobs.ids('digest:', 'digest:\uffff')).length
  await readyApplication(services, await applicant())
  await sweep.sweepNow()
  nowMs += WINDOW_MS
  await sweep.sweepNow()
  nowMs += 20 * 24 * 3_600_000
  const sent = await digests()
  await services.applicationDigests.sweep()
  expect(await digests()).toBe(sent)
  await services.applicationDigests.add('application:01JDUNSENT0000000000000000', new Date(nowMs).toISOString())
  nowMs += 31 * 24 * 3_600_000
  await services.applicationDigests.sweep()
  expect(await jobs.ids('digest:', 'digest:\uffff')).toEqual([expect.stringMatching(/^digest:applications-\d{7}$/)])
})
