import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_FOR, type Order, orderConversation } from '#model'
import { deliveryWorld } from '../deliveries/testing/delivery-world.ts'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { HAPPENED } from './order-record.ts'

const HOUR_MS = 3_600_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
})
afterAll(() => service.close())

const { person, ask, outcomeOf, factOf } = deliveryWorld(() => service)

test('a customer’s copy names the conversation with the partner until the partner gives the delivery back', async () => {
  const [customer, partner] = [await person('CUSTOMER'), await person('PARTNER')]
  const order = await someOrder(service.services, { account: customer.account.id, state: 'open' })
  expect(outcomeOf(await ask(partner, 'accept-delivery', { order }))).toBe('done')
  const conversation = orderConversation(order, partner.account.id)
  const partnerIn = async () => (await factOf<Order>(customer, `order:${order}`))?.partner
  expect(await partnerIn()).toEqual({ name: 'Ravi', conversation })
  await ask(partner, 'release-delivery', { order, reason: 'vehicle' })
  expect(await partnerIn()).toBeUndefined()
})

test('a day after the delivery the copy names no conversation any more', async () => {
  const [customer, partner] = [await person('CUSTOMER'), await person('PARTNER')]
  const order = await someOrder(service.services, {
    ...{ account: customer.account.id, state: 'delivered', partner: partner.account.id },
    untold: HAPPENED.delivered,
  })
  const { sweep } = service.services
  const partnerIn = async () => (await factOf<Order>(customer, `order:${order}`))?.partner
  await sweep.sweepNow()
  expect(await partnerIn()).toEqual({ name: 'Ravi', conversation: orderConversation(order, partner.account.id) })
  clock += KEPT_FOR.deliveryHours * HOUR_MS
  await sweep.sweepNow()
  // The first sweep decides that the copies are emptied, and the second one tells it.
  await sweep.sweepNow()
  expect(await partnerIn()).toEqual({ name: 'Ravi' })
})

test('a visitor’s copy names no conversation, and the account’s does once the visitor has signed in', async () => {
  const { accounts, mailboxes, sweep, visitorMerge } = service.services
  const [visitor, customer, partner] = [
    await accounts.createVisitor('en'),
    await person('CUSTOMER'),
    await person('PARTNER'),
  ]
  const order = await someOrder(service.services, {
    ...{ account: visitor.id, state: 'awarded', partner: partner.account.id, untold: HAPPENED.awarded },
  })
  await sweep.sweepNow()
  expect((await mailboxes.get<Order>(visitor.mailbox.name, `order:${order}`))?.partner).toEqual({ name: 'Ravi' })
  await visitorMerge.adopt(visitor.id, customer.account.id)
  const conversation = orderConversation(order, partner.account.id)
  await expect
    .poll(async () => (await factOf<Order>(customer, `order:${order}`))?.partner)
    .toEqual({ name: 'Ravi', conversation })
})
