import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Account,
  type ConversationFact,
  type DeliveryFact,
  type DeliveryRow,
  dayOf,
  type Earning,
  fileTypeOf,
  type MessageFact,
  type Order,
  orderId,
  type PartnerFact,
  type Payout,
  ulidOf,
  unreadCount,
} from '#model'
import { decideAbout } from '../applications/deciding.ts'
import { askedIntentOf, asPushed, post } from '../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { generateTickets } from './generated/generate-tickets.ts'
import { keepDemoAlive, makeUpPeople, seedDemo } from './seed.ts'

let service: TestService
let laterMs = 0
/** These tests are over by then. Across India's midnight, the requests would be in the feed of another day. */
const OVER_MS = 15 * 60_000
const dayIn = (ms: number) => dayOf(new Date(Date.now() + ms))
const shiftMs = dayIn(OVER_MS) === dayIn(0) ? 0 : OVER_MS
beforeAll(async () => {
  service = await startTestService({ isPeopled: true, now: () => new Date(Date.now() + shiftMs + laterMs) })
})
afterAll(() => service.close())

const signedIn = new Map<string, Promise<SignedIn>>()
/** Signed in once, because codes are mailed once a minute. */
function as(email: string): Promise<SignedIn> {
  const signing = signedIn.get(email) ?? service.signIn(email)
  signedIn.set(email, signing)
  return signing
}
const asPartner = () => as('partner@mogra.example')
const asCustomer = () => as('customer@mogra.example')

test('the demo starts with flowers, florists and people', async () => {
  const { couch, accounts } = service.services
  expect((await couch.db('catalogue').range('flower:', 'flower:\uffff')).length).toBeGreaterThanOrEqual(8)
  expect((await couch.db('catalogue').range('florist:', 'florist:\uffff')).length).toBeGreaterThanOrEqual(6)
  for (const { email, role } of DEMO_ACCOUNTS) expect(await accounts.findByEmail(email)).toMatchObject({ email, role })
})

test('seeding again changes nothing, and restores what was changed', async () => {
  const { couch } = service.services
  const catalogue = couch.db('catalogue')
  const everything = () => catalogue.range<object>('', '\uffff')
  const before = await everything()
  await seedDemo(service.services)
  expect(await everything()).toEqual(before)

  await catalogue.update<{ priceRupees: number }>('flower:red-roses', (doc) => doc && { ...doc, priceRupees: 1 })
  await seedDemo(service.services)
  expect(await catalogue.get('flower:red-roses')).toMatchObject({
    priceRupees: 899,
    _rev: expect.stringMatching(/^3-/),
  })
})

test('every person of the demo can sign in', async () => {
  for (const { email, role } of DEMO_ACCOUNTS)
    expect((await service.signIn(email)).account).toMatchObject({ email, role })
})

test('three applications wait for an admin, with documents that open', async () => {
  const { applications, kyc, couch } = service.services
  const ids = await couch.db('applications').ids('application:', 'application:\uffff')
  const found = await Promise.all(ids.map((id) => applications.get(id)))
  expect(found.map((one) => [one?.state, one?.form?.type, one?.documents.length])).toEqual([
    ['pending_verification', 'driver', 5],
    ['pending_verification', 'driver', 5],
    ['pending_verification', 'wholesale_supplier', 2],
  ])
  for (const application of found)
    for (const document of application?.documents ?? []) {
      const file = await kyc.read(ulidOf(application?._id ?? ''), document)
      for await (const start of file?.bytes ?? []) expect(fileTypeOf(start)).toBe(file?.type)
    }
})

test('the admins’ feed has a row of each application', async () => {
  const { couch, feeds } = service.services
  const rows = async () => {
    const [feed] = await feeds.listedFor({ role: 'ADMIN' })
    return feed ? couch.db(feed.database).ids('application:', 'application:\uffff') : []
  }
  await expect.poll(rows).toHaveLength(3)
})

test('an application of the demo that was decided stays so', async () => {
  const { applications, couch } = service.services
  const [id = ''] = await couch.db('applications').ids('application:', 'application:\uffff')
  const at = service.services.now().toISOString()
  await decideAbout(applications.kept.store, id, { version: 1, at, decision: 'rejected', reason: 'No' })
  await seedDemo(service.services)
  expect(await applications.get(id)).toMatchObject({ state: 'rejected' })
})

