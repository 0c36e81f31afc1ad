import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, ulidOf } from '#model'
import type { OrderRecord } from '../../orders/order-record.ts'
import { asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { sweepCredentials } from './sweep-credentials.ts'

const DAY_MS = 86_400_000
let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

interface Visitor {
  account: { id: string }
  mailbox: { name: string }
  cookie: string
}

async function newVisitor(): Promise<Visitor> {
  const answer = await service.app.inject({ method: 'POST', url: '/api/visitors' })
  return { ...answer.json(), cookie: `sid=${answer.cookies[0]?.value}` }
}
async function order({ mailbox, cookie }: Visitor, deliveryOn: string) {
  const intent = intentOf(orderOf(undefined, { deliveryOn }))
  const url = `${service.url}/db/${mailbox.name}/_bulk_docs`
  expect((await post(url, { docs: [asPushed(intent)], new_edits: false }, { cookie })).status).toBe(201)
  await service.services.decider.idle()
  return ulidOf(intent._id)
}
async function sweep(afterDays: number) {
  at += afterDays * DAY_MS
  await sweepCredentials(service.services)
  await service.services.visitorExpiry.settle()
}
const statusOf = async ({ account }: Visitor) => (await service.services.accounts.get(account.id))?.status
const marks = () => service.services.couch.db('work').ids('departure:', 'departure:\uffff')

test('a visitor who is away for 30 days is deleted once no delivery is open for them', async () => {
  const { couch } = service.services
  const [idle, awaited, busy] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const ulid = await order(awaited, dayOf(new Date(at + 40 * DAY_MS)))
  await sweep(29)
  const current = await service.app.inject({ url: '/api/sessions/current', headers: { cookie: busy.cookie } })
  expect(current.statusCode).toBe(200)
  await sweep(2)
  expect([await statusOf(idle), await statusOf(awaited), await statusOf(busy)]).toEqual(['ended', 'active', 'active'])
  await expect(couch.db(idle.mailbox.name).size()).rejects.toMatchObject({ statusCode: 404 })
  expect(await couch.db(awaited.mailbox.name).size()).toBeDefined()
  expect(await couch.db('orders').get<OrderRecord>(`order:${ulid}`)).toMatchObject({ account: awaited.account.id })

  const confirmation = `mail:order-confirmation:${ulid}`
  await couch
    .db('outbox')
    .create({ ...{ _id: confirmation, type: 'mail', status: 'dead' }, ...{ to: 'typed@x.example' } })
  await sweep(41)
  expect(await statusOf(awaited)).toBe('ended')
  expect(await couch.db('outbox').get(confirmation)).toBeUndefined()
  expect(await couch.db('orders').get<OrderRecord>(`order:${ulid}`)).toMatchObject({
    account: 'deleted',
    address: { name: '', phone: '' },
  })
  expect(await marks()).toEqual([])
})

test('a visitor who signs out, or signs in without keeping their data, is deleted too', async () => {
  const [signsOut, signsIn, stays] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const out = { method: 'DELETE', url: '/api/sessions/current', headers: { cookie: signsOut.cookie } } as const
  expect((await service.app.inject(out)).statusCode).toBe(204)
  const email = 'customer@mogra.example'
  await service.app.inject({ method: 'POST', url: '/api/login-codes', payload: { email } })
  await service.services.outbox.wake()
  const code = (await service.mailTo(email)).text.match(/\b\d{6}\b/)?.[0]
  const signIn = { method: 'POST', url: '/api/sessions', payload: { email, code } } as const
  expect((await service.app.inject({ ...signIn, headers: { cookie: signsIn.cookie } })).statusCode).toBe(200)
  await sweep(0)
  expect([await statusOf(signsOut), await statusOf(signsIn), await statusOf(stays)]).toEqual([
    ...['ended', 'ended', 'active'],
  ])
  expect(await marks()).toEqual([])
})

test('a visitor who signed in or used the session just before the sweep is not deleted', async () => {
  const { accounts, visitorExpiry } = service.services
  const [adopted, busy] = [await newVisitor(), await newVisitor()]
  const customer = await accounts.findByEmail('customer@mogra.example')
  if (!customer) throw new Error('no customer')
  await accounts.adopt(adopted.account.id, customer.id)
  for (const { account } of [adopted, busy]) await visitorExpiry.note(account.id)
  await visitorExpiry.settle()
  expect([await statusOf(adopted), await statusOf(busy)]).toEqual(['adopted', 'active'])
  expect(await marks()).toEqual([])
  await sweep(31)
  expect(await statusOf(busy)).toBe('ended')
})

test('access log entries are kept for 180 days, and decisions permanently', async () => {
  const { accessLog, accounts, couch } = service.services
  const visitor = await newVisitor()
  const ulid = await order(visitor, dayOf(new Date(at)))
  const customer = await accounts.findByEmail('customer@mogra.example')
  if (!customer) throw new Error('no customer')
  const origin = { ip: '198.51.100.1', headers: {} }
  await accessLog.note('sign-in', customer.id, origin)
  at += 179 * DAY_MS
  await accessLog.note('sign-out', customer.id, origin)
  await accessLog.sweep()
  expect(await accessLog.of(customer.id)).toHaveLength(2)
  at += 2 * DAY_MS
  await accessLog.sweep()
  expect(await accessLog.of(customer.id)).toMatchObject([{ what: 'sign-out' }])
  expect(await accessLog.of(visitor.account.id)).toEqual([])
  expect(await couch.db('audit').get(`audit:${ulid}`)).toBeDefined()
})

test('a session that expires closes its held poll; one that was used since is admitted again', async () => {
  const { notifier, sessionRequests } = service.services
  const { mailbox, cookie } = await newVisitor()
  const hold = () =>
    fetch(`${service.url}/db/${mailbox.name}/_changes?feed=longpoll&heartbeat=10000&since=now`, { headers: { cookie } })
  /** `over` settles when the poll has ended. */
  async function heldOne() {
    const over = hold().then((answer) => answer.text().catch(() => 'cut'))
    await expect.poll(() => [sessionRequests.count(), notifier.watching()]).toEqual([1, 1])
    return { over }
  }
  const first = await heldOne()
  at += 2 * DAY_MS
  sessionRequests.cutExpired()
  expect(sessionRequests.count()).toBe(1)
  const used = await service.app.inject({ url: '/api/sessions/current', headers: { cookie } })
  expect(used.statusCode).toBe(200)
  at += 29 * DAY_MS
  sessionRequests.cutExpired()
  await first.over

  const second = await heldOne()
  at += 31 * DAY_MS
  sessionRequests.cutExpired()
  await second.over
  expect((await hold()).status).toBe(401)
})
