import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Account } from '#model'
import type { AccountRecord } from '../../accounts/account-record.ts'
import { openPendingMailboxes } from '../../mailboxes/pending-mailboxes.ts'
import { askedIntentOf, intentOf, orderOf, profileIntentOf } from '../../testing/device.ts'
import { alone, type KillableDeciders, killableDeciders } from '../../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'
import { type Decider, openDecider } from '../decider.ts'

let service: TestService
let me: SignedIn
let mortal: KillableDeciders
let decider: Decider
let said: string[]

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  mortal = killableDeciders(service)
})
afterEach(async () => {
  await decider.stop()
  expect(said).toEqual([])
})
afterAll(() => service.close())

async function start(needs: Partial<Parameters<typeof openDecider>[0]> = {}) {
  said = []
  decider = openDecider({ ...alone(service), report: (message) => said.push(message), ...needs })
  await decider.start()
}

const twoNames = () =>
  [profileIntentOf({ name: 'Asha First', phone: '' }), profileIntentOf({ name: 'Asha Second', phone: '' })] as const

/** Both are acknowledged, but the decider was not told of the first. */
async function pushTwo() {
  const [first, second] = twoNames()
  await mortal.push(first, me)
  await mortal.push(second, me)
  return second
}

const nameNow = async () => (await service.services.mailboxes.get<Account>(me.mailbox.name, 'account'))?.name

test('an intent that arrives during the first sweep of a new process is decided after the older ones', async () => {
  const second = await pushTwo()
  await start()
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
})

test('an intent that follows a push to another process is decided after that push', async () => {
  const pendingMailboxes = openPendingMailboxes({ couch: service.services.couch, now: service.services.now })
  await start({ pendingMailboxes })
  await decider.idle()
  const second = await pushTwo()
  ;(await pendingMailboxes.mark(me.mailbox.name, me.account.id))()
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
  expect(await pendingMailboxes.of(me.mailbox.name), 'the other push may not be over').toBeDefined()
})

test('an intent that follows a push without an answer is decided after that push', async () => {
  const { pendingMailboxes } = service.services
  await start()
  await decider.idle()
  const second = await pushTwo()
  ;(await pendingMailboxes.mark(me.mailbox.name, me.account.id))('untold')
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
})

test('an intent that follows a push left to a later scan is decided after that push, even if no push is unconfirmed by then', async () => {
  const { pendingMailboxes } = service.services
  let isUnconfirmed = false
  await start({ pendingMailboxes: { ...pendingMailboxes, isUnconfirmed: () => isUnconfirmed } })
  await decider.idle()
  const [first, second] = twoNames()
  isUnconfirmed = true
  await mortal.push(first, me)
  decider.hand(me.mailbox.name, me.account.id, [first])
  isUnconfirmed = false
  await mortal.push(second, me)
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
})

test('an intent that follows a push made while the lease had expired for a moment is decided after that push', async () => {
  await start({ pendingMailboxes: { ...service.services.pendingMailboxes, isUnconfirmed: () => false } })
  await decider.idle()
  const [first, second] = twoNames()
  await mortal.push(first, me)
  const now = performance.now.bind(performance)
  const late = vi.spyOn(performance, 'now').mockImplementation(() => now() + 12_000)
  decider.hand(me.mailbox.name, me.account.id, [first])
  late.mockRestore()
  await mortal.push(second, me)
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
})

test('an intent that follows the move of a mailbox with an open intent is decided after that intent', async () => {
  const { couch, rotation } = service.services
  await start()
  await decider.idle()
  const [first, second] = twoNames()
  await mortal.push(first, me)
  await rotation.want(me.account.id)
  await rotation.work(true)
  const account = await couch.db('accounts').get<AccountRecord>(`account:${me.account.id}`)
  expect(account?.mailbox.generation).toBe(me.mailbox.generation + 1)
  if (account) me = { ...me, mailbox: account.mailbox }
  // The gate caches accounts for a moment.
  await vi.waitFor(() => mortal.push(second, me), { timeout: 10_000 })
  decider.hand(me.mailbox.name, me.account.id, [second])
  await decider.idle()
  expect(await nameNow()).toBe(second.payload.name)
})

test('a cancellation that was handed on without its order waits only until the order is decided', async () => {
  const email = 'hasty@mogra.example'
  await service.services.accounts.create({ email, name: 'Hasty', role: 'CUSTOMER', verified: true })
  const who = await service.signIn(email)
  await start()
  await decider.idle()
  const order = await mortal.push(intentOf(orderOf()), who)
  const cancel = askedIntentOf('cancel-order', { order })
  const cancelling = await mortal.push(cancel, who)
  decider.hand(who.mailbox.name, who.account.id, [cancel])
  await decider.idle()
  const outcomes = await Promise.all([order, cancelling].map((ulid) => mortal.outcomeOf(ulid, who)))
  expect(outcomes).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  expect(await service.services.pendingMailboxes.of(who.mailbox.name)).toBeUndefined()
})
