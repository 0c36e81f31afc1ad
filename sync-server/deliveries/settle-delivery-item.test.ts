import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliveryItemRow, type Order, orderId, type PayloadOf, type Round } from '#model'
import { UNTOLD } from '../core/core-document.ts'
import type { OrderItem, OrderRecord } from '../orders/order-record.ts'
import { askedIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { someOrder } from './testing/some-order.ts'

let service: TestService
let deciders: KillableDeciders
let admin: SignedIn
let people = 0
/** The day after an order of yesterday should have arrived. */
let nowMs = Date.parse('2026-11-26T12:00:00+05:30')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(nowMs) })
  deciders = killableDeciders(service)
  admin = await somebody('ADMIN')
})
afterAll(() => service.close())

async function somebody(role: 'ADMIN' | 'CUSTOMER' | 'PARTNER'): Promise<SignedIn> {
  people += 1
  const email = `settling-${people}@mogra.example`
  const account = await service.services.accounts.create({ email, name: 'Imran Khan', role, verified: true })
  if (account === 'email_taken') throw new Error(account)
  const cookie = `sid=${await service.services.sessions.start(account, { provenBy: 'code', userAgent: 'Phone' })}`
  return { cookie, account: { id: account.id, email, name: account.name, role }, mailbox: account.mailbox }
}

interface Case {
  ulid: string
  customer: SignedIn
  partner: SignedIn
  order(): Promise<OrderRecord | undefined>
  /** `version`: that of the row which the admin has read; default: the newest. */
  settle(what: string, outcome: 'pay' | 'refunded' | 'closed', version?: number): Promise<unknown>
}

/** An order that failed because nobody was heard of, and whose partner says that it was delivered. */
async function aLateStory(items: (partner: string) => OrderItem[] = () => []): Promise<Case> {
  const [customer, partner] = [await somebody('CUSTOMER'), await somebody('PARTNER')]
  const at = service.services.now().toISOString()
  const round: Round = { partner: partner.account.id, awardedAt: at, intent: 'A', ended: 'taken_back', endedAt: at }
  const step = { round: 0, step: 'delivered' as const, at, receivedAt: at, intent: 'B' }
  const story: OrderItem = { what: 'story', partner: partner.account.id, at, holds: true }
  const ulid = await someOrder(service.services, {
    ...{ account: customer.account.id, state: 'failed' },
    more: {
      status: 'failed',
      delivery: { state: 'failed', since: at, openedAt: at, rounds: [round], steps: [step], failedBy: 'nobody' },
      items: [{ what: 'refund', at }, story, ...items(partner.account.id)],
    },
  })
  const order = () => service.services.orderRecords.store.read(orderId(ulid))
  return {
    ...{ ulid, customer, partner, order },
    async settle(what, outcome, version) {
      const read = version ?? (await order())?.version ?? 0
      const payload = { item: `item:${ulid}:${what}`, version: read, outcome } as PayloadOf<'settle-item'>
      const asked = await deciders.push(askedIntentOf('settle-item', payload), admin)
      await service.services.decider.idle()
      const receipt = await deciders.outcomeOf(asked, admin)
      await service.services.sweep.sweepNow()
      return receipt?.reason ?? receipt?.outcome
    },
  }
}
const storyOf = ({ partner }: Case) => `story-${partner.account.id}`
const refundRead = async ({ ulid, customer }: Case) =>
  (await service.services.mailboxes.get<Order>(customer.mailbox.name, orderId(ulid)))?.refund
const earningsOf = ({ partner }: Case) => service.services.earnings.of(partner.account.id)
const openRows = async ({ ulid }: Case) =>
  (
    await service.services.couch
      .db('feed-admin-1')
      .range<{ what?: string; closedAt?: string }>(`item:${ulid}:`, `item:${ulid}:\uffff`)
  ).flatMap(({ what, closedAt }) => (closedAt === undefined ? [what] : []))

test('a paid story is earned, and the customer of a failed order reads that the flowers arrived after all', async () => {
  const late = await aLateStory()
  expect(await late.settle(storyOf(late), 'pay')).toBe('done')
  await expect.poll(() => earningsOf(late)).toMatchObject([{ kind: 'delivered', rupees: 50, held: false }])
  expect(await refundRead(late)).toBe('arrived_after_all')
  await expect.poll(() => openRows(late)).toEqual([])
  expect(await late.settle('refund', 'refunded')).toBe('already_settled')
})

test('a customer reads that the money went back, and the story still waits', async () => {
  const late = await aLateStory()
  expect(await late.settle('refund', 'refunded')).toBe('done')
  expect(await refundRead(late)).toBe('done')
  await expect.poll(() => openRows(late)).toEqual(['story'])
  // The partner can still be paid although the money went back.
  expect(await late.settle(storyOf(late), 'pay')).toBe('done')
  expect(await refundRead(late)).toBe('done')
})

test('a closed story is not paid, and a second decision about it is refused with the first one', async () => {
  const late = await aLateStory()
  expect(await late.settle(storyOf(late), 'closed')).toBe('done')
  await expect.poll(() => earningsOf(late)).toMatchObject([{ held: false, notPaid: true }])
  expect(await late.settle(storyOf(late), 'pay')).toBe('already_settled')
  expect(await refundRead(late)).toBe('due')
})

