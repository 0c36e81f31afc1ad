import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, type Receipt, ulidOf } from '#model'
import { openRotation } from '../../mailboxes/rotation.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { askedIntentOf, asPushed, intentOf, orderOf, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'
import { openVisitorMerge } from './visitor-merge.ts'

let service: TestService
let later = 0
let people = 0

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(Date.now() + later), logLevel: 'silent' })
})
afterAll(() => service.close())

type Who = Pick<SignedIn, 'cookie' | 'mailbox'> & { account: { id: string } }

const cookieOf = (answer: { cookies: { name: string; value: string }[] }) => `sid=${answer.cookies[0]?.value}`
const call = (method: 'GET' | 'POST', url: string, cookie = '', payload?: object, from = '198.51.100.1') =>
  service.app.inject({ method, url, headers: { cookie }, remoteAddress: from, ...(payload ? { payload } : {}) })

async function newVisitor(): Promise<Who> {
  const answer = await call('POST', '/api/visitors')
  expect(answer.statusCode).toBe(201)
  return { cookie: cookieOf(answer), ...answer.json() }
}
async function newAccount() {
  people += 1
  const email = `adopts${people}@example.com`
  const made = await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  return made
}
/** Signs in; the returned cookie is not used yet. */
async function signIn(email: string, cookie: string, body: object = { adopt: true }): Promise<Who> {
  await call('POST', '/api/login-codes', cookie, { email })
  await service.services.outbox.wake()
  const code = (await service.mailTo(email)).text.match(/\b\d{6}\b/)?.[0]
  const answer = await call('POST', '/api/sessions', cookie, { email, code, ...body })
  expect(answer.statusCode).toBe(200)
  return { cookie: cookieOf(answer), ...answer.json() }
}
const current = (cookie: string) => call('GET', '/api/sessions/current', cookie)

async function push(who: Who, intent = intentOf(orderOf())) {
  const url = `${service.url}/db/${who.mailbox.name}/_bulk_docs`
  const answer = await post(url, { docs: [asPushed(intent)], new_edits: false }, { cookie: who.cookie })
  expect([answer.status, await answer.json()]).toEqual([201, []])
  return intent
}
async function order(who: Who, intent = intentOf(orderOf())) {
  await push(who, intent)
  await service.services.decider.idle()
  return intent
}
const inMailbox = <T extends object>(who: Who, id: string) => service.services.mailboxes.get<T>(who.mailbox.name, id)
const inCore = (ulid: string) => service.services.couch.db('orders').get<OrderRecord>(`order:${ulid}`)
const mailsAbout = async (ulid: string) =>
  (await service.services.couch.db('outbox').ids('mail:order', 'mail:order\uffff')).filter((id) => id.endsWith(ulid))

/** Checks that the order belongs to the account, once, with its notice, its copy and at most one mail. */
async function expectTheirs(who: Who, ulid: string) {
  const core = await inCore(ulid)
  const copy = await inMailbox<Order>(who, `order:${ulid}`)
  expect(core).toMatchObject({ account: who.account.id, number: copy?.number, version: copy?.version })
  expect(await inMailbox(who, `notice:${ulid}`)).toBeDefined()
  expect((await mailsAbout(ulid)).length).toBeLessThanOrEqual(1)
}

test('a visitor has a mailbox and stays the same visitor, and a signed-in person cannot become one', async () => {
  const visitor = await newVisitor()
  expect(visitor.account).toEqual({ id: expect.any(String), version: 1, role: 'VISITOR' })
  expect((await current(visitor.cookie)).json()).toEqual({
    account: visitor.account,
    mailbox: visitor.mailbox,
    feeds: [],
  })
  expect((await call('POST', '/api/visitors', visitor.cookie)).json()).toMatchObject({ account: visitor.account })
  expect(await inMailbox(visitor, 'account')).toMatchObject({ role: 'VISITOR', isVerified: false })
  const customer = await service.signIn('customer@mogra.example')
  expect((await call('POST', '/api/visitors', customer.cookie)).json().error).toBe('signed_in')
})