test('an applicant of the demo who deleted the account does not apply again', async () => {
  const { accounts, applications, accountDeletion, couch, kyc, sweep } = service.services
  const ids = await couch.db('applications').ids('application:', 'application:\uffff')
  const id = ids.at(-1) ?? ''
  const account = await accounts.get((await applications.get(id))?.account ?? '')
  if (account?.status !== 'active') throw new Error(`${id} has no account`)
  await accountDeletion.begin(account)
  await sweep.sweepNow()
  laterMs = 61_000
  await accountDeletion.resume()
  expect(await applications.get(id)).toBeUndefined()
  await seedDemo(service.services)
  expect([await applications.get(id), await kyc.list(ulidOf(id))]).toEqual([undefined, []])
})

test('forty made-up people and two messages to support, one of them answered, await the admin', async () => {
  const { couch, tickets, sweep } = service.services
  const made = () => couch.db('accounts').ids('account:made-', 'account:made-\uffff')
  expect(await made()).toHaveLength(40)
  expect((await tickets.list()).map(({ state }) => state)).toEqual(['open', 'answered'])
  expect(generateTickets(3, 1).slice(0, 2)).toEqual(generateTickets(2, 1))

  await sweep.sweepNow()
  const { mailbox } = await asCustomer()
  const facts = await couch.db(mailbox.name).range<{ state: string }>('ticket:', 'ticket:\uffff')
  expect(facts.map(({ state }) => state).toSorted()).toEqual(['answered', 'open'])
})

test('a made-up person who was deleted, and a message that was closed, stay so after the next start', async () => {
  const { couch, accounts, accountDeletion, tickets } = service.services
  const [id = ''] = await couch.db('accounts').ids('account:made-', 'account:made-\uffff', 1)
  const person = await accounts.get(id.replace('account:', ''))
  if (person?.status !== 'active') throw new Error(`${id} is not an account`)
  await accountDeletion.begin(person)
  const [open] = await tickets.list()
  if (!open) throw new Error('no message waits')
  const { _id, version } = open
  await tickets.close(_id, { by: 'admin', at: new Date().toISOString(), intent: '01JD0000000000000000000007', version })

  await makeUpPeople(service.services)
  expect((await accounts.get(person.id))?.status).toBe('ended')
  expect(await accounts.findByEmail(person.email)).toBeUndefined()
  expect((await tickets.get(_id))?.state).toBe('closed')
  expect(await tickets.list()).toHaveLength(2)
})

test('the supplier has four open requests to look at and interest in two; the fifth waits for an admin', async () => {
  const { couch, feeds, sweep } = service.services
  await sweep.sweepNow()
  const rowsOf = async (reader: Parameters<typeof feeds.listedFor>[0], kind: string) => {
    const [listed] = await feeds.listedFor(reader)
    const feed = listed && (await feeds.readable(reader, listed.database))
    return feed ? couch.db(feed.database).range<{ city: string }>(`${kind}:`, `${kind}:\uffff`) : []
  }
  const supplier = { role: 'SUPPLIER', citiesServed: ['mumbai', 'pune'] } as const
  const cities = (await rowsOf(supplier, 'bulk')).map(({ city }) => city)
  expect(cities.filter((city) => city !== 'kota').toSorted()).toEqual(['mumbai', 'mumbai', 'pune', 'pune'])
  expect(await rowsOf({ role: 'ADMIN' }, 'unserved')).toMatchObject([{ city: 'kota' }])
  const of = async (email: string, kind: string) => {
    const { mailbox } = await as(email)
    return couch.db(mailbox.name).range<{ interested?: object[] }>(`${kind}:`, `${kind}:\uffff`)
  }
  expect(await of('supplier@mogra.example', 'bulk-interest')).toHaveLength(2)
  const asked = async () => (await service.services.couch.db('bulk-requests').ids('bulk:', 'bulk:\uffff')).length
  expect(await asked()).toBe(5)
  await makeUpPeople(service.services)
  expect(await asked()).toBe(5)
})

const partnersOwn = <T extends object>({ mailbox }: SignedIn, kind: string) =>
  service.services.couch.db(mailbox.name).range<T>(`${kind}:`, `${kind}:\uffff`)

test('the partner has twenty past deliveries, each with its earning, and two payouts that were paid', async () => {
  const { sweep } = service.services
  await sweep.sweepNow()
  const partner = await asPartner()
  const deliveries = await partnersOwn<DeliveryFact>(partner, 'delivery')
  expect(deliveries.map(({ state }) => state)).toEqual(Array(20).fill('delivered'))
  // A day after the delivery nothing personal is left.
  const old = deliveries.filter(({ changedAt }) => Date.parse(changedAt) < Date.now() - 86_400_000)
  expect(old.filter(({ drop }) => drop)).toEqual([])

  const earnings = await partnersOwn<Earning>(partner, 'earning')
  const payouts = await partnersOwn<Payout>(partner, 'payout')
  expect(earnings).toHaveLength(20)
  expect(payouts.map(({ n, state }) => [n, state])).toEqual([
    [1, 'paid'],
    [2, 'paid'],
  ])
  for (const { n, rupees } of payouts) {
    const paid = earnings.filter(({ payout }) => payout === n)
    expect(paid.reduce((sum, one) => sum + one.rupees, 0)).toBe(rupees)
    expect(rupees).toBeGreaterThan(0)
  }
  const [fact] = await service.services.couch.db(partner.mailbox.name).range<PartnerFact>('partner', 'partner')
  expect(fact).toMatchObject({ delivered: 20, counted: 20, earnedRupees: 1000, rating: expect.any(Number) })
})