test('an admin cannot settle an item before reading what a partner has reported since', async () => {
  const late = await aLateStory()
  const { partner, ulid } = late
  const read = (await late.order())?.version ?? 0
  const at = service.services.now().toISOString()
  const step = { order: ulid, version: 1, step: 'failed', at, reason: 'no_answer' } as const
  await deciders.push(askedIntentOf('advance-delivery', step), partner)
  await service.services.decider.idle()
  expect(await late.settle(storyOf(late), 'pay', read)).toBe('item_changed')
  expect(await late.settle('refund', 'refunded', read)).toBe('item_changed')
  expect(await late.settle(storyOf(late), 'pay')).toBe('done')
  // Settling it is no report, so it does not make the item count as changed.
  expect(await late.settle(storyOf(late), 'closed', read + 1)).toBe('already_settled')
})

test('money that went back before a silent partner’s delivery failed is not due once more', async () => {
  const { services } = service
  const [customer, partner] = [await somebody('CUSTOMER'), await somebody('PARTNER')]
  const at = services.now().toISOString()
  const settled = { outcome: 'refunded' as const, at }
  const ulid = await someOrder(services, {
    ...{ account: customer.account.id, state: 'on_the_way', partner: partner.account.id },
    more: {
      items: [
        { what: 'silent', at, settled },
        { what: 'refund', at, settled },
      ],
    },
  })
  const step = { order: ulid, version: 1, step: 'failed', at, reason: 'damaged' } as const
  await deciders.push(askedIntentOf('advance-delivery', step), partner)
  await services.decider.idle()
  const order = await services.orderRecords.store.read(orderId(ulid))
  expect(order).toMatchObject({ status: 'failed' })
  expect(order?.items.find(({ what }) => what === 'refund')).toMatchObject({ settled: { outcome: 'refunded' } })
})

test('an admin can pay nobody for a refund item, and cannot settle an item that does not exist', async () => {
  const late = await aLateStory()
  expect(await late.settle('refund', 'pay')).toBe('not_understood')
  expect(await late.settle('silent', 'closed')).toBe('item_unknown')
  expect((await late.order())?.items.every(({ settled }) => settled === undefined)).toBe(true)
})

test('an item about a silent partner stays closed, and the delivery still fails a day later', async () => {
  const { services } = service
  const [customer, partner] = [await somebody('CUSTOMER'), await somebody('PARTNER')]
  const ulid = await someOrder(services, {
    ...{ account: customer.account.id, state: 'on_the_way', partner: partner.account.id },
    more: { deliveryOn: '2026-11-25' },
  })
  const record = async () => services.orderRecords.store.read(orderId(ulid))
  const sweep = async () => {
    // Nothing is taken from anybody for three minutes after a start.
    await services.sweep.sweepNow()
    nowMs += 4 * 60_000
    await services.sweep.sweepNow()
  }
  const since = '2026-11-25T12:00:00.000Z'
  await services.orderRecords.store.note(orderId(ulid), (doc) => ({
    ...{ ...doc, delivery: { ...doc.delivery, since }, nextAt: since },
  }))
  await sweep()
  expect((await record())?.items).toMatchObject([{ what: 'silent' }])
  const version = (await record())?.version ?? 0
  const payload = { item: `item:${ulid}:silent`, version, outcome: 'closed' } as const
  await deciders.push(askedIntentOf('settle-item', payload), admin)
  await services.decider.idle()
  await sweep()
  expect(await record()).toMatchObject({
    delivery: { state: 'on_the_way' },
    items: [{ settled: { outcome: 'closed' } }],
  })
  nowMs = Date.parse('2026-11-27T00:00:00+05:30')
  await sweep()
  expect(await record()).toMatchObject({ delivery: { state: 'failed', failedBy: 'silent' } })
})

test('an open item loses the name of a partner whose account is deleted', async () => {
  const { services } = service
  const late = await aLateStory()
  const { partner, ulid } = late
  await services.orderRecords.store.note(orderId(ulid), (doc) => ({ ...doc, told: 0, nextAt: UNTOLD }))
  await services.sweep.sweepNow()
  const rows = () => services.couch.db('feed-admin-1').range<DeliveryItemRow>(`item:${ulid}:`, `item:${ulid}:\uffff`)
  expect((await rows()).find(({ what }) => what === 'story')).toMatchObject({
    partner: { id: partner.account.id, name: 'Imran Khan' },
    rounds: [{ name: 'Imran Khan', ended: 'taken_back' }],
  })
  await services.accountDeletion.begin({ ...partner.account, mailbox: partner.mailbox })
  const named = async () => {
    await services.sweep.sweepNow()
    return JSON.stringify(await rows()).includes('Imran Khan')
  }
  await expect.poll(named, { timeout: 10_000 }).toBe(false)
  expect((await rows()).map(({ what }) => what).sort()).toEqual(['refund', 'story'])
})
