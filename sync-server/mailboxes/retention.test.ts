import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { declinedDelivery, type Intent, noticeId, type Receipt, receiptId, ulidOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { askedIntentOf, asPushed, intentOf, newUlid, openDevice, orderOf, post } from '../testing/device.ts'
import { killableCouch } from '../testing/killable-couch.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { openRetention } from './retention.ts'

const DAY_MS = 86_400_000

let service: TestService
let me: SignedIn
let email: string
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', limits: { documentsPerMinute: 100_000 }, now })
})
beforeEach(async () => {
  offsetMs = 0
  email = `retention-${newUlid().toLowerCase()}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  me = await service.signIn(email)
  await pretendNoPass()
})
afterAll(() => service.close())

const couch = () => service.services.couch
const idsIn = async (mailbox = me.mailbox.name) => couch().db(mailbox).ids('', '\uffff')
const receiptOf = (ulid: string, mailbox = me.mailbox.name) =>
  service.services.mailboxes.get<Receipt>(mailbox, receiptId(ulid))

/** Sets the clock; sessions have expired by then. */
async function after(days: number) {
  offsetMs = days * DAY_MS
  me = await service.signIn(email)
}

/** Each test has a clock of its own, which the last pass would not fit. */
async function pretendNoPass() {
  const progress = await couch().db('work').get('retention')
  if (progress) await couch().db('work').remove(progress)
}

async function clearAfter(days: number) {
  offsetMs = days * DAY_MS
  await pretendNoPass()
  await service.services.retention.work()
}

async function push(intent: Intent, who = me) {
  const body = { docs: [asPushed(intent)], new_edits: false }
  const answer = await post(`${service.url}/db/${who.mailbox.name}/_bulk_docs`, body, { cookie: who.cookie })
  expect([answer.status, await answer.json()]).toEqual([201, []])
  return ulidOf(intent._id)
}

async function decided(intent: Intent, outcome: 'done' | 'refused') {
  const ulid = await push(intent)
  await vi.waitFor(async () => expect(await receiptOf(ulid)).toMatchObject({ outcome }), { timeout: 10_000 })
  return ulid
}
const placed = () => decided(intentOf(orderOf()), 'done')
const refusedOrder = () => decided(intentOf(orderOf(undefined, { quotedTotalRupees: 1 })), 'refused')

const tracesOf = async (ulid: string) => (await idsIn()).filter((id) => ulidOf(id) === ulid)

test('an intent goes 30 days after its receipt with its notice, and a refused one after 90; the order stays', async () => {
  const done = await placed()
  const refused = await refusedOrder()
  await clearAfter(29.9)
  expect(await tracesOf(done)).toEqual([`intent:${done}`, `notice:${done}`, `order:${done}`, `receipt:${done}`])
  await clearAfter(30.1)
  expect(await tracesOf(done)).toEqual([`order:${done}`])
  await clearAfter(89.9)
  expect(await tracesOf(refused)).toEqual([`intent:${refused}`, `receipt:${refused}`])
  await clearAfter(90.1)
  expect(await tracesOf(refused)).toEqual([])
  expect(await idsIn()).toContain('account')
})

test('a declined mark goes with its request, three days later', async () => {
  const order = newUlid()
  const mark = {
    ...{ _id: declinedDelivery.id(order, 'phone'), type: 'declined', device: 'phone', order, on: true },
    updatedAt: new Date().toISOString(),
  }
  await service.fillMailbox(me.mailbox.name, [mark])
  await clearAfter(2.9)
  expect(await idsIn()).toContain(mark._id)
  await clearAfter(3.1)
  expect(await idsIn()).not.toContain(mark._id)
})

test('what belongs to a refused order stays as long as it: its cancellation, and a later order', async () => {
  const refused = await refusedOrder()
  const cancelled = await decided(askedIntentOf('cancel-order', { order: refused }), 'done')
  const other = await decided(askedIntentOf('update-profile', { name: 'Asha' }), 'done')
  const again = await placed()
  await clearAfter(31)
  expect(await tracesOf(cancelled)).toHaveLength(2)
  expect(await tracesOf(again)).toEqual(expect.arrayContaining([`intent:${again}`, `receipt:${again}`]))
  expect(await tracesOf(other)).toEqual([])
  await clearAfter(91)
  for (const ulid of [refused, cancelled]) expect(await tracesOf(ulid)).toEqual([])
  expect(await tracesOf(again)).toEqual([`order:${again}`])
})

test('a phone pulls what was removed, and pushes nothing back', async () => {
  const phone = await openDevice(service.url, me)
  const ulid = await phone.ask(orderOf())
  phone.goOnline()
  await phone.arrival(receiptId(ulid))
  await phone.goOffline()
  // The session lasts 30 days from here.
  offsetMs = 20 * DAY_MS
  await phone.pull()
  await clearAfter(31)
  await phone.pull()
  expect((await phone.ids()).filter((id) => ulidOf(id) === ulid)).toEqual([`order:${ulid}`])
  phone.requests.length = 0
  expect((await phone.push()).docs_written).toBe(0)
  expect(phone.requests).not.toContain('POST /db/…/_bulk_docs')
  await phone.close()
})

test('an intent that was removed and comes back from an old phone gets its old receipt, and is not carried out again', async () => {
  const intent = intentOf(orderOf())
  const ulid = await decided(intent, 'done')
  const { _rev, ...before } = (await receiptOf(ulid)) ?? { _rev: '' }
  /** What the intent did to the order; the days change its delivery. */
  const effect = async () => {
    const order = await couch().db('orders').get<OrderRecord>(`order:${ulid}`)
    return [order?.number, order?.entries.filter((entry) => entry.intent === ulid)]
  }
  const effectBefore = await effect()
  const mail = () => couch().db('outbox').get<{ status: string }>(`mail:order-confirmation:${ulid}`)
  await vi.waitFor(async () => expect(await mail()).toMatchObject({ status: 'sent' }), { timeout: 10_000 })
  const sent = await mail()
  await clearAfter(31)
  expect(await receiptOf(ulid)).toBeUndefined()

  const getsIt = async () => {
    await after(31)
    await push(intent)
    await vi.waitFor(async () => expect(await receiptOf(ulid)).toMatchObject(before), { timeout: 10_000 })
  }
  await getsIt()
  await clearAfter(32)
  expect(await tracesOf(ulid)).toEqual([`order:${ulid}`])
  await service.services.rotation.want(me.account.id)
  await service.services.rotation.work(true)
  await getsIt()
  expect(await effect()).toEqual(effectBefore)
  expect(await mail()).toEqual(sent)
  await clearAfter(33)
  expect(await tracesOf(ulid)).toEqual([`order:${ulid}`])
})

const STEPS = ['remove intents', 'remove receipts', 'remove notices']
test.each(STEPS.flatMap((step) => [`before ${step}`, `after ${step}`]))(
  'if a pass is killed %s, no intent is without its receipt, and the next pass removes the rest',
  async (point) => {
    const done = await placed()
    offsetMs = 31 * DAY_MS
    const { couch: mortal, die } = killableCouch(couch())
    const killed = openRetention({
      ...{ couch: mortal, notifier: service.services.notifier, rotation: service.services.rotation },
      ...{ now, report: () => {} },
      underLease: (work) =>
        work({
          async step(name, write) {
            const dieAt = (at: string) => {
              if (at !== point) return
              die()
              throw new Error('killed')
            }
            dieAt(`before ${name}`)
            const result = await write()
            dieAt(`after ${name}`)
            return result
          },
        }),
    })
    await expect(killed.work()).rejects.toThrow('killed')
    const left = await tracesOf(done)
    expect(left.includes(`intent:${done}`) && !left.includes(`receipt:${done}`)).toBe(false)
    expect(left.length).toBeGreaterThan(point === 'after remove notices' ? 0 : 1)
    await service.services.retention.work()
    expect(await tracesOf(done)).toEqual([`order:${done}`])
  },
)

/** Runs passes that note which mailboxes they read; `isHeld` says whether they run under the lease. */
function watched(isHeld: () => boolean = () => true) {
  const looked: string[] = []
  const { notifier, rotation } = service.services
  const retention = openRetention({
    couch: {
      ...couch(),
      db(name) {
        if (name.startsWith('mailbox-') && looked.at(-1) !== name) looked.push(name)
        return couch().db(name)
      },
    },
    ...{ notifier, rotation, now, report: () => {}, accountsAtOnce: 2 },
    async underLease(work) {
      if (isHeld()) await work({ step: async (_, write) => write() })
    },
  })
  return { retention, looked }
}

async function activeMailboxes() {
  const accounts = await couch().db('accounts').range<AccountRecord>('account:', 'account:\uffff')
  return accounts.filter(({ status }) => status === 'active').map(({ mailbox }) => mailbox.name)
}

test('a pass goes through all mailboxes page by page, once a day', async () => {
  const { retention, looked } = watched()
  await retention.work()
  const all = await activeMailboxes()
  expect(all.length).toBeGreaterThan(4)
  expect(looked).toEqual(all)
  offsetMs = DAY_MS - 60_000
  await retention.work()
  expect(looked).toEqual(all)
  offsetMs = DAY_MS + 60_000
  await retention.work()
  expect(looked).toEqual([...all, ...all])
})

test('a pass that ended by a clock that was far ahead does not delay the next one', async () => {
  const { retention, looked } = watched()
  offsetMs = 365 * DAY_MS
  await retention.work()
  const once = [...looked]
  offsetMs = 0
  await retention.work()
  expect(looked).toEqual([...once, ...once])
})

test('a pass ends when the lease is lost, and the next holder continues after the last page that was finished', async () => {
  const first = watched(() => first.looked.length < 3)
  await first.retention.work()
  const all = await activeMailboxes()
  expect(first.looked).toEqual(all.slice(0, 3))
  const next = watched()
  await next.retention.work()
  expect(next.looked).toEqual(all.slice(2))
})

test('while another instance holds the lease, nothing is removed', async () => {
  const done = await placed()
  const { retention, looked } = watched(() => false)
  offsetMs = 31 * DAY_MS
  await retention.work()
  expect(looked).toEqual([])
  expect(await tracesOf(done)).toHaveLength(4)
})

test('after more than 2,000 deletions the mailbox gets a new generation', async () => {
  const at = now().toISOString()
  const notices = Array.from({ length: 2_001 }, () => ({
    ...{ _id: noticeId(newUlid()), type: 'notice', kind: 'order-confirmed', subject: 'order:x', at },
  }))
  await service.fillMailbox(me.mailbox.name, notices)
  await clearAfter(31)
  expect(await couch().db(me.mailbox.name).size()).toMatchObject({ deleted: 2_001 })
  expect(await couch().db('work').get(`move:${me.mailbox.name}`)).toMatchObject({ account: me.account.id })
})
