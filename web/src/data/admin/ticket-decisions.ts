import { type Asked, partsOfConversation, supportRowId, ticketId } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** What an admin asks for about a ticket or a conversation: to answer it, to close it, or to take it. */
export type TicketDecision = Asked<'answer-ticket' | 'settle-item' | 'send-message' | 'take-ticket'>

/** What this admin has decided about tickets and conversations, with how far each decision has got. */
export const ticketDecisions: LiveQuery<TicketDecision[]> = {
  key: 'desk/ticket-decisions',
  watches: ['intent:', 'receipt:'],
  read: ({ mailbox }) => mailbox.openIntents('answer-ticket', 'settle-item', 'send-message', 'take-ticket'),
}

interface DecidingPayload {
  ticket?: string
  item?: string
  conversation?: string
  subject?: string
}

/** The id of the ticket or the row of the conversation that an intent decides about; undefined for other intents. */
export function decidedTicket(intent: { kind: string; payload: object }): string | undefined {
  const { ticket, item, conversation, subject } = intent.payload as DecidingPayload
  switch (intent.kind) {
    case 'answer-ticket':
      return ticket === undefined ? undefined : ticketId(ticket)
    case 'settle-item':
      return item
    case 'take-ticket':
      return subject
    case 'send-message': {
      const parts = conversation === undefined ? undefined : partsOfConversation(conversation)
      return parts?.kind === 'support' ? supportRowId(parts.account) : undefined
    }
    default:
      return undefined
  }
}

/** A ticket or a conversation as the admin sees it; `lastSeq` is a conversation's last message. */
interface Version {
  id: string
  version: number
  lastSeq?: number
}

/** The decisions about a ticket or a conversation that this version of it does not contain yet, without refused ones. */
export const decisionsAbout = (decisions: readonly TicketDecision[], question: Version): TicketDecision[] =>
  decisions.filter((decision) => decidedTicket(decision.intent) === question.id && !isContained(decision, question))

function isContained({ intent, receipt }: TicketDecision, { version, lastSeq = 0 }: Version): boolean {
  if (!receipt) return false
  if (receipt.outcome === 'refused') return true
  switch (intent.kind) {
    // `holderOf` goes on with it.
    case 'take-ticket':
      return true
    case 'send-message':
      return Number(Object(receipt.result).seq) <= lastSeq
    default:
      return intent.payload.version < version
  }
}
