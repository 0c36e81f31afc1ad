import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ContactSupport, TAKEN_MINUTES, type Ticket, type TicketRow } from '#model'
import { takenBy } from '../conversations/conversation-record.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { settledBy, type TicketRecord } from './ticket-record.ts'
import { openTickets, type Tickets } from './tickets.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const MESSAGE = {
  ...({ name: 'Asha', email: 'asha@example.com', category: 'delivery', subject: 'Late' } as const),
  message: 'Where are they?',
} satisfies ContactSupport
const [KABIR, ANITA] = [
  { id: 'admin-1', name: 'Kabir Malhotra' },
  { id: 'admin-2', name: 'Anita Rao' },
]

let service: TestService
let clock = Date.parse('2026-11-21T06:00:00.000Z')
let tickets: Tickets
let me: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  tickets = service.services.tickets
})
beforeEach(async () => {
  clock += MINUTE_MS
  me = await customer()
})
afterAll(() => service.close())

const now = () => new Date(clock).toISOString()

async function customer(): Promise<SignedIn> {
  const { accounts, sessions } = service.services
  const email = `${ulid().toLowerCase()}@mogra.example`
  const account = await accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const cookie = `sid=${await sessions.start(account, { provenBy: 'code', userAgent: 'Phone' })}`
  return { cookie, account, mailbox: account.mailbox }
}

async function write(account: { id: string; role: string } = me.account): Promise<string> {
  const author = { id: account.id, role: account.role as 'CUSTOMER', language: 'en' } as const
  const decided = await tickets.contact({ ulid: ulid(clock), at: now(), isIntent: true }, author, MESSAGE)
  if ('refused' in decided) throw new Error(decided.refused)
  return decided.doc._id
}
const answer = (id: string, version: number, by = KABIR.id, text = 'At noon.') =>
  tickets.answer(id, { by, at: now(), intent: ulid(clock), version }, text)
const take = (id: string, by = KABIR) => tickets.take(id, { at: now(), intent: ulid(clock) }, by)

/** A message in the conversation with Mogra, a minute after what happened before; `by` is the admin who wrote it. */
function written(by?: string) {
  clock += MINUTE_MS
  return { id: ulid(clock), at: now(), ...(by !== undefined && { by }) }
}

async function recordOf(id: string): Promise<TicketRecord> {
  const found = await tickets.get(id)
  if (!found) throw new Error(`there is no ${id}`)
  return found
}
const stateOf = async (id: string) => (await recordOf(id)).state
async function rowOf(id: string): Promise<TicketRow | undefined> {
  const { feeds, couch, sweep } = service.services
  await sweep.sweepNow()
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  return couch.db(feed?.database ?? '').get<TicketRow>(id)
}

test('an admin takes a message for half an hour, and other admins read who has it', async () => {
  const id = await write()
  expect(await take(id)).not.toHaveProperty('refused')
  const until = new Date(clock + TAKEN_MINUTES * MINUTE_MS).toISOString()
  expect(await rowOf(id)).toMatchObject({ state: 'open', taken: { by: KABIR.id, name: KABIR.name, until } })
  const takenAt = now()
  clock += (TAKEN_MINUTES - 1) * MINUTE_MS
  const second = await take(id, ANITA)
  expect(second).toMatchObject({ refused: 'taken' })
  expect(second.doc?.taken && takenBy(second.doc.taken)).toEqual({ who: KABIR.id, when: takenAt, what: 'taken' })
  clock += MINUTE_MS
  expect(await take(id, ANITA)).not.toHaveProperty('refused')
  expect((await rowOf(id))?.taken?.name).toBe(ANITA.name)
})

test('an admin who takes a message again has it for half an hour from then', async () => {
  const id = await write()
  await take(id)
  clock += 20 * MINUTE_MS
  await take(id)
  const until = new Date(clock + TAKEN_MINUTES * MINUTE_MS).toISOString()
  expect((await recordOf(id)).taken).toEqual({ by: KABIR.id, name: KABIR.name, until })
})

