import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#model'
import { databases } from '../../design-docs/databases.ts'
import { openSweep } from '../core/sweep.ts'
import { LeaseLost } from '../lease/lease.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import { changedDocuments } from '../testing/changed-documents.ts'
import { distinctPoints } from '../testing/distinct-points.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { deliveryWorld } from './testing/delivery-world.ts'
import { someOrder } from './testing/some-order.ts'

const MINUTE_MS = 60_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  // Every sweep is this test's own, and mails stay in the outbox.
  await Promise.all([service.services.decider.stop(), service.services.outbox.stop()])
})
afterAll(() => service.close())

const { person } = deliveryWorld(() => service)

interface People {
  customer: SignedIn
  partner: SignedIn
}

const at = (minutes: number) => new Date(clock + minutes * MINUTE_MS).toISOString()
const round = ({ partner }: People) => ({ partner: partner.account.id, awardedAt: at(0), intent: '01JDAWARD' })
const step = { round: 0, at: at(0), receivedAt: at(0), intent: '01JDSTEP' }
const withDelivery = (delivery: Partial<OrderRecord['delivery']>, more: Partial<OrderRecord> = {}) => ({
  ...more,
  delivery: { state: 'open', since: at(0), openedAt: at(0), rounds: [], steps: [], ...delivery } as const,
})

/** What may have happened to an order since it was told last. */
const STORIES: Record<string, (people: People) => Omit<Parameters<typeof someOrder>[1], 'account'>> = {
  placed: () => ({ state: 'open', untold: HAPPENED.placed }),
  'placed in a city without a florist': () => ({
    ...{ state: 'open', untold: HAPPENED.placed, more: { items: [{ what: 'florist', at: at(0) }] } },
  }),
  awarded: ({ partner }) => ({ state: 'awarded', partner: partner.account.id, untold: HAPPENED.awarded }),
  delivered: (people) => ({
    ...{ state: 'delivered', untold: HAPPENED.delivered },
    more: withDelivery({ state: 'delivered', rounds: [round(people)], steps: [{ ...step, step: 'delivered' }] }),
  }),
  'delivered, and an admin has to look at it': (people) => ({
    ...{ state: 'delivered', untold: HAPPENED.noted },
    more: withDelivery(
      {
        state: 'delivered',
        rounds: [{ ...round(people), ended: 'taken_back', endedAt: at(0) }],
        steps: [{ ...step, step: 'delivered' }],
      },
      { items: [{ what: 'story', partner: people.partner.account.id, at: at(0) }] },
    ),
  }),
  'taken back': (people) => ({
    ...{ state: 'open', untold: HAPPENED.takenBack },
    more: withDelivery({ rounds: [{ ...round(people), ended: 'taken_back', endedAt: at(0) }] }),
  }),
  'cancelled ten minutes after the award': (people) => ({
    ...{ state: 'cancelled', untold: HAPPENED.cancelled },
    more: withDelivery(
      { state: 'cancelled', rounds: [{ ...round(people), awardedAt: at(-10), ended: 'cancelled', endedAt: at(0) }] },
      { items: [{ what: 'refund', at: at(0) }] },
    ),
  }),
  'failed, because nobody took it': () => ({
    ...{ state: 'failed', untold: HAPPENED.failed },
    more: withDelivery({ state: 'failed', failedBy: 'nobody' }, { items: [{ what: 'refund', at: at(0) }] }),
  }),
}

/** Sweeps the orders of a process that dies at the nth point; returns the points that it passed. */
async function sweep(dieAt = Number.POSITIVE_INFINITY): Promise<string[]> {
  const { couch, orderRecords, now } = service.services
  const points: string[] = []
  const pass = (point: string) => {
    points.push(point)
    if (points.length === dieAt) throw new LeaseLost(point)
  }
  const underLease: Parameters<typeof openSweep>[0]['underLease'] = (work) =>
    work({
      term: 1,
      async step(name, write) {
        pass(`before ${name}`)
        const result = await write()
        pass(`after ${name}`)
        return result
      },
    })
  const swept = openSweep({ couch, kinds: [orderRecords], underLease, now, report: () => {} }).sweepNow()
  await swept.catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error
  })
  return points
}

/** Returns everything that telling wrote, wherever it is. */
async function told(story: string, dieAt?: number) {
  const people = { customer: await person('CUSTOMER', { name: 'Asha Rao' }), partner: await person('PARTNER') }
  const make = STORIES[story]
  if (!make) throw new Error(story)
  const feed = `feed-deliveries-jaipur-${dayOf(new Date(clock)).replaceAll('-', '')}`
  const [admins] = await service.services.feeds.listedFor({ role: 'ADMIN' })
  await service.services.feeds.listedFor({ role: 'PARTNER', city: 'jaipur' })
  const mailboxes = [people.customer, people.partner].map(({ mailbox }) => mailbox.name)
  const { ends, since } = changedDocuments(service.couchdbUrl)
  const before = await ends([...databases.map(({ name }) => name), feed, admins?.database ?? '', ...mailboxes])
  await someOrder(service.services, { account: people.customer.account.id, ...make(people) })
  const points = await sweep(dieAt)
  if (dieAt !== undefined) await sweep()
  const names = Object.fromEntries(
    Object.entries(people).flatMap(([name, { account, mailbox }]) => [
      [account.id, name],
      [account.email, `${name}'s e-mail`],
      [mailbox.name, `${name}'s mailbox`],
    ]),
  )
  return { points, written: await since(before, { ...names, [admins?.database ?? '']: 'admins' }) }
}

test.each(Object.keys(STORIES))(
  'an order that was %s is told once, wherever the telling is stopped',
  {
    timeout: 120_000,
  },
  async (story) => {
    const { points, written } = await told(story)
    expect(points.at(-1)).toBe('after mark as told')
    for (const { point, n } of distinctPoints(points))
      expect([point, (await told(story, n)).written]).toEqual([point, written])
  },
)

test('an order that has been told is not told again until something happens', async () => {
  await told('awarded')
  expect(await sweep()).toEqual([])
  clock += 8 * 24 * 60 * MINUTE_MS
})

test('an entry that is more than a week old causes neither a notice nor a mail', async () => {
  const { couch } = service.services
  const customer = await person('CUSTOMER')
  await someOrder(service.services, { account: customer.account.id, state: 'delivered', untold: HAPPENED.placed })
  clock += 8 * 24 * 60 * MINUTE_MS
  await sweep()
  const ids = await couch.db(customer.mailbox.name).ids('', '\uffff')
  expect(ids.map((id) => id.split(':')[0])).toEqual(['account', 'order'])
})
