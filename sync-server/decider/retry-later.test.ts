import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account, ChangeOrder, Intent } from '#model'
import type { Couch } from '../couch/couch.ts'
import { RENEW_MS } from '../lease/lease.ts'
import type { OrderRecord } from '../orders/orders.ts'
import { askedIntentOf, intentOf, newUlid, orderOf, profileIntentOf } from '../testing/device.ts'
import { alone, type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { type Decider, openDecider } from './decider.ts'

let service: TestService
let mortal: KillableDeciders
let me: SignedIn
let decider: Decider
let order: string
/** The step that fails until it is repaired; empty if none does. */
let broken: string
let laterMs: number

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.decider.stop()
  mortal = killableDeciders(service)
})
beforeEach(async () => {
  const email = `parked-${newUlid().toLowerCase()}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  me = await service.signIn(email)
  order = await mortal.push(intentOf(orderOf()), me)
  await mortal.decideAll()
  broken = ''
  laterMs = 0
})
afterEach(() => decider.stop())
afterAll(() => service.close())

async function start(couch: Couch = service.services.couch) {
  decider = openDecider({
    ...alone(service, { couch }),
    ...{ backOffMs: [], report: () => {}, now: () => new Date(Date.now() + laterMs) },
    onStep(point) {
      if (point === broken) throw new Error('a bug that is mended by then')
    },
  })
  await decider.start()
  await decider.idle()
}

/** Stores intents and hands them to the decider as the gate does; returns their ULIDs. */
async function ask(...intents: Intent[]): Promise<string[]> {
  const ulids: string[] = []
  for (const intent of intents) ulids.push(await mortal.push(intent, me))
  decider.hand(me.mailbox.name, me.account.id, intents)
  await decider.idle()
  return ulids
}

const tryAgain = {
  async 'ten minutes later'() {
    laterMs += 11 * 60_000
    decider.hand(me.mailbox.name, me.account.id, [])
    await decider.idle()
  },
  async 'by the next process'() {
    await decider.stop()
    await mortal.decideAll()
  },
}
const WHEN = Object.keys(tryAgain) as (keyof typeof tryAgain)[]

const change = (what: Omit<ChangeOrder, 'order'>) => askedIntentOf('change-order', { order, ...what })
const { city: _, ...home } = orderOf().address
const at = (address: string) => ({ address: { ...home, address } })

const outcomesOf = (ulids: string[]) =>
  Promise.all(
    ulids.map(async (ulid) => {
      const receipt = await mortal.outcomeOf(ulid, me)
      return receipt?.reason ?? receipt?.outcome
    }),
  )
const orderNow = async () => {
  const record = await service.services.couch.db('orders').get<OrderRecord>(`order:${order}`)
  return [record?.address.address, record?.deliveryWindow, record?.edits]
}
const accountNow = async () => {
  const fact = await service.services.mailboxes.get<Account>(me.mailbox.name, 'account')
  return [fact?.name, fact?.phone]
}

test.each(WHEN)('a parked change of an order that was changed again since is refused: %s', async (when) => {
  await start()
  broken = 'before write order'
  const first = await ask(change({ ...at('1, Old Lane'), deliveryWindow: 'morning' }))
  broken = ''
  const second = await ask(change(at('2, New Lane')))
  await tryAgain[when]()
  expect(await outcomesOf([...first, ...second])).toEqual(['overtaken', 'done'])
  expect(await orderNow()).toEqual(['2, New Lane', 'any', second])
})

test.each(WHEN)('a parked change is done if nobody changed the same fields in the meantime: %s', async (when) => {
  await start()
  broken = 'before write order'
  const first = await ask(change(at('1, Old Lane')))
  broken = ''
  const second = await ask(change({ deliveryWindow: 'evening' }))
  await tryAgain[when]()
  expect(await outcomesOf([...first, ...second])).toEqual(['done', 'done'])
  expect(await orderNow()).toEqual(['1, Old Lane', 'evening', [...second, ...first]])
})

test.each(WHEN)('if two changes of an order were parked, the later one wins: %s', async (when) => {
  await start()
  broken = 'before write order'
  const both = await ask(change(at('1, Old Lane')), change(at('2, New Lane')))
  broken = ''
  await tryAgain[when]()
  expect(await outcomesOf(both)).toEqual(['done', 'done'])
  expect(await orderNow()).toEqual(['2, New Lane', 'any', both])
})

test('a parked intent that an admin has tried again is decided at once', async () => {
  await start()
  broken = 'before write order'
  const asked = await ask(change(at('1, Old Lane')))
  broken = ''
  decider.hand(me.mailbox.name, me.account.id, [])
  await decider.idle()
  expect(await outcomesOf(asked)).toEqual([undefined])
  for (const ulid of asked) expect(await decider.retry(ulid)).toBe(true)
  await decider.idle()
  expect(await outcomesOf(asked)).toEqual(['done'])
  for (const ulid of asked) expect(await decider.retry(ulid)).toBe(false)
})

test('a parked intent that an admin has tried again on another instance is decided when the lease is renewed', async () => {
  await start()
  broken = 'before write order'
  const asked = await ask(change(at('1, Old Lane')))
  broken = ''
  const other = openDecider(alone(service))
  for (const ulid of asked) expect(await other.retry(ulid)).toBe(true)
  await expect.poll(() => outcomesOf(asked), { timeout: 4 * RENEW_MS }).toEqual(['done'])
})

test('a change that was already written when it was parked is done, even if later changes followed', async () => {
  await start()
  broken = 'before write decision'
  const first = await ask(change(at('1, Old Lane')), profileIntentOf({ name: 'First', phone: '1' }))
  broken = ''
  const second = await ask(change(at('2, New Lane')), profileIntentOf({ name: 'Second', phone: '2' }))
  await tryAgain['ten minutes later']()
  expect(await outcomesOf([...first, ...second])).toEqual(['done', 'done', 'done', 'done'])
  expect(await orderNow()).toEqual(['2, New Lane', 'any', [first[0], second[0]]])
  expect(await accountNow()).toEqual(['Second', '2'])
})

test.each(WHEN)('a parked change of a profile that was changed again since is refused: %s', async (when) => {
  await start()
  broken = 'before write account'
  const first = await ask(profileIntentOf({ name: 'First', phone: '1' }))
  broken = ''
  const second = await ask(profileIntentOf({ name: 'Second', phone: '2' }))
  await tryAgain[when]()
  expect(await outcomesOf([...first, ...second])).toEqual(['overtaken', 'done'])
  expect(await accountNow()).toEqual(['Second', '2'])
})

test('if an intent cannot be recorded as parked, no later intent of its account is decided before it', async () => {
  const { couch } = service.services
  function db(name: string) {
    const store = couch.db(name)
    const update: typeof store.update = async (id, change) => {
      if (!broken || !id.startsWith('parked:')) return store.update(id, change)
      broken = ''
      throw new Error('disk full')
    }
    return { ...store, update }
  }
  await start({ ...couch, db })
  broken = 'before write order'
  const both = await ask(change(at('1, Old Lane')), change(at('2, New Lane')))
  expect(await outcomesOf(both)).toEqual(['done', 'done'])
  expect(await orderNow()).toEqual(['2, New Lane', 'any', both])
})

test('no intent is decided before the last holder’s parked intents are loaded', async () => {
  await start()
  broken = 'before write order'
  const first = await ask(change(at('1, Old Lane')))
  broken = ''
  const second = await ask(change(at('2, New Lane')))
  await decider.stop()
  const { couch } = service.services
  let isUnread = true
  function db(name: string) {
    const store = couch.db(name)
    const range: typeof store.range = async (from, ...rest) => {
      if (isUnread && from === 'parked:') throw new Error('disk full')
      return store.range(from, ...rest)
    }
    return { ...store, range }
  }
  await start({ ...couch, db })
  decider.hand(me.mailbox.name, me.account.id, [])
  await decider.idle()
  expect(await outcomesOf(first)).toEqual([undefined])
  isUnread = false
  await decider.start()
  await decider.idle()
  expect(await outcomesOf([...first, ...second])).toEqual(['overtaken', 'done'])
})
