import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSweep, type Sweep } from '../../core/sweep.ts'
import type { Couch } from '../../couch/couch.ts'
import { openDecider } from '../../decider/decider.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { askedIntentOf, intentOf, orderOf } from '../../testing/device.ts'
import { alone, killableDeciders } from '../../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

const DELIVERED_AT = '2026-11-21T06:00:00.000Z'

let service: TestService
let sweep: Sweep
let at = Date.parse(DELIVERED_AT)

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
  // The feed exists by then; from now on only this test decides and tells.
  await service.services.sweep.sweepNow()
  await service.services.decider.stop()
  sweep = openSweep({
    couch: { clockOffMs: async () => 0 },
    kinds: [service.services.tickets.kept],
    underLease: (work) => work({ term: 1, step: (_, write) => write() }),
    now: () => new Date(at),
  })
  // The outbox sends nothing, so mails stay as they were posted.
  await service.services.outbox.stop()
})
afterAll(() => service.close())

/** A visitor has no e-mail by which a mail about them could be found. */
async function visitor() {
  const { accounts, sessions } = service.services
  const account = await accounts.createVisitor('en')
  const secret = await sessions.start(account, { provenBy: 'nothing', userAgent: 'Phone' })
  return { cookie: `sid=${secret}`, account, mailbox: account.mailbox }
}

/** Pushes a problem report that is not decided yet; returns its ULID. */
async function report(who: SignedIn): Promise<string> {
  const { push, decideAll } = killableDeciders(service)
  const ulid = await push(intentOf({ ...orderOf(), deliveryOn: '2026-11-21' }), who)
  await decideAll()
  await service.services.couch.db('orders').update<OrderRecord>(`order:${ulid}`, (order) => {
    if (!order) throw new Error(`there is no order ${ulid}`)
    const delivered = { status: 'delivered' as const, at: DELIVERED_AT }
    return { ...order, status: 'delivered', timeline: [...order.timeline, delivered] }
  })
  return push(askedIntentOf('report-problem', { order: ulid, problem: 'late', message: 'All withered' }), who)
}

/** Decides so slowly that the account is erased in between. */
async function decideWhile(erasing: () => Promise<void>, isSlow: 'with the ticket' | 'with the mail') {
  const { services } = service
  let isMet = false
  const meet = async (place: typeof isSlow) => {
    if (isMet || place !== isSlow) return
    isMet = true
    await erasing()
  }
  const db: Couch['db'] = (name) => {
    const store = services.couch.db(name)
    if (name !== 'tickets') return store
    return { ...store, put: (doc) => meet('with the ticket').then(() => store.put(doc)) }
  }
  const outbox: Outbox = {
    ...services.outbox,
    post: (mail) => meet('with the mail').then(() => services.outbox.post(mail)),
  }
  const slow = openDecider({ ...alone(service, { couch: { ...services.couch, db }, outbox }), report: () => {} })
  await slow.start()
  await slow.idle()
  await slow.stop()
  expect(isMet).toBe(true)
}

test.each(['with the ticket', 'with the mail'] as const)(
  'a report that is slow %s while its account is deleted leaves nothing a minute later',
  async (isSlow) => {
    const who = await visitor()
    const ulid = await report(who)
    const { couch, accountDeletion } = service.services
    await decideWhile(() => accountDeletion.begin(who.account), isSlow)
    const left = async () => [
      ...(await couch.db('tickets').many([`ticket:${ulid}`])),
      ...(await couch.db('outbox').many([`mail:support:${ulid}`])),
    ]
    expect(JSON.stringify(await left())).toContain('All withered')
    at += 60_000
    await accountDeletion.resume()
    await sweep.sweepNow()
    await accountDeletion.resume()
    expect(await left()).toEqual([undefined, undefined])
  },
)

test('after a deletion, the message of a ticket is removed immediately and the ticket a minute later', async () => {
  const who = await visitor()
  const ulid = await report(who)
  await killableDeciders(service).decideAll()
  const { couch, accountDeletion } = service.services
  const ticket = () => couch.db('tickets').get(`ticket:${ulid}`)
  expect(await ticket()).toMatchObject({ account: who.account.id, message: 'All withered' })
  await accountDeletion.begin(who.account)
  expect(await ticket()).toMatchObject({ message: '' })
  await sweep.sweepNow()
  at += 60_000
  await accountDeletion.resume()
  expect(await ticket()).toBeUndefined()
})

test('a deletion is not over while the admins’ feed still shows a ticket of the account', async () => {
  const who = await visitor()
  const ulid = await report(who)
  await killableDeciders(service).decideAll()
  await sweep.sweepNow()
  const { couch, accountDeletion, feeds } = service.services
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  const row = () => couch.db(feed?.database ?? '').get(`ticket:${ulid}`)
  const mark = () => couch.db('work').get(`ending:${who.account.id}`)
  expect(await row()).toMatchObject({ message: 'All withered' })
  await accountDeletion.begin(who.account)
  at += 60_000
  await accountDeletion.resume()
  expect([await row(), await mark()]).toMatchObject([{ message: 'All withered' }, { type: 'ending' }])
  await sweep.sweepNow()
  await accountDeletion.resume()
  expect(await row()).toMatchObject({ closedAt: expect.any(String) })
  expect(await row()).not.toHaveProperty('message')
  expect([await couch.db('tickets').get(`ticket:${ulid}`), await mark()]).toEqual([undefined, undefined])
})
