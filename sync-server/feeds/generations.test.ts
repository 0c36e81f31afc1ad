import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClosedRow, TicketRow } from '#model'
import { openSweep } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import { openDecider } from '../decider/decider.ts'
import { LeaseLost } from '../lease/lease.ts'
import { openTickets } from '../support/tickets.ts'
import { post } from '../testing/device.ts'
import { killableCouch } from '../testing/killable-couch.ts'
import { alone } from '../testing/killable-decider.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openFeeds } from './feeds.ts'
import { FEEDS_ID } from './generations.ts'

const HOUR_MS = 3_600_000
const DEVICES = 50
/** An account may read 16 responses at a time. */
const ADMINS = 5
/** A generation with this many closed rows is replaced. */
const CLOSED_AT_MOST = 3
const ALWAYS = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

let service: TestService
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const cookies: string[] = []

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now })
  for (let n = 0; n < ADMINS; n += 1) {
    const email = `desk${n}@mogra.example`
    await service.services.accounts.create({ email, name: 'Admin', role: 'ADMIN', verified: true })
    cookies.push((await service.signIn(email)).cookie)
  }
  await service.services.decider.stop()
})
afterAll(() => service.close())

const feedsRecord = async () =>
  (await service.services.couch.db('work').get<{ feeds: { admin: { current: number } } }>(FEEDS_ID))?.feeds.admin
const currentFeed = async () => `feed-admin-${(await feedsRecord())?.current}`
const rowsOf = async (database: string) => {
  const rows = await service.services.couch.db(database).range<TicketRow | ClosedRow>('ticket:', 'ticket;')
  return rows.filter((row): row is TicketRow & { _rev: string } => !('closedAt' in row))
}
const existing = async (database: string) =>
  service.services.couch
    .db(database)
    .size()
    .then(
      () => true,
      (error) => {
        if (isStatus(error, 404)) return false
        throw error
      },
    )

/** A process that may take the lease: it shares no memory with the others. */
function aProcess({ dieAt, closedAtMost = CLOSED_AT_MOST }: { dieAt?: string; closedAtMost?: number } = {}) {
  const killed = Promise.withResolvers<void>()
  const { couch, die } = killableCouch(service.services.couch)
  const own = alone(service, {})
  const feeds = openFeeds({ couch: couch as Couch, notifier: own.notifier, now, closedAtMost })
  const tickets = openTickets({ ...own, couch, feeds })
  const kinds = [tickets.kept]
  const decider = openDecider({
    ...{ ...own, report: () => {} },
    beginTerm: (step) => feeds.beginTerm(kinds, step),
    onStep(point) {
      if (point !== dieAt) return
      die()
      killed.resolve()
      throw new Error('killed')
    },
  })
  const { underLease } = decider
  const sweep = openSweep({ couch: own.couch, kinds, underLease, now })
  return {
    killed: killed.promise,
    tickets,
    start: () => decider.start(),
    stop: () => decider.stop(),
    /** On a busy machine the lease may be lost for a moment, and a term may need several tries to begin. */
    async hasBegun() {
      let isDeciding = false
      await underLease(async () => {
        isDeciding = true
      })
      return isDeciding
    },
    tell: () =>
      sweep.sweepNow().catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error
      }),
    work: () => underLease(({ step }) => feeds.work(kinds, step)),
  }
}

/** One term of a process that is not killed: it tells what waits. */
async function aTerm(options: { closedAtMost?: number } = {}) {
  const holder = aProcess(options)
  await holder.start()
  await expect.poll(holder.hasBegun).toBe(true)
  await holder.tell()
  return holder
}

/** Opens a ticket as a route does: on any instance, no matter which process holds the lease. */
async function open(subject: string): Promise<string> {
  const id = ulid()
  const asked = { ulid: id, at: now().toISOString(), isIntent: false }
  const message = { name: 'A', email: 'a@example.com', category: 'general', subject, message: 'B' } as const
  // Each ticket has an address of its own, because a daily limit counts by address.
  await service.services.tickets.contact(asked, undefined, { ...message, email: `${id.toLowerCase()}@example.com` })
  return `ticket:${id}`
}
const close = (id: string, version = 1) =>
  service.services.tickets.close(id, { by: 'admin', at: now().toISOString(), intent: ulid(), version })

test('a generation with too many closed rows is replaced by one with the open rows alone, at the beginning of a term', async () => {
  const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(open))
  for (const id of ids.slice(0, CLOSED_AT_MOST)) await close(id)
  const first = await aTerm()
  const before = await currentFeed()
  expect((await rowsOf(before)).map(({ _id }) => _id)).toEqual(ids.slice(CLOSED_AT_MOST).toSorted())
  await first.work()
  expect(await currentFeed()).toBe(before)
  await first.stop()

  const second = await aTerm()
  const after = await currentFeed()
  expect(after).not.toBe(before)
  expect((await rowsOf(after)).map(({ _id }) => _id)).toEqual(ids.slice(CLOSED_AT_MOST).toSorted())
  expect((await service.services.couch.db(after).size()).documents).toBe(ids.length - CLOSED_AT_MOST)
  await second.stop()
})

test('the next term keeps a generation with few closed rows', async () => {
  const before = await feedsRecord()
  await (await aTerm()).stop()
  expect(await feedsRecord()).toEqual(before)
})

test('a new generation is filled a second time after two minutes, because an index may have lagged', async () => {
  const id = await open('missed')
  const first = await aTerm()
  const feed = await currentFeed()
  const { couch } = service.services
  // As if the index had not listed it yet when the generation was filled.
  const row = await couch.db(feed).get(id)
  if (row) await couch.db(feed).remove({ _id: id, _rev: row._rev })
  await first.work()
  expect((await rowsOf(feed)).map(({ _id }) => _id)).not.toContain(id)
  aheadMs += 2 * 60_000
  await first.work()
  expect((await rowsOf(feed)).map(({ _id }) => _id)).toContain(id)
  await first.stop()
})

