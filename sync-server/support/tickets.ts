import {
  type ContactSupport,
  KEPT_FOR,
  type RefusalOf,
  TAKEN_MINUTES,
  TICKET_STATES,
  type TicketRow,
  type TicketState,
  ticketId,
} from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import { type Content, type CoreKind, contentOf, type OpenRow, type Step } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import { coreOf, isOldTicket, type OldTicket } from './old-tickets.ts'
import { openTicketTelling, type TicketTellingNeeds } from './tell-ticket.ts'
import { erased, isSettling, type TicketRecord, ticketRow, untaken } from './ticket-record.ts'
import { openTicketReplies, type TicketReplies } from './ticket-replies.ts'

type TicketContent = Content<TicketRecord>
type Author = Pick<AccountRecord, 'id' | 'role' | 'language'>
/** What asks for a new ticket. */
interface Asked {
  /** The intent's ULID, or a new one if a route asks. It becomes that of the ticket. */
  ulid: string
  at: string
  /** True if an intent asks, whose id the ticket then remembers. */
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

export interface Tickets extends TicketReplies {
  /**
   * Writes a message to support; a repeat of the intent returns the ticket that it made. Refused as `not_understood` if
   * the id belongs to a ticket that something else made.
   */
  contact(
    asked: Asked,
    author: Author | undefined,
    message: Omit<ContactSupport, 'order'> &
      Pick<TicketRecord, 'order' | 'orderNumber'> &
      Partial<Pick<TicketRecord, 'language'>>,
  ): Promise<Decided<TicketRecord, 'too_many_tickets' | 'not_understood'>>
  /**
   * Writes the report of a problem. It counts towards no limit, because an order is reported once. Refused as `contact`
   * is for an id that is taken.
   */
  report(
    asked: Asked,
    author: Author,
    report: Pick<TicketRecord, 'number' | 'name' | 'subject' | 'message' | 'email' | 'phone'> &
      Required<Pick<TicketRecord, 'order' | 'orderNumber' | 'problem'>>,
  ): Promise<Decided<TicketRecord, 'not_understood'>>
  /** Answers as Mogra; refused if another admin has answered or closed the ticket since this one read it. */
  answer(id: string, decision: Decision, text: string): Promise<Decided<TicketRecord, SettlingRefusal>>
  /** Closes the ticket; refused in the same cases. */
  close(id: string, decision: Decision, note?: string): Promise<Decided<TicketRecord, SettlingRefusal>>
  /** An admin takes an open ticket for a while, or for longer; refused as `taken` while another admin has it. */
  take(
    id: string,
    asked: { at: string; intent: string },
    by: { id: string; name: string },
  ): Promise<Decided<TicketRecord, RefusalOf<'take-ticket'>>>
  get(id: string): Promise<(TicketRecord & Stored) | undefined>
  /**
   * Returns the tickets in these states, by default in any: the 1,000 oldest open ones, and the 200 newest of each
   * other.
   */
  list(...states: TicketState[]): Promise<TicketRecord[]>
  /** Returns how many tickets wait for an answer. */
  countOpen(): Promise<number>
  /** Returns the tickets of these accounts, at most 10,000 of each. */
  of(accounts: readonly string[]): Promise<(TicketRecord & Stored)[]>
  /** Hands a visitor's tickets over to the account that they sign in to. */
  handOver(visitor: string, account: { id: string }): Promise<void>
  /** Empties the personal fields of a ticket and closes it; does nothing if it is emptied. */
  erase(id: string): Promise<void>
  /** Converts tickets that were stored before core documents, or before the admins' feed, to their present form. */
  migrate(): Promise<void>
  kept: Kept<TicketRecord>
}

/** How many tickets may be written in 24 hours. */
const A_DAY = { visitor: 5, account: 20, address: 40 } as const
const DAY_MS = 86_400_000
const TAKEN_MS = TAKEN_MINUTES * 60_000
/** A message without an account belongs to nobody who could delete it. */
const WITHOUT_ACCOUNT_MS = KEPT_FOR.messageDays * DAY_MS
const AT_MOST = 10_000
/** A ticket in one of these states has a row in the admins' feed. */
const OPEN_STATES = ['open', 'answered'] as const
const LISTED = { open: 1000, answered: 200, closed: 200 } as const

interface Needs extends TicketTellingNeeds {
  couch: Couch
  now: () => Date
}

export function openTickets({ couch, now, ...needs }: Needs): Tickets {
  const tickets = couch.db('tickets')
  const { tell, deliver, rowOf } = openTicketTelling(needs)

  const kind: CoreKind<TicketRecord> = {
    database: 'tickets',
    idPrefix: 'ticket:',
    // An open ticket waits for a person and has no deadline, except one without an account.
    deadlineOf: ({ account, at, erasedAt }) =>
      account === undefined && erasedAt === undefined
        ? new Date(Date.parse(at) + WITHOUT_ACCOUNT_MS).toISOString()
        : undefined,
    due: async (ticket, { now }) => ({ what: 'erased', content: erased(ticket, now.toISOString()) }),
    tell,
    openRows: (ticket) => rowsOf(ticketRow(ticket)),
    completeRows: async (ticket) => rowsOf(await rowOf(ticket)),
  }
  const store = openCoreStore(couch, kind)

  /** Returns true if a limit is reached. Reports of problems do not count. The index may lag by a moment. */
  async function isTooMany(author: Author | undefined, email: string, at: string): Promise<boolean> {
    const since = new Date(Date.parse(at) - DAY_MS).toISOString()
    const hasReached = async (index: string, whose: object, most: number) => {
      // Not a field of the index: CouchDB indexes no document that lacks one.
      const selector = { ...whose, at: { $gt: since }, problem: { $exists: false } }
      return (await tickets.find(index, { selector, fields: ['_id'], limit: most })).length >= most
    }
    const most = author?.role === 'VISITOR' ? A_DAY.visitor : A_DAY.account
    return (
      (author !== undefined && (await hasReached('by-account', { account: author.id }, most))) ||
      (await hasReached('by-address', { email }, A_DAY.address))
    )
  }

  const open = (
    { ulid, at, isIntent }: Asked,
    content: Omit<TicketContent, 'type' | 'state' | 'at' | 'answers'>,
  ): Promise<Decided<TicketRecord, 'not_understood'>> =>
    store.decide(ticketId(ulid), { at, ...(isIntent && { intent: ulid }) }, (before) =>
      // Anyone can send an intent with the ULID of a ticket that they have heard of.
      before
        ? { refused: 'not_understood' }
        : { what: 'written', content: { ...content, type: 'ticket', state: 'open', at, answers: [] } },
    )

  const settle = (
    id: string,
    { at, intent, version }: Decision,
    what: 'answered' | 'closed',
    to: (ticket: TicketRecord) => TicketContent,
  ) =>
    store.decide<SettlingRefusal>(id, { at, intent }, (ticket) => {
      if (!ticket || ticket.erasedAt !== undefined) return { refused: 'item_unknown' }
      // A ticket that was only handed over to another account still waits for an answer.
      const isSettled = ticket.entries.some((entry) => entry.version > version && isSettling(entry.what))
      if (isSettled || ticket.state === 'closed') return { refused: 'already_settled' }
      return { what, content: to(ticket) }
    })

  async function ofAccounts(ids: readonly string[]): Promise<(TicketRecord & Stored)[]> {
    const find = (account: string) =>
      tickets.find<OldTicket | TicketRecord>('by-account', { selector: { account, at: { $gt: null } }, limit: AT_MOST })
    const found = (await Promise.all(ids.map(find))).flat()
    // During an update, another instance may still write tickets in the old form.
    return found.map((doc) => (isOldTicket(doc) ? { ...coreOf(doc), _rev: doc._rev } : doc))
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

    async contact(asked, author, { name, email, category, subject, message, ...more }) {
      const { order, orderNumber, job, language } = more
      const before = await store.read(ticketId(asked.ulid))
      if (!before && (await isTooMany(author, email, asked.at))) return { refused: 'too_many_tickets' }
      const content = {
        ...{ number: referenceNumber('SUP', new Date(asked.at)), name, email, category, subject, message },
        language: language ?? author?.language ?? 'en',
        ...(author && { account: author.id }),
        ...(order !== undefined && { order }),
        ...(orderNumber !== undefined && { orderNumber }),
        ...(job !== undefined && { job }),
      }
      return open(asked, content)
    },

    report: (asked, author, report) =>
      open(asked, { ...report, account: author.id, language: author.language, category: 'order' }),

    ...openTicketReplies({ store, of: ofAccounts }),

    answer: (id, decision, text) =>
      settle(id, decision, 'answered', (ticket) => {
        const { at, by } = decision
        const answers = [...ticket.answers, { version: ticket.version + 1, text, at, by }]
        return { ...untaken(ticket), state: 'answered', answers }
      }),

    close: (id, decision, note) =>
      settle(id, decision, 'closed', (ticket) => ({
        ...untaken(ticket),
        ...{ state: 'closed', closedBy: decision.by },
        ...(note !== undefined && { closingNote: note }),
      })),

    take: (id, asked, by) =>
      store.decide<RefusalOf<'take-ticket'>>(id, asked, (ticket) => {
        if (!ticket || ticket.erasedAt !== undefined) return { refused: 'item_unknown' }
        if (ticket.state !== 'open') return { refused: 'already_settled' }
        const { taken: before } = ticket
        if (before && before.by !== by.id && before.until > asked.at) return { refused: 'taken' }
        const until = new Date(Date.parse(asked.at) + TAKEN_MS).toISOString()
        return { what: 'taken', content: { ...contentOf(ticket), taken: { by: by.id, name: by.name, until } } }
      }),

    get: store.read,

    async list(...states) {
      const wanted = states.length > 0 ? states : TICKET_STATES
      const lists = wanted.map((state) => inState(state, state === 'open' ? 'asc' : 'desc'))
      return (await Promise.all(lists)).flat().filter(({ erasedAt }) => erasedAt === undefined)
    },

    countOpen: async () => (await tickets.reduced('open')).get(null) ?? 0,

    of: ofAccounts,

    async handOver(visitor, account) {
      for (const { _id } of await ofAccounts([visitor])) {
        await migrateOne(_id)
        const decided = await store.decide<'other'>(_id, { at: now().toISOString() }, (ticket) =>
          ticket?.account === visitor
            ? { what: 'handed over', content: { ...contentOf(ticket), account: account.id } }
            : { refused: 'other' },
        )
        // The owner's devices wait for the fact; the sweep writes it if this process dies here.
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

const rowsOf = (row: TicketRow | undefined): OpenRow[] => (row ? [{ feed: 'admin', row }] : [])
