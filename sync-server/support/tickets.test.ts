import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContactSupport, type Ticket, ulidOf } from '#model'
import { askedIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import type { TicketRecord } from './tickets.ts'

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

test('the order of somebody else is left out of the ticket', async () => {
  const { id } = await write(await customer(), { order: ulid() })
  expect(await recordOf(id)).not.toHaveProperty('order')
})

test.each([
  ['a visitor', visitor, 5],
  ['an account', customer, 20],
] as const)('of %s support takes %i messages a day', async (_, person, most) => {
  const me = await person()
  const another = (n: number) => write(me, { email: `${me.account.id.toLowerCase()}-${n}@example.com` })
  for (let n = 0; n < most; n += 1) expect((await another(n)).outcome).toBe('done')
  expect((await another(most)).outcome).toBe('too_many_tickets')
  at += DAY_MS
  expect((await another(most)).outcome).toBe('done')
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

test('of two admins who answer the same message, the second reads whose answer stands', async () => {
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
    ...{ category, email, message, name, subject, answers: [] },
  })
  await tickets.answer(id, by('admin-1', 1), 'At noon.')
  await sweep.sweepNow()
  expect(await rowOf()).toMatchObject({ version: 2, state: 'answered', answers: [{ text: 'At noon.' }] })
  await tickets.close(id, by('admin-1', 2))
  await sweep.sweepNow()
  expect(Object.keys((await rowOf()) ?? {}).sort()).toEqual(['_id', '_rev', 'closedAt', 'type', 'version'])
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

test('closed tickets are listed, the newest first', async () => {
  const me = await customer()
  const first = await write(me)
  at += 1000
  const second = await write(me)
  for (const { id } of [first, second]) await service.services.tickets.close(id, by('admin-1', 1))
  const ids = (await service.services.tickets.list('closed')).map(({ _id }) => _id)
  expect(ids.slice(0, 2)).toEqual([second.id, first.id])
})

test('a message without an account is emptied after half a year', async () => {
  const { tickets, sweep } = service.services
  const decided = await tickets.contact(
    { ulid: ulid(at), at: new Date(at).toISOString(), isIntent: false },
    undefined,
    {
      ...MESSAGE,
    },
  )
  if ('refused' in decided) throw new Error(decided.refused)
  await sweep.sweepNow()
  at += 180 * DAY_MS
  await sweep.sweepNow()
  const ticket = await recordOf(decided.doc._id)
  expect(ticket).toMatchObject({ state: 'closed', name: '', message: '' })
  expect(ticket).not.toHaveProperty('email')
})

test('a ticket of before core documents gets its form, once, and its writer the fact', async () => {
  const me = await customer()
  const id = `ticket:${ulid()}`
  const old = {
    type: 'ticket',
    number: 'SUP1763700000000ABC',
    order: `order:${ulid()}`,
    problem: 'late',
    status: 'open',
  }
  const { couch, tickets, sweep } = service.services
  const written = { ...old, _id: id, account: me.account.id, message: 'All withered', at: new Date(at).toISOString() }
  await couch.db('tickets').create(written)
  await tickets.migrate()
  await tickets.migrate()
  await sweep.sweepNow()
  expect(await recordOf(id)).toMatchObject({ version: 1, told: 1, state: 'open', problem: 'late' })
  expect(await recordOf(id)).not.toHaveProperty('status')
  expect(await factOf(id, me)).toMatchObject({ message: 'All withered', problem: 'late' })
})
