import {
  type ContactSupport,
  KEPT_FOR,
  type Language,
  type Notice,
  noticeId,
  type Problem,
  type SupportCategory,
  TICKET_STATES,
  type Ticket,
  type TicketRow,
  type TicketState,
  ticketId,
  ulidOf,
} from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Content, CoreDocument, CoreKind, News, Step, TellStep } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { Settings } from '../settings/settings.ts'
import { coreOf, isOldTicket, type OldTicket } from './old-tickets.ts'

/** A message to our support, with its answers: a document of `tickets`. */
export interface TicketRecord extends CoreDocument {
  type: 'ticket'
  number: string
  state: TicketState
  /** When it was written. */
  at: string
  /** Absent if it was sent without an account, by the route. */
  account?: string
  name: string
  email?: string
  /** For a visitor whose order names no e-mail address. */
  phone?: string
  /** The language of answers by mail. */
  language: Language
  category: SupportCategory
  subject: string
  message: string
  /** The id of the writer's own order. */
  order?: string
  problem?: Problem
  job?: string
  answers: readonly Answer[]
  /** The admin's account. */
  closedBy?: string
  /** What that admin noted for the others. */
  closingNote?: string
  /** When its personal fields were emptied. */
  erasedAt?: string
}

interface Answer {
  /** The version of the ticket that came with it: its id. */
  version: number
  text: string
  at: string
  /** The admin's account. */
  by: string
}

type TicketContent = Content<TicketRecord>
type Author = Pick<AccountRecord, 'id' | 'role' | 'language'>
/** Who asks, when, and for what: an intent's ULID, or a fresh one where a route asks. */
interface Asked {
  ulid: string
  at: string
  /** Set if it is an intent's. */
  isIntent: boolean
}

/** Tells a ticket's writer and support what was decided, in the holder's `step`. */
export type TellTicket = (ticket: TicketRecord & Stored, step: Step) => Promise<void>

/** Which admin decides about a ticket, when, and by which intent. */
interface Decision {
  by: string
  at: string
  /** The intent's ULID. */
  intent: string
  /** The version of the ticket that the admin read. */
  version: number
}

type SettlingRefusal = 'item_unknown' | 'already_settled'

export interface Tickets {
  /** Writes a message to support; a repeat returns the ticket that exists. */
  contact(
    asked: Asked,
    author: Author | undefined,
    message: Omit<ContactSupport, 'order'> & { order?: string; language?: Language },
  ): Promise<Decided<TicketRecord, 'too_many_tickets'>>
  /** Writes the report of a problem; it counts for no limit, because an order is reported once. */
  report(
    asked: Asked,
    author: Author,
    report: Pick<TicketRecord, 'number' | 'name' | 'subject' | 'message'> & { order: string; problem: Problem } & Pick<
        Partial<TicketRecord>,
        'email' | 'phone'
      >,
  ): Promise<TicketRecord & Stored>
  /** Answers as Mogra; refused if another admin has answered or closed the ticket since this one read it. */
  answer(id: string, decision: Decision, text: string): Promise<Decided<TicketRecord, SettlingRefusal>>
  /** Closes the ticket; refused in the same cases. */
  close(id: string, decision: Decision, note?: string): Promise<Decided<TicketRecord, SettlingRefusal>>
  get(id: string): Promise<(TicketRecord & Stored) | undefined>
  /** Those in one of these states, by default in any: all that wait for an answer, oldest first; of others the newest. */
  list(...states: TicketState[]): Promise<TicketRecord[]>
  /** How many wait for an answer; at most 1,000 are counted. */
  countOpen(): Promise<number>
  /** The tickets of these accounts, at most 10,000 each. */
  of(accounts: readonly string[]): Promise<(TicketRecord & Stored)[]>
  /** Hands a visitor's tickets over to the account that they sign in to. */
  handOver(visitor: string, account: { id: string }): Promise<void>
  /** Empties the personal fields of a ticket, and ends it. */
  erase(id: string): Promise<void>
  /** Gives tickets of before core documents, or of before the admins' feed, their present form. */
  migrate(): Promise<void>
  kept: Kept<TicketRecord>
}

/** New tickets in 24 hours. */
const A_DAY = { visitor: 5, account: 20, address: 40 } as const
const DAY_MS = 86_400_000
/** A message without an account belongs to nobody who could delete it. */
const WITHOUT_ACCOUNT_MS = KEPT_FOR.messageDays * DAY_MS
const AT_MOST = 10_000
/** A ticket in one of these states has a row in the admins' feed. */
const OPEN_STATES = ['open', 'answered'] as const
const LISTED = { open: 1000, answered: 200, closed: 200 } as const