test('an admin cannot take a ticket that is unknown, answered, closed or emptied', async () => {
  expect(await take(`ticket:${ulid()}`)).toEqual({ refused: 'item_unknown' })
  const [answered, closed, emptied] = [await write(), await write(), await write()]
  await answer(answered, 1)
  await tickets.close(closed, { by: ANITA.id, at: now(), intent: ulid(), version: 1 })
  await tickets.erase(emptied)
  for (const id of [answered, closed]) expect(await take(id)).toMatchObject({ refused: 'already_settled' })
  expect(await take(emptied)).toMatchObject({ refused: 'item_unknown' })
})

test('a message that is answered or closed is no longer taken', async () => {
  const ids = [await write(), await write()] as const
  for (const id of ids) await take(id)
  await answer(ids[0], 1)
  await tickets.close(ids[1], { by: KABIR.id, at: now(), intent: ulid(), version: 1 })
  for (const id of ids) expect(await recordOf(id)).not.toHaveProperty('taken')
  expect(await rowOf(ids[0])).not.toHaveProperty('taken')
})

test('taking a message writes its row, and nothing for its writer and no mail', async () => {
  const { couch, sweep } = service.services
  const id = await write()
  await sweep.sweepNow()
  const databases = [me.mailbox.name, 'outbox']
  const ends = () => Promise.all(databases.map((name) => couch.db(name).lastSeq()))
  // A mail that was just posted is still being sent.
  await service.services.outbox.wake()
  const before = await ends()
  await take(id)
  expect((await rowOf(id))?.version).toBe(2)
  expect(await ends()).toEqual(before)
  expect(await service.services.mailboxes.get(me.mailbox.name, id)).not.toHaveProperty('taken')
})

test('the row names the account of a writer who has one, and of a visitor none', async () => {
  const visitor = await service.services.accounts.createVisitor('en')
  const [mine, theirs] = [await write(), await write(visitor)]
  expect((await rowOf(mine))?.account).toBe(me.account.id)
  expect(await rowOf(theirs)).not.toHaveProperty('account')
  await service.services.visitorMerge.adopt(visitor.id, me.account.id)
  expect((await rowOf(theirs))?.account).toBe(me.account.id)
})

test('the writer’s next message opens the ticket that was answered last, and no other', async () => {
  const [first, second, open] = [await write(), await write(), await write()]
  await answer(second, 1)
  clock += MINUTE_MS
  await answer(first, 1)
  const message = written()
  await tickets.reopen(me.account.id, message)
  expect([await stateOf(first), await stateOf(second), await stateOf(open)]).toEqual(['open', 'answered', 'open'])
  expect(await rowOf(first)).toMatchObject({ state: 'open', version: 3 })
  expect(await service.services.mailboxes.get<Ticket>(me.mailbox.name, first)).toMatchObject({
    ...{ state: 'open', changedAt: message.at, answers: [{ text: 'At noon.' }] },
  })
})

test('a message that is told twice opens a ticket once, whatever came after it', async () => {
  const [id, older] = [await write(), await write()]
  await answer(older, 1)
  clock += MINUTE_MS
  await answer(id, 1)
  const message = written()
  for (const _ of [1, 2]) await tickets.reopen(me.account.id, message)
  await answer(id, 3)
  await tickets.reopen(me.account.id, message)
  expect([await stateOf(id), await stateOf(older)]).toEqual(['answered', 'answered'])
})

test('a message does not open a ticket again that was answered after it', async () => {
  const id = await write()
  const message = written()
  clock += MINUTE_MS
  await answer(id, 1)
  await tickets.reopen(me.account.id, message)
  expect(await stateOf(id)).toBe('answered')
})

test('a closed ticket and those of other people stay as they are', async () => {
  const [closed, theirs] = [await write(), await write((await customer()).account)]
  await answer(closed, 1)
  await tickets.close(closed, { by: KABIR.id, at: now(), intent: ulid(), version: 2 })
  await answer(theirs, 1)
  await tickets.reopen(me.account.id, written())
  expect([await stateOf(closed), await stateOf(theirs)]).toEqual(['closed', 'answered'])
})

