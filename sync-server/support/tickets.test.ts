import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContactSupport, type Ticket, type TicketState, ulidOf } from '#model'
import { askedIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import type { TicketRecord } from './ticket-record.ts'

const DAY_MS = 86_400_000
const MESSAGE = {
  name: 'Asha',
  email: 'asha@example.com',
  category: 'delivery',
  subject: 'Late',
  message: 'Where are they?\nAsha',
} as const satisfies ContactSupport

let service: TestService
let deciders: KillableDeciders
let at = Date.parse('2026-11-21T06:00:00.000Z')
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(at) })
  deciders = killableDeciders(service)
})
afterAll(() => service.close())

async function customer(): Promise<SignedIn> {
  people += 1
  const email = `writer${people}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  return service.signIn(email)
}

async function visitor(): Promise<SignedIn> {
  const account = await service.services.accounts.createVisitor('hi')
  const cookie = `sid=${await service.services.sessions.start(account, { provenBy: 'nothing', userAgent: 'Phone' })}`
  return { cookie, account, mailbox: account.mailbox }
}

async function write(who: SignedIn, more: { email?: string; order?: string; job?: string } = {}) {
  const written = await deciders.push(askedIntentOf('contact-support', { ...MESSAGE, ...more }), who)
  await service.services.decider.idle()
  const receipt = await deciders.outcomeOf(written, who)
  return { id: `ticket:${written}`, outcome: receipt?.reason ?? receipt?.outcome }
}
const by = (admin: string, version: number) => ({
  ...{ by: admin, at: new Date(at).toISOString(), intent: ulid(), version },
})
const factOf = (id: string, { mailbox }: SignedIn) => service.services.mailboxes.get<Ticket>(mailbox.name, id)
const noticesOf = ({ mailbox }: SignedIn) => service.services.couch.db(mailbox.name).range('notice:', 'notice:\uffff')
const recordOf = async (id: string): Promise<TicketRecord> => {
  const found = await service.services.tickets.get(id)
  if (!found) throw new Error(`there is no ${id}`)
  return found
}
async function mails() {
  await service.services.sweep.sweepNow()
  await service.services.outbox.wake()
  return service.mails()
}

test('a message to support is a ticket, a mail that support can answer, and a fact of its writer', async () => {
  const me = await customer()
  const { id, outcome } = await write(me, { job: 'city-lead' })
  expect(outcome).toBe('done')
  const { number } = await recordOf(id)
  expect(await factOf(id, me)).toMatchObject({
    ...{ number, state: 'open', subject: 'Late', message: MESSAGE.message, job: 'city-lead', answers: [] },
  })
  const mail = (await mails()).find(({ subject }) => subject === `[${number}] Late`)
  expect(mail?.to).toBe('support@mogra.example')
  expect(mail?.text).toContain('Where are they?')
})

const NUMBER = 'FLR1763700000000ABC'

async function writeOrderOf({ account }: SignedIn): Promise<string> {
  const order = ulid()
  await service.services.couch
    .db('orders')
    .create({ _id: `order:${order}`, type: 'order', number: NUMBER, account: account.id })
  return order
}

test('an order that the writer names is kept in the ticket with its number, and the order of somebody else is left out', async () => {
  const me = await customer()
  const [mine, theirs] = [await writeOrderOf(me), await writeOrderOf(await customer())]
  expect(await recordOf((await write(me, { order: mine })).id)).toMatchObject({
    ...{ order: `order:${mine}`, orderNumber: NUMBER },
  })
  for (const order of [theirs, ulid()]) {
    const ticket = await recordOf((await write(me, { order })).id)
    expect([ticket.order, ticket.orderNumber]).toEqual([undefined, undefined])
  }
})

test.each([
  ['a visitor', 5, visitor],
  ['an account', 20, customer],
] as const)('of %s support takes %i messages a day', async (_, most, person) => {
  const me = await person()
  const another = (n: number) => write(me, { email: `${me.account.id.toLowerCase()}-${n}@example.com` })
  for (let n = 0; n < most; n += 1) expect((await another(n)).outcome).toBe('done')
  expect((await another(most)).outcome).toBe('too_many_tickets')
  at += DAY_MS
  expect((await another(most)).outcome).toBe('done')
})

const askedNow = () => ({ ulid: ulid(at), at: new Date(at).toISOString(), isIntent: false })

test('reports of problems do not count towards the limit of messages', async () => {
  const me = await visitor()
  const author = { id: me.account.id, role: 'VISITOR', language: 'en' } as const
  const report = { number: 'SUP1763700000000ABC', name: 'Asha', subject: 'Late', message: 'It came too late.' }
  const about = { order: `order:${ulid()}`, orderNumber: NUMBER, problem: 'late' } as const
  const { tickets } = service.services
  for (let n = 0; n < 5; n += 1) await tickets.report(askedNow(), author, { ...report, ...about, email: MESSAGE.email })
  expect((await write(me)).outcome).toBe('done')
})

test('an intent with the ULID of a ticket that it did not make is refused, and changes nothing', async () => {
  const { tickets } = service.services
  const asked = askedNow()
  await tickets.contact(asked, undefined, { ...MESSAGE, email: 'first@example.com' })
  const id = `ticket:${asked.ulid}`
  const before = await recordOf(id)
  const me = await customer()
  const intent = { ...askedIntentOf('contact-support', { ...MESSAGE, message: 'Mine' }), _id: `intent:${asked.ulid}` }
  await deciders.push(intent, me)
  await service.services.decider.idle()
  expect(await deciders.outcomeOf(asked.ulid, me)).toMatchObject({ outcome: 'refused', reason: 'not_understood' })
  const author = { id: me.account.id, role: 'CUSTOMER', language: 'en' } as const
  const report = { number: before.number, name: 'Asha', subject: 'Late', message: 'Mine' }
  const about = { order: `order:${ulid()}`, orderNumber: NUMBER, problem: 'late' } as const
  const reported = await tickets.report({ ...asked, isIntent: true }, author, { ...report, ...about })
  expect(reported).toMatchObject({ refused: 'not_understood' })
  const { message, account, email, entries } = await recordOf(id)
  expect([message, account, email, entries.length]).toEqual([MESSAGE.message, undefined, 'first@example.com', 1])
})

test('an answer reaches the writer on the device and by mail, without the name of the admin', async () => {
  const me = await customer()
  const { id } = await write(me)
  const { tickets } = service.services
  await tickets.answer(id, by('admin-1', 1), 'At noon.')
  expect(await tickets.answer(id, by('admin-2', 1), 'Soon')).toMatchObject({ refused: 'already_settled' })
  const { number } = await recordOf(id)
  const mail = (await mails()).find(({ to, subject }) => to === me.account.email && subject.includes(number))
  expect(mail?.text).toContain('At noon.')
  const fact = await factOf(id, me)
  expect(fact).toMatchObject({ state: 'answered', answers: [{ text: 'At noon.' }] })
  expect(JSON.stringify(fact)).not.toContain('admin-1')
  expect(await noticesOf(me)).toMatchObject([{ kind: 'ticket-answered', subject: id }])
  await tickets.close(id, by('admin-1', 2))
  expect(await tickets.answer(id, by('admin-1', 3), 'More')).toMatchObject({ refused: 'already_settled' })
  await service.services.sweep.sweepNow()
  expect(await factOf(id, me)).toMatchObject({ state: 'closed' })
  expect(await noticesOf(me)).toHaveLength(1)
})

async function admin(): Promise<SignedIn> {
  people += 1
  const email = `admin${people}@mogra.example`
  await service.services.accounts.create({ email, name: 'Anita', role: 'ADMIN', verified: true })
  return service.signIn(email)
}

test('of two admins who answer the same message, the second reads whose answer counts', async () => {
  const [first, second] = [await admin(), await admin()]
  const { id } = await write(await customer())
  const answer = async (who: SignedIn, text: string) => {
    const payload = { ticket: ulidOf(id), version: 1, text }
    const asked = await deciders.push(askedIntentOf('answer-ticket', payload), who)
    await service.services.decider.idle()
    return deciders.outcomeOf(asked, who)
  }
  expect(await answer(first, 'At noon.')).toMatchObject({ outcome: 'done' })
  expect(await answer(second, 'Soon.')).toMatchObject({
    ...{ outcome: 'refused', reason: 'already_settled' },
    result: { who: first.account.id, when: expect.any(String), what: 'answered' },
  })
  expect((await recordOf(id)).answers).toMatchObject([{ text: 'At noon.', by: first.account.id }])
})

test('a message that was handed over after an admin had read it can still be answered', async () => {
  const [guest, me] = [await visitor(), await customer()]
  const { id } = await write(guest)
  await service.services.visitorMerge.adopt(guest.account.id, me.account.id)
  expect(await service.services.tickets.answer(id, by('admin-1', 1), 'At noon.')).not.toHaveProperty('refused')
})

test('a visitor reads the answer in the mail, in the language of the screen', async () => {
  const me = await visitor()
  const { id } = await write(me, { email: 'only-typed@example.com' })
  await service.services.tickets.answer(id, by('admin-1', 1), 'At noon.')
  const mail = (await mails()).find(({ to }) => to === 'only-typed@example.com')
  expect(mail?.subject).toContain('आपके संदेश का जवाब')
})

test('the ticket of a visitor who signs in belongs to the account and is in its mailbox', async () => {
  const [guest, me] = [await visitor(), await customer()]
  const { id } = await write(guest)
  await service.services.visitorMerge.adopt(guest.account.id, me.account.id)
  expect(await recordOf(id)).toMatchObject({ account: me.account.id })
  await expect.poll(() => factOf(id, me)).toMatchObject({ subject: 'Late' })
})

test('a ticket is a row of the admins’ feed until it is closed', async () => {
  const me = await customer()
  const { id } = await write(me)
  const { feeds, couch, tickets, sweep } = service.services
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  const rowOf = () => couch.db(feed?.database ?? '').get(id)
  const { _rev, ...row } = (await rowOf()) ?? { _rev: '' }
  const { category, email, message, name, subject } = MESSAGE
  expect(row).toEqual({
    ...{ _id: id, type: 'ticket', version: 1, number: expect.any(String), state: 'open', at: expect.any(String) },
    ...{ category, email, message, name, subject, answers: [], account: me.account.id },
  })
  await tickets.answer(id, by('admin-1', 1), 'At noon.')
  await sweep.sweepNow()
  expect(await rowOf()).toMatchObject({ version: 2, state: 'answered', answers: [{ text: 'At noon.' }] })
  await tickets.close(id, by('admin-1', 2))
  await sweep.sweepNow()
  expect(Object.keys((await rowOf()) ?? {}).sort()).toEqual(['_id', '_rev', 'closedAt', 'type', 'version'])
})

test('the row says which order and problem, or which job, a message is about', async () => {
  const me = await customer()
  const author = { id: me.account.id, role: 'CUSTOMER', language: 'en' } as const
  const { feeds, couch, tickets, sweep } = service.services
  const about = { order: `order:${ulid()}`, orderNumber: NUMBER, problem: 'late' } as const
  const report = { number: 'SUP1763700000000ABC', name: 'Asha', subject: 'Late', message: 'It came too late.' }
  const asked = askedNow()
  await tickets.report(asked, author, { ...report, ...about })
  const { id } = await write(me, { job: 'city-lead' })
  await sweep.sweepNow()
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  const rowOf = (id: string) => couch.db(feed?.database ?? '').get(id)
  expect(await rowOf(`ticket:${asked.ulid}`)).toMatchObject(about)
  expect(await rowOf(id)).toMatchObject({ job: 'city-lead' })
})

test('what an erased ticket said is in no row', async () => {
  const me = await customer()
  const { id } = await write(me)
  const { feeds, couch, tickets, sweep } = service.services
  await tickets.erase(id)
  await sweep.sweepNow()
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  expect(JSON.stringify(await couch.db(feed?.database ?? '').get(id))).not.toContain(MESSAGE.name)
})

test('tickets are listed by their states: those that wait, the oldest first, and closed ones, the newest first', async () => {
  const me = await customer()
  const written: string[] = []
  for (let n = 0; n < 4; n += 1) {
    written.push((await write(me)).id)
    at += 1000
  }
  const [closed = '', closedLater = '', older = '', newer = ''] = written
  const { tickets } = service.services
  for (const id of [closed, closedLater]) await tickets.close(id, by('admin-1', 1))
  const ours = async (...states: TicketState[]) =>
    (await tickets.list(...states)).map(({ _id }) => _id).filter((id) => written.includes(id))
  expect(await ours()).toEqual([older, newer, closedLater, closed])
  expect(await ours('closed')).toEqual([closedLater, closed])
})

async function writeWithoutAccount(email: string): Promise<string> {
  const decided = await service.services.tickets.contact(askedNow(), undefined, { ...MESSAGE, email })
  if ('refused' in decided) throw new Error(decided.refused)
  return decided.doc._id
}

test('a message without an account is emptied after half a year, and not before', async () => {
  const { sweep } = service.services
  const id = await writeWithoutAccount('nobody@example.com')
  const kept = { state: 'open', name: 'Asha', email: 'nobody@example.com', message: MESSAGE.message }
  await sweep.sweepNow()
  expect(await recordOf(id)).toMatchObject(kept)
  at += 179 * DAY_MS
  await sweep.sweepNow()
  expect(await recordOf(id)).toMatchObject(kept)
  at += DAY_MS
  await sweep.sweepNow()
  const ticket = await recordOf(id)
  expect(ticket).toMatchObject({ state: 'closed', name: '', message: '' })
  expect(ticket).not.toHaveProperty('email')
})

test('deleting an account empties the messages that were sent without one from its address, and no others', async () => {
  const [me, other] = [await customer(), await customer()]
  const { email } = me.account
  const mine = await writeWithoutAccount(email)
  const others = [await writeWithoutAccount('somebody-else@example.com'), (await write(other, { email })).id]
  await service.services.accountDeletion.begin({ id: me.account.id, email, mailbox: me.mailbox })
  expect(await recordOf(mine)).toMatchObject({ state: 'closed', name: '', subject: '', message: '' })
  for (const id of others) expect(await recordOf(id)).toMatchObject({ state: 'open', message: MESSAGE.message })
})

async function writeOldTicket({ account }: SignedIn): Promise<string> {
  const id = `ticket:${ulid()}`
  const old = { type: 'ticket', number: 'SUP1763700000000ABC', problem: 'late', status: 'open' }
  const written = { account: account.id, order: `order:${ulid()}`, message: 'All withered' }
  await service.services.couch.db('tickets').create({ ...old, ...written, _id: id, at: new Date(at).toISOString() })
  return id
}

test('a ticket of before core documents gets its form, once, and its writer the fact', async () => {
  const me = await customer()
  const id = await writeOldTicket(me)
  const { tickets, sweep } = service.services
  await tickets.migrate()
  await tickets.migrate()
  await sweep.sweepNow()
  expect(await recordOf(id)).toMatchObject({ version: 1, told: 1, state: 'open', problem: 'late' })
  expect(await recordOf(id)).not.toHaveProperty('status')
  expect(await factOf(id, me)).toMatchObject({ message: 'All withered', problem: 'late' })
})

test('a ticket that an older instance writes during an update is in the export, and goes with its account', async () => {
  const me = await customer()
  const id = await writeOldTicket(me)
  const { personalData, accountDeletion } = service.services
  const person = { account: me.account.id, session: '', mailbox: me.mailbox.name, adopted: [] }
  const { read } = personalData.exported.find(({ name }) => name === 'tickets') ?? {}
  expect(await read?.(person)).toMatchObject([{ problem: 'late', message: 'All withered', answers: [] }])
  await accountDeletion.begin({ id: me.account.id, email: me.account.email, mailbox: me.mailbox })
  expect(await recordOf(id)).toMatchObject({ state: 'closed', message: '' })
})