test('the partner’s profile names the account that the payouts went to, and after the next start the one that the partner has set', async () => {
  const { accounts, kyc, mailboxes, payouts } = service.services
  const partner = await asPartner()
  const inProfile = async () => (await mailboxes.get<Account>(partner.mailbox.name, 'account'))?.bankAccountEnds
  const ends = await inProfile()
  const paid = await partnersOwn<Payout>(partner, 'payout')
  expect(ends).toMatch(/^\d{4}$/)
  expect(paid.map(({ bankAccountEnds }) => bankAccountEnds)).toEqual([ends, ends])
  expect((await payouts.of(partner.account.id)).map(({ payee }) => payee?.bankAccountEnds)).toEqual([ends, ends])
  expect((await kyc.bankOf(partner.account.id))?.number.slice(-4)).toBe(ends)

  await kyc.setBank(partner.account.id, { number: '50100123457745', ifsc: 'SBIN0031023' })
  await accounts.change(partner.account.id, { bankAccountEnds: '7745' })
  await makeUpPeople(service.services)
  expect(await inProfile()).toBe('7745')
})

test('after the next start the partner has the same deliveries and payouts', async () => {
  const partner = await asPartner()
  const before = await partnersOwn(partner, 'earning')
  await makeUpPeople(service.services)
  await service.services.sweep.sweepNow()
  expect(await partnersOwn(partner, 'earning')).toEqual(before)
  expect(await partnersOwn(partner, 'payout')).toHaveLength(2)
})

test('the customer has written with the partner, the supplier and Mogra, and each of the two sides has read up to a point', async () => {
  const { sweep } = service.services
  await sweep.sweepNow()
  // What was told of tickets and orders may have written messages.
  await sweep.sweepNow()
  const customer = await asCustomer()
  const theirs = await partnersOwn<ConversationFact>(customer, 'conversation')
  expect(theirs.map(({ with: { name, role }, state }) => [role, name, state]).toSorted()).toEqual([
    ['MOGRA', '', 'open'],
    ['PARTNER', 'Ravi', 'open'],
    ['SUPPLIER', 'Nair Flowers', 'open'],
  ])
  const unread = new Map(theirs.map((fact) => [fact.with.role, unreadCount(fact)]))
  expect([unread.get('PARTNER'), unread.get('SUPPLIER')]).toEqual([0, 1])

  const [ofPartner] = await partnersOwn<ConversationFact>(await asPartner(), 'conversation')
  expect(ofPartner).toMatchObject({ with: { name: 'Ananya', role: 'CUSTOMER' }, last: { mine: false } })
  expect(ofPartner && unreadCount(ofPartner)).toBe(1)
  const orders = await partnersOwn<Order>(customer, 'order')
  expect(orders.flatMap(({ partner }) => partner?.conversation ?? [])).toEqual([
    ofPartner?._id.slice('conversation:'.length),
  ])

  const messages = await partnersOwn<MessageFact>(customer, 'message')
  // Support has answered a ticket, too.
  expect(messages.filter(({ ticket }) => ticket !== undefined)).toHaveLength(1)
  for (const { _id, lastSeq } of theirs) {
    const key = _id.slice('conversation:'.length)
    const ofThis = messages.filter((message) => message._id.startsWith(`message:${key}:`))
    expect(ofThis).toHaveLength(lastSeq)
    expect(lastSeq).toBeGreaterThanOrEqual(6)
    const times = ofThis.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect((times.at(-1) ?? '') <= service.services.now().toISOString()).toBe(true)
  }
  await makeUpPeople(service.services)
  await sweep.sweepNow()
  expect(await partnersOwn<MessageFact>(customer, 'message')).toHaveLength(messages.length)
})

/** The requests that are open in the partner's city today. */
async function openRequests(): Promise<DeliveryRow[]> {
  await keepDemoAlive(service.services)
  await service.services.sweep.sweepNow()
  const day = dayOf(service.services.now()).replaceAll('-', '')
  const rows = await service.services.couch
    .db(`feed-deliveries-mumbai-${day}`)
    .range<DeliveryRow>('delivery:', 'delivery:\uffff')
  return rows.filter((row) => !('closedAt' in row))
}

