import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { StoredAccount } from '../../accounts/account-record.ts'
import { openThroughputLimits } from '../../http/throughput-limits.ts'
import { openChangeNotifier } from '../../mailboxes/change-notifier.ts'
import { asPushed, newUlid, openDevice, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'
import { openLongPolls } from './long-polls.ts'

let service: TestService
let me: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', limits: { pollsOfAddress: 150 } })
  // What the start has to tell would answer a held poll.
  await service.services.sweep.sweepNow()
})
beforeEach(async () => {
  me = await service.signIn('customer@mogra.example')
  await expect.poll(() => service.services.notifier.watching()).toBe(0)
})
afterAll(() => service.close())

interface Answer {
  results: { id: string }[]
  last_seq: string
}
const url = (query: string) => `${service.url}/db/${me.mailbox.name}/_changes?${query}`
const ask = async (query: string) =>
  (await (await fetch(url(query), { headers: { cookie: me.cookie } })).json()) as Answer
const poll = (since: string) => ask(`feed=longpoll&heartbeat=10000&since=${since}`)
const now = async () => (await ask('since=now&limit=1')).last_seq
const watched = (n: number) => expect.poll(() => service.services.notifier.watching()).toBe(n)
const fact = () => ({ _id: `notice:${newUlid()}`, type: 'notice', at: '2026-11-21T10:00:00.000Z' })
const own = (device: string) => ({
  _id: `favourite:tulips:${device}`,
  ...{ type: 'favourite', device, flower: 'tulips', on: true, updatedAt: '2026-11-21T10:00:00.000Z' },
})

