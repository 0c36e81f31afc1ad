import { type Asked, ticketId } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** An answer to a ticket, or its closing, that this admin has asked for. */
export type TicketDecision = Asked<'answer-ticket' | 'settle-item'>

/** What this admin has decided about tickets, with how far each decision has got. */
export const ticketDecisions: LiveQuery<TicketDecision[]> = {
  key: 'desk/ticket-decisions',
  watches: ['intent:', 'receipt:'],
  read: ({ mailbox }) => mailbox.openIntents('answer-ticket', 'settle-item'),
}

/** The ticket that an intent decides about; undefined for other intents. */
export const decidedTicket = (intent: { kind: string; payload: object }): string | undefined => {
  const { ticket, item } = intent.payload as { ticket?: string; item?: string }
  if (intent.kind === 'answer-ticket' && ticket !== undefined) return ticketId(ticket)
  return intent.kind === 'settle-item' ? item : undefined
}

/** The decisions about a ticket that this version of it does not contain yet; refused ones are no part of it. */
export const decisionsAbout = (
  decisions: readonly TicketDecision[],
  { id, version }: { id: string; version: number },
): TicketDecision[] =>
  decisions.filter(
    ({ intent, receipt }) =>
      decidedTicket(intent) === id && (!receipt || (receipt.outcome === 'done' && intent.payload.version >= version)),
  )