test('the old generation is dropped after an hour, and so is a database whose filling was interrupted', async () => {
  const killed = aProcess({ dieAt: 'after make feed', closedAtMost: ALWAYS })
  await killed.start()
  await killed.killed
  await killed.stop()
  const [old, broken] = [await currentFeed(), `feed-admin-${((await feedsRecord())?.current ?? 0) + 1}`]
  expect(await existing(broken)).toBe(true)
  const next = await aTerm({ closedAtMost: ALWAYS })
  expect([old, broken]).not.toContain(await currentFeed())
  aheadMs += HOUR_MS - 1_000
  await next.work()
  await next.work()
  expect([await existing(old), await existing(broken)]).toEqual([true, true])
  aheadMs += 2_000
  await next.work()
  expect([await existing(old), await existing(broken)]).toEqual([false, false])
  expect(await existing(await currentFeed())).toBe(true)
  await next.stop()
})

/** A lightweight device, because the test runs 50 of them: it holds polls and keeps rows by the rules of a real one. */
function aDevice(cookie: string) {
  const gone = new AbortController()
  const headers = { cookie }
  const { signal } = gone
  const json = async <T>(answer: Response) => (await answer.json()) as T
  const ask = (path: string) => fetch(`${service.url}${path}`, { headers, signal })
  /** The copy that is shown; the next one is filled apart from it. */
  let shown = new Map<string, TicketRow | ClosedRow>()

  async function follow(database: string, isCurrent: () => Promise<boolean>) {
    const rows = new Map<string, TicketRow | ClosedRow>()
    for (let since = '0'; ; ) {
      const query = `limit=500&style=all_docs&since=${since}${shown === rows ? '&feed=longpoll&heartbeat=10000' : ''}`
      const answer = await ask(`/db/${database}/_changes?${query}`)
      if (answer.status === 404) return
      expect(answer.status).toBe(200)
      const found = await json<{ results: { id: string; changes: { rev: string }[] }[]; last_seq: string }>(answer)
      since = found.last_seq
      if (found.results.length === 0) {
        shown = rows
        if (!(await isCurrent())) return
        continue
      }
      const docs = found.results.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })))
      const got = await post(`${service.url}/db/${database}/_bulk_get?revs=true&latest=true`, { docs }, headers)
      if (got.status === 404) return
      expect(got.status).toBe(200)
      type Got = { results: { docs: { ok?: TicketRow | ClosedRow }[] }[] }
      for (const { docs } of (await json<Got>(got)).results) for (const { ok } of docs) if (ok) rows.set(ok._id, ok)
    }
  }

  async function run() {
    const feed = async () =>
      (await json<{ feeds: { database: string }[] }>(await ask('/api/sessions/current'))).feeds[0]?.database ?? ''
    while (!signal.aborted) {
      const database = await feed()
      await follow(database, async () => (await feed()) === database)
    }
  }
  let failure: unknown
  const running = run().catch((error: unknown) => {
    if (!signal.aborted) failure = error
  })
  return {
    open: () => [...shown.values()].flatMap((row) => ('closedAt' in row ? [] : [`${row._id} ${row.version}`])).sort(),
    /** Throws the error that stopped the device. */
    check() {
      if (failure !== undefined) throw failure
    },
    async end() {
      gone.abort()
      await running
    },
  }
}

const POINTS = ['reserve feed', 'make feed', 'fill feed', 'switch feed'].flatMap((step) => [
  `before ${step}`,
  `after ${step}`,
])

test('50 devices hold the open rows, at whatever step the holder is killed while it makes the next generation', async () => {
  const devices = Array.from({ length: DEVICES }, (_, n) => aDevice(cookies[n % ADMINS] ?? ''))
  const waiting: string[] = []
  /** People write and admins close, also while the next generation is filled. */
  async function life() {
    for (let n = 0; n < 6; n += 1) {
      waiting.push(await open(`life ${n}`))
      const done = n % 3 === 0 ? undefined : waiting.shift()
      if (done) await close(done)
    }
  }

  const generations = new Set<string>()
  for (const dieAt of POINTS) {
    const killed = aProcess({ dieAt, closedAtMost: ALWAYS })
    const before = life()
    await killed.start()
    await killed.killed
    await killed.stop()
    const after = life()
    const next = await aTerm({ closedAtMost: ALWAYS })
    generations.add(await currentFeed())
    await Promise.all([before, after])
    await next.tell()
    await next.stop()
  }
  // Each killed term must lead to a new generation, or the test would prove nothing.
  expect(generations.size).toBe(POINTS.length)

  const last = await aTerm({ closedAtMost: NEVER })
  const tickets = await service.services.couch
    .db('tickets')
    .range<{ _id: string; _rev: string; version: number; state: string }>('ticket:', 'ticket;')
  const expected = tickets
    .flatMap(({ _id, version, state }) => (state === 'closed' ? [] : [`${_id} ${version}`]))
    .sort()
  const rows = async () => {
    await last.tell()
    return (await rowsOf(await currentFeed())).map(({ _id, version }) => `${_id} ${version}`).sort()
  }
  await expect.poll(rows, { timeout: 60_000 }).toEqual(expected)
  await expect
    .poll(
      () => {
        for (const device of devices) device.check()
        return devices.filter((device) => device.open().join() !== expected.join()).length
      },
      // A poll that was held before the switch may be checked again only 60 s after it began.
      { timeout: 120_000 },
    )
    .toBe(0)
  await Promise.all(devices.map((device) => device.end()))
  await last.stop()
}, 300_000)