test('a held poll is answered when another device pushes', async () => {
  const held = poll(await now())
  await watched(1)
  const doc = own('tablet')
  const body = { docs: [asPushed(doc)], new_edits: false }
  await post(`${service.url}/db/${me.mailbox.name}/_bulk_docs`, body, { cookie: me.cookie })
  expect((await held).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('a held poll is answered when a workflow writes', async () => {
  const held = poll(await now())
  await watched(1)
  const doc = fact()
  await service.services.mailboxes.put(me.mailbox.name, doc)
  expect((await held).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('a poll that starts at "now" misses no write made after its answer began', async () => {
  const held = poll('now')
  await watched(1)
  const doc = fact()
  await service.services.mailboxes.put(me.mailbox.name, doc)
  expect((await held).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('a write that becomes visible after its notification is found by a repeated request', async () => {
  const held = poll(await now())
  await watched(1)
  const { notifier, couch } = service.services
  notifier.notify(me.mailbox.name)
  const doc = fact()
  // This write sends no notification: on a cluster, the read after the notification may come too early to see it.
  await couch.db(me.mailbox.name).create(doc)
  expect((await held).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('a notification without a change leaves the poll held', async () => {
  const held = poll(await now())
  await watched(1)
  service.services.notifier.notify(me.mailbox.name)
  await service.services.couch.db('catalogue').ids('', '\uffff')
  expect(service.services.notifier.watching()).toBe(1)
  const doc = fact()
  await service.services.mailboxes.put(me.mailbox.name, doc)
  expect((await held).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('no notification is lost in 200 rounds, whenever the write happens', async () => {
  let since = await now()
  for (let round = 0; round < 200; round += 1) {
    const doc = fact()
    const held = poll(since)
    // The write comes before the poll's request is sent, while it is answered, or after the poll is held.
    for (let turns = 0; turns < round % 40; turns += 1) await new Promise(setImmediate)
    await service.services.mailboxes.put(me.mailbox.name, doc)
    const answer = await held
    expect(answer.results.map(({ id }) => id)).toEqual([doc._id])
    since = answer.last_seq
  }
})

test('500 aborted polls leave no open sockets or watchers behind', async () => {
  const since = await now()
  for (let batch = 0; batch < 5; batch += 1) {
    const controller = new AbortController()
    const given = Array.from({ length: 100 }, (_, n) => {
      const query = `feed=longpoll&heartbeat=10000&since=${since}`
      const signal = n % 2 === 0 ? controller.signal : AbortSignal.timeout(n)
      return fetch(url(query), { headers: { cookie: me.cookie }, signal }).then((answer) => answer.text())
    })
    const ended = Promise.allSettled(given)
    await expect.poll(() => service.services.notifier.watching()).toBeGreaterThanOrEqual(50)
    controller.abort()
    expect((await ended).filter(({ status }) => status !== 'rejected')).toEqual([])
    // Until the service has noticed that these polls ended, they count against the account's limit.
    await watched(0)
  }
  await vi.waitFor(async () => {
    const sockets = await new Promise<number>((resolve) => service.app.server.getConnections((_, n) => resolve(n)))
    expect(sockets).toBeLessThan(20)
  }, 30_000)
})

test('a poll without heartbeat ends at its timeout and returns its last sequence', async () => {
  const since = await now()
  expect(await ask(`feed=longpoll&timeout=50&since=${since}`)).toEqual({ results: [], last_seq: since, pending: 0 })
})

test('signing out ends the session’s held polls at once, and no other session’s', async () => {
  const other = await service.signIn('customer@mogra.example')
  const since = await now()
  const mine = poll(since)
  const otherPoll = fetch(url(`feed=longpoll&heartbeat=10000&since=${since}`), { headers: { cookie: other.cookie } })
  await watched(2)
  await fetch(`${service.url}/api/sessions/current`, { method: 'DELETE', headers: { cookie: me.cookie } })
  expect((await mine).results).toEqual([])
  await watched(1)
  const doc = fact()
  await service.services.mailboxes.put(other.mailbox.name, doc)
  expect(((await (await otherPoll).json()) as Answer).results).toEqual([expect.objectContaining({ id: doc._id })])
})

test('a poll whose session ends during its request to CouchDB is answered like a waiting one', async () => {
  const notifier = openChangeNotifier()
  const polls = openLongPolls(notifier, openThroughputLimits())
  const session = new AbortController()
  const app = fastify()
  const asked: string[] = []
  app.get('/', async (_request, reply) => {
    await polls.hold(reply, {
      ...{ db: 'mailbox-a', holders: [], since: '7-a', signal: session.signal, timeoutMs: undefined },
      async ask(since) {
        asked.push(since)
        if (asked.length === 1) return { text: '', isEmpty: true, lastSeq: '7-b' }
        session.abort()
        throw session.signal.reason
      },
    })
    return reply
  })
  const answer = await fetch(await app.listen({ port: 0 }))
  notifier.notify('mailbox-a')
  expect(await answer.json()).toEqual({ results: [], last_seq: '7-b', pending: 0 })
  expect(asked).toEqual(['7-a', '7-b'])
  await Promise.all([app.close(), polls.close()])
})

/** A poll whose right is judged, on a database that has news when `news` is called. */
async function judgedPoll(mayGoOn: () => Promise<boolean>) {
  const notifier = openChangeNotifier()
  const polls = openLongPolls(notifier, openThroughputLimits())
  const app = fastify()
  let hasNews = false
  app.get('/', async (_request, reply) => {
    await polls.hold(reply, {
      ...{ db: 'feed-a', holders: [], since: '1', signal: new AbortController().signal, timeoutMs: undefined },
      ask: async () => ({ text: '{"results":[1]}', isEmpty: !hasNews, lastSeq: '1' }),
      mayGoOn,
    })
    return reply
  })
  const answer = await fetch(await app.listen({ port: 0 }))
  return {
    answer: () => answer.json(),
    wake() {
      hasNews = true
      notifier.notify('feed-a')
    },
    close: () => Promise.all([app.close(), polls.close()]),
  }
}
const NOTHING_NEW = { results: [], last_seq: '1', pending: 0 }

test('a poll that is woken after its right has ended gets nothing of what is new', async () => {
  const { answer, wake, close } = await judgedPoll(async () => false)
  wake()
  expect(await answer()).toEqual(NOTHING_NEW)
  await close()
})

test('a poll that nothing wakes ends within a minute of its right', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let mayGoOn = true
  let judged = 0
  const { answer, close } = await judgedPoll(async () => {
    judged += 1
    return mayGoOn
  })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(judged).toBeGreaterThan(1)
  mayGoOn = false
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(await answer()).toEqual(NOTHING_NEW)
  await close()
})

test('a session that was signed out at another instance loses its held polls within 5 s', async () => {
  const held = poll(await now())
  await watched(1)
  const credentials = service.services.couch.db('credentials')
  const startedAt = performance.now()
  for (const session of await credentials.range<{ account: string }>('session:', 'session:\uffff'))
    if (session.account === me.account.id) await credentials.remove(session)
  expect((await held).results).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('an account that gains a role stays signed in; one that loses a role at another instance loses polls and session within 5 s', async () => {
  const { accounts, couch, sessions } = service.services
  const { id } = me.account
  await accounts.change(id, { role: 'PARTNER' })
  const held = poll(await now())
  await watched(1)
  const startedAt = performance.now()
  await couch.db('accounts').update<StoredAccount>(`account:${id}`, (record) => record && losing(record))
  expect((await held).results).toEqual([])
  const [, cookie] = me.cookie.split('=')
  await expect.poll(() => sessions.look(cookie)).toBe('none')
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  me = await service.signIn('customer@mogra.example')
  expect((await fetch(url('since=now'), { headers: { cookie: me.cookie } })).status).toBe(200)
})
const losing = (record: StoredAccount): StoredAccount =>
  record.status === 'active' ? { ...record, role: 'CUSTOMER', version: record.version + 1, demotions: 1 } : record

test('an account that holds 100 polls is refused more, and other accounts are not', async () => {
  const other = await service.signIn('partner@mogra.example')
  const gone = new AbortController()
  const hold = ({ cookie, mailbox }: SignedIn) =>
    fetch(`${service.url}/db/${mailbox.name}/_changes?feed=longpoll&since=now`, {
      headers: { cookie },
      signal: gone.signal,
    })
  const mine = await Promise.all(Array.from({ length: 120 }, () => hold(me)))
  expect(Map.groupBy(mine, ({ status }) => status).get(200)).toHaveLength(100)
  expect(await mine.find(({ status }) => status === 429)?.json()).toMatchObject({ error: 'too_many_requests' })
  expect((await hold(other)).status).toBe(200)
  gone.abort()
  await watched(0)
  expect((await ask(`feed=longpoll&timeout=1&since=now`)).results).toEqual([])
})

test('a visitor may hold only 20 polls, and one address may not hold all of them', async () => {
  const visitorOf = async () => {
    const answer = await post(`${service.url}/api/visitors`, {})
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { cookie, ...((await answer.json()) as Omit<SignedIn, 'cookie'>) }
  }
  const visitors = [await visitorOf(), await visitorOf(), await visitorOf()]
  const gone = new AbortController()
  const hold = ({ cookie, mailbox }: SignedIn) =>
    fetch(`${service.url}/db/${mailbox.name}/_changes?feed=longpoll&since=now`, {
      headers: { cookie },
      signal: gone.signal,
    })
  // `fetch` ends the poll of an answer that is garbage-collected.
  const answers: Response[] = []
  const held = async (who: SignedIn, count: number) => {
    const given = await Promise.all(Array.from({ length: count }, () => hold(who)))
    const taken = given.filter(({ status }) => status === 200)
    answers.push(...taken)
    return taken.length
  }
  const counts: number[] = []
  for (const visitor of visitors) counts.push(await held(visitor, 25))
  expect(counts).toEqual([20, 20, 20])
  expect(await held(me, 100)).toBe(90)
  gone.abort()
  for (const answer of answers) await expect(answer.text()).rejects.toThrow()
  await watched(0)
})

test('a client that disconnects while its session is looked up leaves no open request behind', async () => {
  const before = service.services.sessionRequests.count()
  for (let n = 0; n < 20; n++) {
    const gone = new AbortController()
    const asked = fetch(`${service.url}/db/${me.mailbox.name}/_changes?feed=longpoll&since=now`, {
      headers: { cookie: me.cookie },
      signal: gone.signal,
    })
    setTimeout(() => gone.abort(), n % 4)
    await expect(asked.then((answer) => answer.text())).rejects.toThrow()
  }
  await expect.poll(() => service.services.sessionRequests.count()).toBe(before)
})

test('closing the service answers the held polls within 5 s', async () => {
  const other = await startTestService({ logLevel: 'silent', limits: { pollsOfAddress: 150 } })
  const person = await other.signIn('customer@mogra.example')
  const path = `${other.url}/db/${person.mailbox.name}/_changes?feed=longpoll&since=now`
  const polls = Array.from({ length: 40 }, () => fetch(path, { headers: { cookie: person.cookie } }))
  const phone = await openDevice(other.url, person)
  phone.goOnline()
  await phone.arrival('account')
  await expect.poll(() => other.services.notifier.watching()).toBe(41)
  const startedAt = performance.now()
  await other.close()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  for (const answer of await Promise.all(polls)) expect(await answer.json()).toMatchObject({ results: [] })
  await phone.close()
})
