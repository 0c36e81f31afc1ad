import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice, Order, Problem } from '#model'
import { askedIntentOf, intentOf, orderOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import type { OrderRecord } from './order-record.ts'

const DAY_MS = 86_400_000
const DELIVERED = Date.parse('2026-11-21T10:00:00.000Z')

let service: TestService
let me: SignedIn
let deciders: KillableDeciders
let now = DELIVERED

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(now) })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  deciders = killableDeciders(service)
})
beforeEach(() => {
  now = DELIVERED
})
afterAll(() => service.close())

async function place(isDelivered = true): Promise<string> {
  const payload = { ...orderOf(), deliveryOn: '2026-11-21' }
  const ulid = await deciders.push(intentOf(payload), me)
  await deciders.decideAll()
  if (isDelivered)
    await service.services.couch.db('orders').update<OrderRecord>(`order:${ulid}`, (order) => {
      if (!order) throw new Error(`there is no order ${ulid}`)
      const entry = { status: 'delivered' as const, at: new Date(DELIVERED).toISOString() }
      return { ...order, status: 'delivered', timeline: [...order.timeline, entry] }
    })
  return ulid
}
const report = (order: string, problem: Problem = 'damaged', who = me) =>
  deciders.push(askedIntentOf('report-problem', { order, problem, message: 'Half of them are broken' }), who)

async function decided(pushed: Promise<string>, who = me) {
  const ulid = await pushed
  await deciders.decideAll()
  const receipt = await deciders.outcomeOf(ulid, who)
  return receipt?.reason ?? receipt?.outcome
}
const inMailbox = (ulid: string) => service.services.mailboxes.get<Order>(me.mailbox.name, `order:${ulid}`)
const ticketOf = (ulid: string) => service.services.couch.db('tickets').get(`ticket:${ulid}`)
const mailsTo = (number: string) => service.mails().filter(({ subject }) => subject.includes(number))

test('a report becomes a ticket and a mail that support can answer, and shows on the order', async () => {
  const ulid = await place()
  const reporting = await report(ulid)
  expect(await decided(Promise.resolve(reporting))).toBe('done')
  const order = await inMailbox(ulid)
  const { number } = order?.report ?? { number: '' }
  expect(order).toMatchObject({ version: 2, status: 'delivered', report: { problem: 'damaged' } })
  expect(number).toMatch(/^SUP\d{13}[0-9A-Z]{3}$/)
  expect(await ticketOf(reporting)).toMatchObject({
    ...{ number, order: `order:${ulid}`, account: me.account.id, state: 'open', message: 'Half of them are broken' },
  })
  const notice = await service.services.mailboxes.get<Notice>(me.mailbox.name, `notice:${reporting}`)
  expect(notice).toMatchObject({ kind: 'problem-reported', subject: `order:${ulid}` })
  await expect.poll(() => mailsTo(number).length).toBe(1)
  const [mail] = mailsTo(number)
  expect([mail?.to, mail?.subject]).toEqual([
    service.services.settings.company.supportEmail,
    `[${number}] ${order?.number}: arrived damaged`,
  ])
  expect(mail?.text).toContain('Half of them are broken')
})

test('an order can be reported once, within a day of its delivery, by its own customer', async () => {
  const early = await place(false)
  expect(await decided(report(early))).toBe('order_not_delivered')
  const ulid = await place()
  const other = await place()
  await service.services.accounts.create({
    ...{ email: 'stranger@mogra.example', name: 'Stranger', role: 'CUSTOMER', verified: true },
  })
  const stranger = await service.signIn('stranger@mogra.example')
  expect(await decided(report(ulid, 'late', stranger), stranger)).toBe('order_unknown')
  now = DELIVERED + DAY_MS - 1000
  expect(await decided(report(ulid))).toBe('done')
  expect(await decided(report(ulid, 'late'))).toBe('problem_reported')
  now = DELIVERED + DAY_MS
  expect(await decided(report(other))).toBe('report_too_late')
  expect((await inMailbox(other))?.report).toBeUndefined()
})

test('the same report sent twice is done and makes one ticket; another report is refused', async () => {
  const ulid = await place()
  const first = await report(ulid)
  const second = await report(ulid)
  await deciders.decideAll()
  const { number } = (await inMailbox(ulid))?.report ?? { number: '' }
  for (const one of [first, second])
    expect(await deciders.outcomeOf(one, me)).toMatchObject({ outcome: 'done', result: { number } })
  now = DELIVERED + DAY_MS
  expect(await decided(report(ulid))).toBe('done')
  expect(await decided(report(ulid, 'late'))).toBe('problem_reported')
  expect([await ticketOf(first), await ticketOf(second)]).toEqual([expect.anything(), undefined])
  await expect.poll(() => mailsTo(number).length).toBe(1)
  expect((await inMailbox(ulid))?.version).toBe(2)
})