test('one address cannot create an unlimited number of visitors', async () => {
  const from = '203.0.113.50'
  const answers = await Promise.all(
    Array.from({ length: 61 }, () => call('POST', '/api/visitors', '', undefined, from)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})

test('a visitor orders; at most three mails a day go to the address they enter, without any text of theirs', async () => {
  const visitor = await newVisitor()
  const lines = [{ flower: 'red-roses', quantity: 1, consumes: {}, message: 'Buy my pills' }]
  const payload = orderOf(lines, { email: 'stranger@example.com' })
  for (let n = 0; n < 4; n += 1) {
    const intent = await order(visitor, intentOf(payload))
    expect(await inMailbox(visitor, intent._id.replace('intent', 'receipt'))).toMatchObject({ outcome: 'done' })
  }
  await service.services.outbox.wake()
  const mails = service.mails().filter(({ to }) => to === 'stranger@example.com')
  expect(mails).toHaveLength(3)
  for (const { text, html } of mails)
    for (const word of ['pills', 'Bapu Nagar', 'Asha', '9829011420']) expect(text + html).not.toContain(word)
})

test('a visitor’s order belongs to the account after signing in, and pushing it again changes nothing', async () => {
  const visitor = await newVisitor()
  const intent = await order(visitor)
  const account = await newAccount()
  const me = await signIn(account.email, visitor.cookie)
  expect((await current(me.cookie)).statusCode).toBe(200)
  const ulid = ulidOf(intent._id)
  await expectTheirs(me, ulid)
  // As a device does: it pushes what it wrote as a visitor again.
  await order(me, intent)
  const receipt = await inMailbox<Receipt>(me, `receipt:${ulid}`)
  expect(receipt).toMatchObject({ outcome: 'done', result: { order: `order:${ulid}` } })
  await expectTheirs(me, ulid)
  expect((await current(visitor.cookie)).json().error).toBe('signed_out')
  expect(await service.services.accounts.get(visitor.account.id)).toMatchObject({ status: 'adopted' })
})

test('a sign-in whose answer was lost does not merge the visitor', async () => {
  const visitor = await newVisitor()
  const ulid = ulidOf((await order(visitor))._id)
  const account = await newAccount()
  const lost = await signIn(account.email, visitor.cookie)
  expect((await current(visitor.cookie)).json()).toMatchObject({ account: visitor.account })
  const more = ulidOf((await order(visitor))._id)
  expect(await inCore(ulid)).toMatchObject({ account: visitor.account.id, version: 1 })
  later += 61_000
  // The person signs in again with another account; the first one was never used.
  const other = await newAccount()
  const me = await signIn(other.email, visitor.cookie)
  await current(me.cookie)
  for (const one of [ulid, more]) await expectTheirs(me, one)
  expect((await current(lost.cookie)).json()).toMatchObject({ account: { email: account.email } })
  for (const one of [ulid, more]) await expectTheirs(me, one)
})

test('a visitor is not adopted without a request, or by the name of another mailbox', async () => {
  for (const body of [{}, { adopt: false }, { adopt: 'mailbox-of-somebody' }]) {
    const visitor = await newVisitor()
    const ulid = ulidOf((await order(visitor))._id)
    const me = await signIn((await newAccount()).email, visitor.cookie, body)
    await current(me.cookie)
    expect(await inCore(ulid)).toMatchObject({ account: visitor.account.id })
  }
})

test('a visitor’s undecided intent is decided as the account’s', async () => {
  const visitor = await newVisitor()
  const { decider } = service.services
  await decider.stop()
  const intent = await push(visitor)
  const me = await signIn((await newAccount()).email, visitor.cookie)
  expect((await current(me.cookie)).statusCode).toBe(200)
  await push(me, intent)
  await decider.start()
  await decider.idle()
  const ulid = ulidOf(intent._id)
  await expectTheirs(me, ulid)
  for (const who of [visitor, me]) expect(await inMailbox(who, `receipt:${ulid}`)).toMatchObject({ outcome: 'done' })
  expect(await inCore(ulid)).toMatchObject({ account: me.account.id, version: 1 })
  await service.services.visitorMerge.resume()
  later += 60_000
  await service.services.visitorMerge.resume()
  expect(await service.services.couch.db('work').ids('adoption:', 'adoption:\uffff')).toEqual([])
  await expect(service.services.couch.db(visitor.mailbox.name).size()).rejects.toThrow()
}, 120_000)

test('an adopted visitor’s mailbox is kept for a minute, and until everything in it is decided', async () => {
  const { visitorMerge, couch, decider } = service.services
  const visitor = await newVisitor()
  const me = await signIn((await newAccount()).email, visitor.cookie)
  expect((await current(me.cookie)).statusCode).toBe(200)
  // As another instance does that still has the old session cached.
  await visitorMerge.adopt(visitor.account.id, me.account.id)
  expect(await couch.db(visitor.mailbox.name).size()).toBeDefined()

  await decider.stop()
  const intent = intentOf(orderOf())
  // A request that was admitted before writes it.
  await couch.db(visitor.mailbox.name).replicate([asPushed(intent)])
  later += 60_000
  await visitorMerge.resume()
  expect(await couch.db(visitor.mailbox.name).get(intent._id)).toBeDefined()
  await decider.start()
  decider.hand(visitor.mailbox.name, visitor.account.id, [intent])
  await decider.idle()
  await visitorMerge.resume()
  await expect(couch.db(visitor.mailbox.name).size()).rejects.toMatchObject({ statusCode: 404 })
  await expectTheirs(me, ulidOf(intent._id))
}, 120_000)

test('a visitor’s cancellation waits for their order, even if they have signed in meanwhile', async () => {
  const visitor = await newVisitor()
  const me = await signIn((await newAccount()).email, visitor.cookie)
  expect((await current(me.cookie)).statusCode).toBe(200)
  const { couch, decider } = service.services
  await decider.idle()
  const placing = intentOf(orderOf())
  const ulid = ulidOf(placing._id)
  const cancelling = askedIntentOf('cancel-order', { order: ulid })
  // Requests that were admitted before write them; the decider is not told of the first.
  await couch.db(visitor.mailbox.name).replicate([asPushed(placing), asPushed(cancelling)])
  decider.hand(visitor.mailbox.name, visitor.account.id, [cancelling])
  await decider.idle()
  for (const intent of [placing, cancelling])
    expect(await inMailbox(visitor, `receipt:${ulidOf(intent._id)}`)).toMatchObject({ outcome: 'done' })
  expect(await inCore(ulid)).toMatchObject({ account: me.account.id, status: 'cancelled' })
})

test('a visitor whose mailbox has just moved is handed over completely, and no generation of it is left', async () => {
  const visitor = await newVisitor()
  const { couch, mailboxes, rotation } = service.services
  await rotation.want(visitor.account.id)
  await rotation.work(true)
  const moved = await mailboxes.of(visitor.account.id)
  expect(moved).not.toBe(visitor.mailbox.name)
  await mailboxes.put(moved, { _id: 'notice:moved', type: 'notice' })
  const me = await signIn((await newAccount()).email, visitor.cookie)
  expect((await current(me.cookie)).statusCode).toBe(200)
  expect(await inMailbox(me, 'notice:moved')).toBeDefined()
  later += 60_000
  await service.services.visitorMerge.resume()
  for (const name of [visitor.mailbox.name, moved])
    await expect(couch.db(name).size()).rejects.toMatchObject({ statusCode: 404 })
  expect(await couch.db('work').get(`move:${visitor.mailbox.name}`)).toBeUndefined()
})

test('a mailbox does not move if its visitor signs in during the move', async () => {
  const visitor = await newVisitor()
  const account = await newAccount()
  const { accounts, couch, mailboxes, rotation } = service.services
  await rotation.want(visitor.account.id)
  const made: string[] = []
  const late = openRotation({
    ...service.services,
    mailboxes: {
      ...mailboxes,
      async make(name, owner) {
        await mailboxes.make(name, owner)
        made.push(name)
        await accounts.adopt(visitor.account.id, account.id)
      },
    },
  })
  await late.work(true)
  expect(await mailboxes.of(visitor.account.id)).toBe(visitor.mailbox.name)
  expect(made).toHaveLength(1)
  await expect(couch.db(made[0] ?? '').size()).rejects.toMatchObject({ statusCode: 404 })
  expect(await couch.db(visitor.mailbox.name).size()).toBeDefined()
})

test('units that the visitor ordered cannot be ordered again by the account', async () => {
  const visitor = await newVisitor()
  const line = { flower: 'red-roses', quantity: 1, consumes: { phone: 1 } }
  await order(visitor, intentOf(orderOf([line])))
  const me = await signIn((await newAccount()).email, visitor.cookie)
  // The decider caches an account's orders after this.
  await order(me)
  const again = await order(me, intentOf(orderOf([line])))
  expect(await inMailbox(me, again._id.replace('intent', 'receipt'))).toMatchObject({ reason: 'already_ordered' })
})

test('an adoption that is killed at any point is finished later, and hands everything over once', async () => {
  const points: string[] = []
  const said: string[] = []
  const adopting = (onStep: (point: string) => void) =>
    openVisitorMerge({ ...service.services, onStep, report: (message, error) => said.push(`${message}: ${error}`) })
  const run = async (onStep: (point: string) => void, visitor: Who, account: string) => {
    await adopting(onStep).adopt(visitor.account.id, account)
    later += 60_000
    await adopting(onStep).resume()
    const failures = said.splice(0).join()
    if (failures) throw new Error(failures)
  }
  const first = await newVisitor()
  await order(first)
  await run((point) => points.push(point), first, (await newAccount()).id)
  expect(new Set(points).size).toBe(20)
  for (const point of new Set(points)) {
    const visitor = await newVisitor()
    const ulids = [ulidOf((await order(visitor))._id), ulidOf((await order(visitor))._id)]
    const account = await newAccount()
    let isDead = false
    const dying = (at: string) => {
      isDead ||= at === point
      if (isDead) throw new Error('killed')
    }
    await expect(run(dying, visitor, account.id), point).rejects.toThrow('killed')
    if (point === 'before write mark') expect((await current(visitor.cookie)).statusCode).toBe(200)
    // The device asks again, and the service restarts.
    await run(() => {}, visitor, account.id)
    later += 60_000
    await service.services.visitorMerge.resume()
    const me = { cookie: '', account, mailbox: account.mailbox }
    for (const ulid of ulids) {
      await expectTheirs(me, ulid)
      expect((await inCore(ulid))?.version, point).toBe(2)
    }
    expect(await service.services.couch.db('work').ids('adoption:', 'adoption:\uffff'), point).toEqual([])
    expect((await current(visitor.cookie)).json().error, point).toBe('signed_out')
  }
}, 300_000)

test('deleting an account also deletes the visitor whom it was adopting', async () => {
  const visitor = await newVisitor()
  const ulid = ulidOf((await order(visitor))._id)
  const account = await newAccount()
  const dying = openVisitorMerge({
    ...service.services,
    onStep: (point) => {
      if (point === 'before hand over orders') throw new Error('killed')
    },
  })
  await expect(dying.adopt(visitor.account.id, account.id)).rejects.toThrow('killed')
  await service.services.accountDeletion.begin(account)
  await service.services.visitorMerge.resume()
  expect(await inCore(ulid)).toMatchObject({ account: 'deleted', address: { name: '' } })
  await expect(service.services.couch.db(visitor.mailbox.name).size()).rejects.toThrow()
})
