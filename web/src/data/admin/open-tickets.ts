import { accountOfSupportRow, type SupportRow, type TicketRow } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import type { DeskTicket } from './desk.ts'

/** A conversation with Mogra that waits for an answer. */
export interface DeskConversation extends Omit<SupportRow, '_id' | '_rev' | 'type'> {
  /** `support:<account>` */
  id: string
  account: string
}

/** What people ask Mogra: a ticket, or a conversation. */
export type Question = DeskTicket | DeskConversation

export const isConversation = (question: Question): question is DeskConversation => 'lastSeq' in question

export interface OpenTickets {
  /** Those that wait for an answer, oldest first, and those that were answered, newest first. */
  tickets: readonly DeskTicket[]
  /** All of them wait for an answer. */
  conversations: readonly DeskConversation[]
  /** False while the feed arrives for the first time: then some may be missing. */
  isComplete: boolean
}

/** Messages to support that are not closed, and conversations that are not answered, from the admins' feed. */
export const openTickets: LiveQuery<OpenTickets> = {
  key: 'desk/open-tickets',
  watches: ['ticket:', 'support:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    if (!admin) return { tickets: [], conversations: [], isComplete: false }
    const isComplete = await admin.isComplete()
    const rows = await admin.openRows('ticket')
    const oldestFirst = rows.map(ticketOf).sort(byAge)
    const [open, answered] = [oldestFirst.filter(isOpen), oldestFirst.filter((ticket) => !isOpen(ticket))]
    const conversations = (await admin.openRows('support')).map(conversationOf)
    return { tickets: [...open, ...answered.reverse()], conversations, isComplete }
  },
}

export const isWaiting = (question: Question): boolean => isConversation(question) || isOpen(question)

/** Everything that waits for an answer, oldest first. */
export const waitingQuestions = ({ tickets, conversations }: OpenTickets): Question[] =>
  [...tickets.filter(isOpen), ...conversations].sort(byAge)

const byAge = (one: { at: string }, other: { at: string }) => (one.at < other.at ? -1 : 1)

const isOpen = ({ state }: DeskTicket) => state === 'open'

const ticketOf = ({ _id: id, _rev, type, ...row }: TicketRow): DeskTicket => ({ id, ...row })

const conversationOf = ({ _id: id, _rev, type, ...row }: SupportRow): DeskConversation => ({
  ...{ id, account: accountOfSupportRow(id) },
  ...row,
})
