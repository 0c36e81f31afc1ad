import { foldTickets, type TicketView } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

export type { TicketView } from '#model'

/** The messages that this person has sent to support, newest first. */
export const ownTickets: LiveQuery<TicketView[]> = {
  key: 'support/tickets',
  watches: ['ticket:', 'intent:', 'receipt:'],
  read: async ({ mailbox }) => foldTickets(await mailbox.allOf('ticket'), await mailbox.openIntents('contact-support')),
}
