import { dayOf, KEPT_FOR } from '#model'
import { removeTold } from '../core/remove-told.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { removeUnsent } from '../email/personal-data.ts'
import type { DeletedAccount, PersonalRecords } from '../personal-data/personal-data.ts'
import { mailIdsOf, type TicketRecord } from './ticket-record.ts'
import type { Tickets } from './tickets.ts'

const DAY_MS = 86_400_000
const ALL = 10_000

interface Needs {
  couch: Couch
  tickets: Tickets
}

/** Messages to support and problems that people reported. */
export function supportPersonalData({ couch, tickets }: Needs): PersonalRecords[] {
  const store = couch.db('tickets')

  /** Finds tickets that were sent without an account and name this e-mail address. */
  const withoutAccount = async (email: string) => {
    if (email === '') return []
    const selector = { email, at: { $gt: null } }
    const found = await store.find<TicketRecord & Stored>('by-address', { selector, limit: ALL })
    return found.filter(({ account }) => account === undefined)
  }

  /**
   * The first pass only empties the tickets: the second pass needs them to find a mail that a running decision has still
   * posted. The second pass fails, and is repeated, until the admins' rows are closed.
   */
  async function removeTickets({ account, adopted, email, clearedAt }: DeletedAccount) {
    const found = await tickets.of([account, ...adopted])
    for (const ticket of found) {
      for (const mail of mailIdsOf(ticket)) await removeUnsent(mail, couch)
      await tickets.erase(ticket._id)
    }
    for (const { _id } of await withoutAccount(email)) await tickets.erase(_id)
    if (clearedAt === undefined) return
    await removeTold(
      found.map(({ _id }) => _id),
      store,
    )
  }

  async function awaitedUntil(visitor: string): Promise<string | undefined> {
    const last = (await tickets.of([visitor]))
      .map(({ at }) => at)
      .toSorted()
      .at(-1)
    return last && dayOf(new Date(Date.parse(last) + KEPT_FOR.visitorDays * DAY_MS))
  }

  return [
    {
      database: 'tickets',
      ids: ['ticket:'],
      handOver: { name: 'hand over tickets', handOver: ({ id }, account) => tickets.handOver(id, account) },
      erase: { name: 'remove tickets', erase: removeTickets },
      awaitedUntil,
      exported: {
        name: 'tickets',
        read: async ({ account, adopted }) => (await tickets.of([account, ...adopted])).map(ticketAsExported),
      },
    },
  ]
}

const ticketAsExported = (ticket: TicketRecord) => {
  const { number, account, at, state, name, email, phone, category, subject, message, problem, job } = ticket
  const { order, orderNumber, closingNote } = ticket
  return {
    ...{ number, account, at, state, name, email, phone, category, subject, message, order, orderNumber },
    ...{ problem, job, closingNote },
    answers: ticket.answers.map(({ text, at }) => ({ text, at })),
  }
}
