import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRecord } from '../accounts/account-record.ts'
import { fullAccounts } from '../accounts/deletion/testing/full-account.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { askedIntentOf, asPushed, post, profileIntentOf } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

/** A field that only the service may know; no list of fields names it. */
const SECRET = { marginRupees: 'only Mogra knows' }

let service: TestService

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const { call, somebody } = fullAccounts(() => service)

/** Adds the secret field to an order and an account, at every depth. */
async function keepSecrets(who: Awaited<ReturnType<typeof somebody>>) {
  const { couch } = service.services
  await couch.db('orders').update<OrderRecord>(
    who.orderId,
    (order) =>
      order && {
        ...{ ...order, ...SECRET, address: { ...order.address, ...SECRET } },
        lines: order.lines.map((line) => ({ ...line, ...SECRET })),
        timeline: order.timeline.map((entry) => ({ ...entry, ...SECRET })),
        partner: { name: 'Sanjay Kumar', ...SECRET },
      },
  )
  await couch
    .db('accounts')
    .update<AccountRecord>(`account:${who.account.id}`, (account) => account && { ...account, ...SECRET })
}

test('a field that only the service knows is in no fact, no export and no remainder', async () => {
  const who = await somebody()
  await keepSecrets(who)
  const { couch, decider, accountDeletion: endings, mailboxes, sessions } = service.services
  const { cookie, mailbox } = who.phone

  const intents = [
    askedIntentOf('change-order', { order: who.orderId.replace('order:', ''), deliveryWindow: 'evening' }),
    profileIntentOf({ name: 'Meera' }),
  ]
  const body = { docs: intents.map((intent) => asPushed(intent)), new_edits: false }
  expect(await (await post(`${service.url}/db/${mailbox.name}/_bulk_docs`, body, { cookie })).json()).toEqual([])
  await decider.idle()
  expect(await mailboxes.get(mailbox.name, who.orderId)).toMatchObject({ version: 2, deliveryWindow: 'evening' })
  expect(await mailboxes.get(mailbox.name, 'account')).toMatchObject({ name: 'Meera' })
  expect(JSON.stringify(await couch.db(mailbox.name).range('', '\uffff'))).not.toContain('marginRupees')

  await sessions.revokeAll(who.account.id)
  const session = await service.signIn(who.email)
  const { body: exported } = await call('GET', '/api/accounts/current/export', session)
  expect(JSON.parse(exported)).toMatchObject({ account: { name: 'Meera' }, orders: [{ _id: who.orderId }] })
  expect(exported).not.toContain('marginRupees')

  await endings.begin(who.account)
  const remainder = await couch.db('orders').get<OrderRecord>(who.orderId)
  expect(remainder).toMatchObject({ account: 'deleted', totalRupees: 994, lines: [{ flower: 'red-roses' }] })
  expect(JSON.stringify(remainder)).not.toContain('marginRupees')
})