test('an admin who read that a ticket is open again can answer it, and one who read it before its answer cannot', async () => {
  const id = await write()
  await answer(id, 1)
  await tickets.reopen(me.account.id, written())
  const late = await answer(id, 1, ANITA.id)
  expect(late).toMatchObject({ refused: 'already_settled' })
  expect(late.doc && settledBy(late.doc)).toMatchObject({ who: KABIR.id, what: 'answered' })
  expect(await answer(id, 3, ANITA.id, 'At one.')).not.toHaveProperty('refused')
  expect((await recordOf(id)).answers.map(({ text }) => text)).toEqual(['At noon.', 'At one.'])
})

test('when Mogra writes, tickets that were opened again are answered, and new ones stay open', async () => {
  const [reopened, fresh] = [await write(), await write()]
  await answer(reopened, 1)
  await tickets.reopen(me.account.id, written())
  await take(reopened)
  const message = written(ANITA.id)
  for (const _ of [1, 2]) await tickets.answered(me.account.id, message)
  expect([await stateOf(reopened), await stateOf(fresh)]).toEqual(['answered', 'open'])
  const ticket = await recordOf(reopened)
  expect(ticket.version).toBe(5)
  expect(ticket).not.toHaveProperty('taken')
  expect(settledBy(ticket)).toEqual({ who: ANITA.id, when: message.at, what: 'answered' })
  // An admin who read the ticket while it was open learns that another one has answered.
  expect(await answer(reopened, 4)).toMatchObject({ refused: 'already_settled' })
  await tickets.reopen(me.account.id, written())
  await tickets.answered(me.account.id, message)
  expect(await stateOf(reopened)).toBe('open')
})

type Said = [account: string, message: Parameters<Conversations['answer']>[1]]

/** Tells everything that ever happened to a ticket; returns what it wrote in conversations, and the steps. */
async function tell(id: string, after = 0) {
  const said: Said[] = []
  const { kept } = openTickets({
    ...service.services,
    answerInConversation: async (...message) => void said.push(message),
  })
  const ticket = await recordOf(id)
  const all = ticket.entries.filter(({ version }) => version > after)
  const fresh = all.filter(({ at }) => Date.parse(at) > clock - 7 * DAY_MS)
  const steps = kept.kind.tell(ticket, { all, fresh })
  for (const { write } of steps) await write()
  return { said, steps: steps.map(({ name }) => name) }
}

test('an answer is a message in the conversation of an account, also when it is told late', async () => {
  const id = await write()
  const decision = { by: KABIR.id, at: now(), intent: ulid(), version: 1 }
  await tickets.answer(id, decision, 'At noon.')
  const { number } = await recordOf(id)
  const { by, at, intent } = decision
  const said = [[me.account.id, { by, at, intent, text: 'At noon.', ticket: number }]]
  expect((await tell(id)).said).toEqual(said)
  clock += 8 * DAY_MS
  const late = await tell(id)
  expect(late.said).toEqual(said)
  expect(late.steps).not.toContain('post answer')
})

test('each answer is its own message', async () => {
  const id = await write()
  await answer(id, 1, KABIR.id, 'At noon.')
  await tickets.reopen(me.account.id, written())
  await answer(id, 3, ANITA.id, 'At one.')
  expect((await tell(id)).said.map(([, { text }]) => text)).toEqual(['At noon.', 'At one.'])
  expect((await tell(id, 2)).said.map(([, { text }]) => text)).toEqual(['At one.'])
})

test('an answer to a visitor is no message in a conversation, unless the visitor has signed in by then', async () => {
  const visitor = await service.services.accounts.createVisitor('en')
  const id = await write(visitor)
  await answer(id, 1)
  expect((await tell(id)).said).toEqual([])
  await service.services.visitorMerge.adopt(visitor.id, me.account.id)
  expect((await tell(id)).said.map(([account]) => account)).toEqual([me.account.id])
})

test('the answers of an emptied ticket are no messages', async () => {
  const id = await write()
  await answer(id, 1)
  await tickets.erase(id)
  expect((await tell(id)).said).toEqual([])
})

test('telling that a ticket is taken writes only its row', async () => {
  const id = await write()
  await take(id)
  expect((await tell(id, 1)).steps).toEqual(['write row'])
  await answer(id, 2)
  expect((await tell(id, 1)).steps).toEqual([
    ...['write row', 'deliver ticket', 'write message', 'post answer', 'write notice'],
  ])
})