/** The id of the mail to support about the ticket. */
export const ticketMailId = (ulid: string) => `mail:support:${ulid}` as const
/** The id of the mail with an answer. */
const answerMailId = (ticket: string, version: number) => `mail:support-answer:${ulidOf(ticket)}-${version}` as const
/** All mails about the ticket. */
export const mailIdsOf = ({ _id, answers }: TicketRecord) => [
  ticketMailId(ulidOf(_id)),
  ...answers.map(({ version }) => answerMailId(_id, version)),
]

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  feeds: Pick<Feeds, 'adminRows'>
  settings: Pick<Settings, 'company'>
  now: () => Date
}

export function openTickets({ couch, accounts, mailboxes, outbox, feeds, settings, now }: Needs): Tickets {
  const tickets = couch.db('tickets')

  const kind: CoreKind<TicketRecord> = {
    database: 'tickets',
    idPrefix: 'ticket:',
    // An open ticket waits for people alone; only the message of nobody ends by itself.
    deadlineOf: ({ account, at, erasedAt }) =>
      account === undefined && erasedAt === undefined
        ? new Date(Date.parse(at) + WITHOUT_ACCOUNT_MS).toISOString()
        : undefined,
    due: async (ticket, { now }) => ({ what: 'erased', content: erased(ticket, now.toISOString()) }),
    tell,
    openRows(ticket) {
      const row = ticketRow(ticket)
      return row ? [{ feed: 'admin', row }] : []
    },
  }
  const store = openCoreStore(couch, kind)

  function tell(ticket: TicketRecord, { fresh }: News): TellStep[] {
    const steps: TellStep[] = [
      { name: 'write row', write: () => writeRow(ticket) },
      { name: 'deliver ticket', write: () => deliver(ticket) },
    ]
    if (ticket.erasedAt !== undefined) return steps
    for (const { what, version, intent } of fresh) {
      const answer = ticket.answers.find((one) => one.version === version)
      if (what === 'written') steps.push({ name: 'post mail', write: () => mailToSupport(ticket) })
      if (answer) steps.push({ name: 'post answer', write: () => mailAnswer(ticket, answer) })
      if (answer && intent !== undefined)
        steps.push({ name: 'write notice', write: () => noticeAnswer(ticket, answer, intent) })
    }
    return steps
  }

  /** Reads the account that the ticket belongs to by now; undefined if it has ended. */
  async function writerOf({ account }: TicketRecord): Promise<AccountRecord | undefined> {
    const record = account === undefined ? undefined : await accounts.get(await accounts.ownerOf(account))
    return record?.status === 'active' ? record : undefined
  }

  function writeRow(ticket: TicketRecord) {
    const { _id: id, version } = ticket
    const row = ticketRow(ticket)
    return row ? feeds.adminRows.put(row) : feeds.adminRows.close({ id, type: 'ticket', version })
  }

  async function deliver(ticket: TicketRecord) {
    const writer = await writerOf(ticket)
    if (writer) await mailboxes.put(writer.mailbox.name, ticketFact(ticket))
  }

  async function noticeAnswer(ticket: TicketRecord, { at }: Answer, intent: string) {
    const writer = await writerOf(ticket)
    if (!writer) return
    const notice: Notice = { _id: noticeId(intent), type: 'notice', kind: 'ticket-answered', subject: ticket._id, at }
    await mailboxes.put(writer.mailbox.name, notice)
  }

  async function mailToSupport(ticket: TicketRecord) {
    const { number, name, email, phone, category, subject, message } = ticket
    // The account was deleted in the meantime, and its ticket is about to be emptied.
    if (ticket.account !== undefined && !(await writerOf(ticket))) return
    await outbox.post({
      _id: ticketMailId(ulidOf(ticket._id)),
      kind: 'support',
      to: settings.company.supportEmail,
      language: 'en',
      data: {
        ...{ ticketId: number, category, subject, message, customerName: name },
        ...(email !== undefined && { customerEmail: email }),
        ...(email === undefined && phone !== undefined && { customerPhone: phone }),
      },
    })
  }

  async function mailAnswer(ticket: TicketRecord, { version, text }: Answer) {
    const writer = await writerOf(ticket)
    if (ticket.account !== undefined && !writer) return
    // An account's own address is confirmed; the one in the form was only typed.
    const to = writer && writer.email !== '' ? { account: writer.id } : ticket.email
    if (to === undefined) return
    const { number, name, subject, language } = ticket
    await outbox.post({
      _id: answerMailId(ticket._id, version),
      kind: 'support-answer',
      to,
      language: writer && writer.email !== '' ? writer.language : language,
      data: { name, subject, answer: text, ticketId: number },
    })
  }

  /** Counts one more than allowed at most, from an index, which may lag by a moment. */
  async function isTooMany(author: Author | undefined, email: string, at: string): Promise<boolean> {
    const since = new Date(Date.parse(at) - DAY_MS).toISOString()
    const hasReached = async (index: string, whose: object, most: number) => {
      const selector = { ...whose, at: { $gt: since } }
      return (await tickets.find(index, { selector, fields: ['_id'], limit: most })).length >= most
    }
    const most = author?.role === 'VISITOR' ? A_DAY.visitor : A_DAY.account
    return (
      (author !== undefined && (await hasReached('by-account', { account: author.id }, most))) ||
      (await hasReached('by-address', { email }, A_DAY.address))
    )
  }

  const opened = (asked: Asked, content: Omit<TicketContent, 'type' | 'state' | 'at' | 'answers'>) => () => ({
    what: 'written',
    content: { ...content, type: 'ticket' as const, state: 'open' as const, at: asked.at, answers: [] },
  })

  const askedAs = ({ ulid, at, isIntent }: Asked) => ({ at, ...(isIntent && { intent: ulid }) })

  const settle = (
    id: string,
    { at, intent, version }: Decision,
    what: 'answered' | 'closed',
    to: (ticket: TicketRecord) => TicketContent,
  ) =>
    store.decide<SettlingRefusal>(id, { at, intent }, (ticket) => {
      if (!ticket || ticket.erasedAt !== undefined) return { refused: 'item_unknown' }
      // A ticket that was only handed over to another account still waits for an answer.
      const isSettled = ticket.entries.some((entry) => entry.version > version && SETTLES.includes(entry.what))
      if (isSettled || ticket.state === 'closed') return { refused: 'already_settled' }
      return { what, content: to(ticket) }
    })

  async function ofAccounts(ids: readonly string[]) {
    const find = (account: string) =>
      tickets.find<TicketRecord>('by-account', { selector: { account, at: { $gt: null } }, limit: AT_MOST })
    return (await Promise.all(ids.map(find))).flat()
  }

  const migrateOne = (id: string) =>
    tickets.update<OldTicket | TicketRecord>(id, (doc) => (doc && isOldTicket(doc) ? coreOf(doc) : undefined))

  const inState = async (state: TicketState, direction: 'asc' | 'desc') => {
    const selector = { state, at: { $gt: null } }
    const sort = [{ state: direction }, { at: direction }]
    return tickets.find<TicketRecord>('by-state', { selector, sort, limit: LISTED[state] })
  }

  return {
    kept: { kind, store },

    async contact(asked, author, { name, email, category, subject, message, order, job, language }) {
      const id = ticketId(asked.ulid)
      const before = await store.read(id)
      if (!before && (await isTooMany(author, email, asked.at))) return { refused: 'too_many_tickets' }
      const content = {
        ...{ number: referenceNumber('SUP', new Date(asked.at)), name, email, category, subject, message },
        language: language ?? author?.language ?? 'en',
        ...(author && { account: author.id }),
        ...(order !== undefined && { order }),
        ...(job !== undefined && { job }),
      }
      return store.decide(id, askedAs(asked), opened(asked, content))
    },

    async report(asked, author, report) {
      const content = { ...report, account: author.id, language: author.language, category: 'order' as const }
      const decided = await store.decide(ticketId(asked.ulid), askedAs(asked), opened(asked, content))
      if ('refused' in decided) throw new Error('a report is never refused here')
      return decided.doc
    },

    answer: (id, decision, text) =>
      settle(id, decision, 'answered', (ticket) => {
        const { at, by } = decision
        const answers = [...ticket.answers, { version: ticket.version + 1, text, at, by }]
        return { ...contentOf(ticket), state: 'answered', answers }
      }),

    close: (id, decision, note) =>
      settle(id, decision, 'closed', (ticket) => ({
        ...contentOf(ticket),
        ...{ state: 'closed', closedBy: decision.by },
        ...(note !== undefined && { closingNote: note }),
      })),

    get: store.read,

    async list(...states) {
      const wanted = states.length > 0 ? states : TICKET_STATES
      const lists = wanted.map((state) => inState(state, state === 'open' ? 'asc' : 'desc'))
      return (await Promise.all(lists)).flat().filter(({ erasedAt }) => erasedAt === undefined)
    },
    async countOpen() {
      const selector = { state: 'open', at: { $gt: null } }
      return (await tickets.find('by-state', { selector, fields: ['_id'], limit: LISTED.open })).length
    },

    of: ofAccounts,

    async handOver(visitor, account) {
      for (const { _id } of await ofAccounts([visitor])) {
        await migrateOne(_id)
        const decided = await store.decide<'other'>(_id, { at: now().toISOString() }, (ticket) =>
          ticket?.account === visitor
            ? { what: 'handed over', content: { ...contentOf(ticket), account: account.id } }
            : { refused: 'other' },
        )
        // The owner's devices wait for it; the sweep repeats it if this process dies here.
        if (!('refused' in decided)) await deliver(decided.doc)
      }
    },

    async erase(id) {
      await migrateOne(id)
      await store.decide<'erased'>(id, { at: now().toISOString() }, (ticket) =>
        ticket && ticket.erasedAt === undefined
          ? { what: 'erased', content: erased(ticket, now().toISOString()) }
          : { refused: 'erased' },
      )
    },

    async migrate() {
      const found = await tickets.find<OldTicket>('by-status', { selector: { status: { $gt: null } }, limit: AT_MOST })
      for (const { _id } of found) await migrateOne(_id)
      for (const state of OPEN_STATES) {
        const selector = { state, at: { $gt: null }, listed: { $exists: false } }
        const unlisted = await tickets.find('by-state', { selector, fields: ['_id'], limit: AT_MOST })
        for (const { _id } of unlisted)
          await store.note(_id, (doc) => (ticketRow(doc) && !doc.listed ? { ...doc, listed: true } : undefined))
      }
    },
  }
}

