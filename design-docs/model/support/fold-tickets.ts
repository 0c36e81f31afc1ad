import { type AskedIntent, type Stage, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import type { ContactSupport, contactSupport } from './contact-support.ts'
import { type Ticket, ticketId } from './ticket.ts'

type AskedMessage = AskedIntent<DocumentOf<typeof contactSupport>>

/** A message to support as its writer sees it: as it was sent, and once it has arrived, as a ticket. */
export interface TicketView extends Pick<ContactSupport, 'category' | 'subject' | 'message'> {
  /** `ticket:<ulid of the intent>`, the same before and after the decision. */
  id: string
  stage: Stage
  /** When it reached its stage. */
  at: string
  /** Why it was refused. */
  reason?: string | undefined
  ticket?: Ticket | undefined
}

/** The tickets and the messages that are not decided yet, newest first. */
export function foldTickets(tickets: readonly Ticket[], asked: readonly AskedMessage[]): TicketView[] {
  const decided = tickets.map((ticket): TicketView => {
    const { _id: id, category, subject, message, changedAt } = ticket
    return { id, category, subject, message, stage: 'confirmed', at: changedAt, ticket }
  })
  const known = new Set(decided.map(({ id }) => id))
  const waiting = asked.map(viewOf).filter(({ id }) => !known.has(id))
  return [...decided, ...waiting].sort((a, b) => (a.id < b.id ? 1 : -1))
}

function viewOf(asked: AskedMessage): TicketView {
  const { intent, receipt } = asked
  const { category, subject, message } = intent.payload
  const view = { id: ticketId(ulidOf(intent._id)), category, subject, message }
  if (receipt?.outcome === 'refused')
    return { ...view, stage: 'refused', at: receipt.decidedAt, reason: receipt.reason ?? 'other' }
  if (receipt) return { ...view, stage: 'confirmed', at: receipt.decidedAt }
  return { ...view, ...stageOf(asked) }
}