test('the partner’s city always has an open request, and the next one comes a minute after it was delivered or given back', async () => {
  const { decider, sweep, now, orderRecords } = service.services
  const partner = await asPartner()
  async function ask(intent: { _id: string }) {
    const body = { docs: [asPushed(intent)], new_edits: false }
    await post(`${service.url}/db/${partner.mailbox.name}/_bulk_docs`, body, { cookie: partner.cookie })
    await decider.idle()
    await sweep.settled()
  }
  const madeAt = () => now().toISOString()
  const [first, ...others] = await openRequests()
  if (!first) throw new Error('no request is open')
  expect(others).toEqual([])
  const { confirmedAt = '', estimatedAt = '' } = (await orderRecords.store.read(orderId(ulidOf(first._id)))) ?? {}
  // As of any order for any time of its day.
  expect(Date.parse(estimatedAt) - Date.parse(confirmedAt)).toBe(3 * 3_600_000)
  // The partner's radius: what lies beyond it is folded away.
  expect(first.distanceKm).toBeLessThanOrEqual(10)
  expect(await openRequests()).toEqual([first])

  const order = ulidOf(first._id)
  await ask(askedIntentOf('accept-delivery', { order }, 'phone', madeAt()))
  laterMs += 120_000
  expect(await openRequests()).toEqual([])
  const step = { order, version: 1, step: 'delivered', at: madeAt(), handedTo: 'recipient' } as const
  await ask(askedIntentOf('advance-delivery', step, 'phone', madeAt()))
  laterMs += 30_000
  expect(await openRequests()).toEqual([])
  laterMs += 31_000
  const [next, ...more] = await openRequests()
  expect([next?._id === first._id, more]).toEqual([false, []])

  await ask(askedIntentOf('accept-delivery', { order: ulidOf(next?._id ?? '') }, 'phone', madeAt()))
  const release = { order: ulidOf(next?._id ?? ''), reason: 'vehicle' } as const
  await ask(askedIntentOf('release-delivery', release, 'phone', madeAt()))
  laterMs += 61_000
  // The one that was given back stays for other partners.
  const third = (await openRequests()).filter(({ _id }) => _id !== next?._id)
  expect(third.map(({ _id }) => _id === first._id)).toEqual([false])
})

test('a payout that the partner asks for is paid after fifteen seconds', async () => {
  const { decider, sweep, now } = service.services
  const partner = await asPartner()
  const intent = askedIntentOf('request-payout', {}, 'phone', now().toISOString())
  const body = { docs: [asPushed(intent)], new_edits: false }
  await post(`${service.url}/db/${partner.mailbox.name}/_bulk_docs`, body, { cookie: partner.cookie })
  await decider.idle()
  const stateAfter = async (ms: number) => {
    laterMs += ms
    await keepDemoAlive(service.services)
    await sweep.sweepNow()
    return (await partnersOwn<Payout>(partner, 'payout')).map(({ n, state }) => [n, state]).at(-1)
  }
  expect(await stateAfter(1_000)).toEqual([3, 'to_pay'])
  expect(await stateAfter(15_000)).toEqual([3, 'paid'])
})

/** The names of all times that may be after now. */
const AHEAD: readonly string[] = ['estimatedAt']

/** All times in the document, with their names. */
const timesIn = (doc: object): [name: string, at: string][] =>
  [...JSON.stringify(doc).matchAll(/"(\w+)":"(\d{4}-\d\d-\d\dT[^"]+Z)"/g)].map(([, name = '', at = '']) => [name, at])

test.each(['2026-11-27T02:54:00+05:30', '2026-11-27T23:59:00+05:30'])(
  'what has happened in a demo that starts on a Friday, at %s, is not in the future',
  async (start) => {
    const started = await startTestService({ isPeopled: true, logLevel: 'silent', now: () => new Date(start) })
    const { accounts, couch, sweep } = started.services
    await sweep.sweepNow()
    await sweep.sweepNow()
    const documents: Record<string, object[]> = {}
    for (const { email } of DEMO_ACCOUNTS) {
      const mailbox = (await accounts.findByEmail(email))?.mailbox.name ?? ''
      documents[email] = await couch.db(mailbox).range<object>('', '\uffff')
    }
    await started.close()
    const late = Object.values(documents)
      .flat()
      .flatMap(timesIn)
      .filter(([name, at]) => !AHEAD.includes(name) && Date.parse(at) > Date.parse(start))
    expect(late).toEqual([])
    expect(documents['partner@mogra.example']).toContainEqual(
      expect.objectContaining({ type: 'payout', n: 2, state: 'paid' }),
    )
  },
)
