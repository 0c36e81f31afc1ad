import { ulidOf } from '#model'
import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'
import { removeUnsent } from '../email/personal-data.ts'
import type { DeletedAccount, PersonalRecords } from '../personal-data/personal-data.ts'
import { type Ticket, ticketMailId, ticketsOf } from './tickets.ts'

/** The problems that people reported. */
export function supportPersonalData({ couch }: { couch: Couch }): PersonalRecords[] {
  const tickets = couch.db('tickets')

  /**
   * The first pass removes only the message: the second pass needs the tickets to find a mail that a running report has
   * still posted.
   */
  async function removeTickets({ account, adopted, clearedAt }: DeletedAccount) {
    for (const { _id } of await ticketsOf([account, ...adopted], couch)) {
      await removeUnsent(ticketMailId(ulidOf(_id)), couch)
      await tickets.update<Ticket>(_id, (ticket) => (ticket?.message ? { ...ticket, message: '' } : undefined))
      if (clearedAt !== undefined) await removeAnyRevision(_id, tickets)
    }
  }

  return [
    {
      database: 'tickets',
      ids: ['ticket:'],
      handOver: 'A ticket stays under the visitor’s id, which the account’s record names.',
      erase: { name: 'remove tickets', erase: removeTickets },
      awaitedUntil: 'A ticket is about an order, which holds the visitor longer than a problem can be reported.',
      exported: {
        name: 'tickets',
        read: async ({ account, adopted }) => (await ticketsOf([account, ...adopted], couch)).map(ticketAsExported),
      },
    },
  ]
}

const ticketAsExported = ({ number, account, order, problem, message, status, at }: Ticket) => ({
  ...{ number, account, order, problem, message, status, at },
})
