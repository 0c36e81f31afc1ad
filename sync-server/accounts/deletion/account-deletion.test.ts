import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPendingMailboxes } from '../../mailboxes/pending-mailboxes.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { post, profileIntentOf } from '../../testing/device.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { fullAccounts } from './testing/full-account.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

const { call, codeFor, expectGone, somebody, traces } = fullAccounts(() => service)

test('a deleted account remains only in the statistics, and its devices are told', async () => {
  const who = await somebody()
  const code = await codeFor(who)
  const access = await service.services.accessLog.of(who.account.id)
  expect(access.map(({ what }) => what).sort()).toEqual(['deletion-asked', 'sign-in'])
  const wrong = await call('DELETE', '/api/accounts/current', who.phone, { code: code === '123456' ? '1' : '123456' })
  expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'code_invalid'])
  expect((await call('DELETE', '/api/accounts/current', who.phone, { code })).statusCode).toBe(204)
  expect(await service.services.accounts.findByEmail(who.email)).toBeUndefined()
  await service.services.sweep.sweepNow()
  at += 60_000
  await service.services.accountDeletion.resume()
  await expectGone(who)
  // The e-mail can be registered again.
  const again = { email: who.email, name: 'Anu', role: 'CUSTOMER' as const, verified: true }
  expect(await service.services.accounts.create(again)).toMatchObject({ name: 'Anu' })
})

test('a code for signing in cannot delete an account', async () => {
  const who = await somebody()
  at += 61_000
  await post(`${service.url}/api/login-codes`, { email: who.email })
  await service.services.outbox.wake()
  const code = (await service.mailTo(who.email)).text.match(/\b\d{6}\b/)?.[0]
  const answer = await call('DELETE', '/api/accounts/current', who.phone, { code })
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'code_missing'])
})

test('the code for a deletion is mailed in the account’s language, whatever the browser’s', async () => {
  const who = await somebody()
  await service.services.accounts.change(who.account.id, { language: 'hi' })
  const headers = { cookie: who.phone.cookie, 'accept-language': 'en-IN' }
  // An account is cached for two seconds.
  await expect
    .poll(async () => (await service.services.sessions.find(who.phone.cookie.slice(4)))?.account.language, {
      timeout: 5_000,
    })
    .toBe('hi')
  await service.app.inject({ method: 'POST', url: '/api/accounts/current/deletion-codes', headers })
  await service.mailTo(who.email, ({ subject }) => /[\u0900-\u097F]/.test(subject))
})

test('a deletion ends the requests that other devices hold open', async () => {
  const who = await somebody()
  const held = fetch(`${service.url}/db/${who.account.mailbox.name}/_changes?feed=longpoll&since=now&heartbeat=10000`, {
    headers: { cookie: who.laptop },
  }).then((response) => response.text())
  await expect.poll(() => service.services.sessionRequests.count()).toBe(1)
  await service.services.accountDeletion.begin(who.account)
  await Promise.race([
    held.catch(() => {}),
    new Promise((_, reject) => setTimeout(() => reject(new Error('still held')), 5_000).unref()),
  ])
})

test('an admin account cannot be deleted', async () => {
  const admin = await service.signIn('admin@mogra.example')
  for (const [method, url] of [
    ['POST', '/api/accounts/current/deletion-codes'],
    ['DELETE', '/api/accounts/current'],
  ] as const)
    expect((await call(method, url, admin, { code: '123456' })).json().error).toBe('admin_protected')
})

test('what a running decision still writes after a deletion is erased a minute later', async () => {
  const who = await somebody()
  const order = await service.services.couch.db('orders').get<OrderRecord>(who.orderId)
  await service.services.accountDeletion.begin(who.account)
  const late = { ...order, _id: who.orderId.replace(/.$/, 'Z'), _rev: undefined }
  await service.services.couch.db('orders').put(late)
  await service.services.sweep.sweepNow()
  at += 60_000
  await service.services.accountDeletion.resume()
  expect((await traces(who)).personal).toEqual([])
})

test('an intent of an ended account is not decided', async () => {
  const who = await somebody()
  const { couch, decider, pendingMailboxes } = service.services
  await service.services.accountDeletion.begin(who.account)
  ;(await pendingMailboxes.mark(who.account.mailbox.name, who.account.id))()
  decider.hand(who.account.mailbox.name, who.account.id, [profileIntentOf({ name: 'Late', phone: '' })])
  await decider.idle()
  const parked = await couch.db('work').range<{ account: string }>('parked:', 'parked:￿')
  expect(parked.filter(({ account }) => account === who.account.id)).toEqual([])
})

test('the mark of a mailbox that no longer exists is removed, even if another process wrote it', async () => {
  const who = await somebody()
  const { couch, decider, pendingMailboxes, now } = service.services
  await service.services.accountDeletion.begin(who.account)
  ;(await openPendingMailboxes({ couch, now }).mark(who.account.mailbox.name, who.account.id))()
  decider.hand(who.account.mailbox.name, who.account.id, [])
  await decider.idle()
  expect(await pendingMailboxes.of(who.account.mailbox.name)).toBeUndefined()
})