/** What a ticket holds, field by field. */
const contentOf = (ticket: TicketRecord): TicketContent => {
  const { type, number, state, at, account, name, email, phone, language, category, subject, message } = ticket
  const { order, problem, job, answers, closedBy, closingNote, erasedAt } = ticket
  return {
    ...{ type, number, state, at, name, language, category, subject, message, answers },
    ...(account !== undefined && { account }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(order !== undefined && { order }),
    ...(problem !== undefined && { problem }),
    ...(job !== undefined && { job }),
    ...(closedBy !== undefined && { closedBy }),
    ...(closingNote !== undefined && { closingNote }),
    ...(erasedAt !== undefined && { erasedAt }),
  }
}

/** Answers keep their versions, by which their mails are found. */
const erased = (ticket: TicketRecord, erasedAt: string): TicketContent => {
  const { email: _, phone: __, closingNote: ___, ...rest } = contentOf(ticket)
  const answers = ticket.answers.map((answer) => ({ ...answer, text: '' }))
  return { ...rest, name: '', subject: '', message: '', answers, state: 'closed', erasedAt }
}

/** The ticket as its writer's devices see it: field by field, and without the admins' names. */
function ticketFact(ticket: TicketRecord): Ticket {
  const { _id, version, number, state, category, subject, message, order, problem, job, at, answers, entries } = ticket
  return {
    ...{ _id, type: 'ticket', version, number, state, category, subject, message },
    ...(order !== undefined && { order }),
    ...(problem !== undefined && { problem }),
    ...(job !== undefined && { job }),
    at,
    changedAt: entries.findLast(({ what }) => CHANGES_STATE.includes(what))?.at ?? at,
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}

/** The ticket as the admins see it until it is closed: neither the writer's account nor which admin answered. */
function ticketRow(ticket: TicketRecord): TicketRow | undefined {
  const { _id, version, number, state, at, name, email, phone, category, subject, message, answers } = ticket
  if (state === 'closed') return undefined
  return {
    ...{ _id, type: 'ticket', version, number, state, at, name, category, subject, message },
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}

/** What these entries decided stands, when another admin decides about an older version. */
const SETTLES: readonly string[] = ['answered', 'closed']

/** Whose decision about the ticket stands: which admin, when, and what; undefined while nobody has decided. */
export function settledBy({ entries, answers, closedBy }: TicketRecord) {
  const last = entries.findLast(({ what }) => SETTLES.includes(what))
  if (!last) return undefined
  const who = last.what === 'closed' ? closedBy : answers.find(({ version }) => version === last.version)?.by
  return { who, when: last.at, what: last.what }
}

const CHANGES_STATE: readonly string[] = ['written', 'answered', 'closed', 'erased']
