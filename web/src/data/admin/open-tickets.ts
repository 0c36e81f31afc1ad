import type { TicketRow } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import type { DeskTicket } from './desk.ts'

export interface OpenTickets {
  /** Those that wait for an answer, oldest first, and those that were answered, newest first. */
  tickets: readonly DeskTicket[]
  /** False while the feed arrives for the first time: then some may be missing. */
  isComplete: boolean
}

/** Messages to support that are not closed, from the admins' feed. */
export const openTickets: LiveQuery<OpenTickets> = {
  key: 'desk/open-tickets',
  watches: ['ticket:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    if (!admin) return { tickets: [], isComplete: false }
    const isComplete = await admin.isComplete()
    const rows = await admin.openRows('ticket')
    const oldestFirst = rows.map(ticketOf).sort((one, other) => (one.at < other.at ? -1 : 1))
    const [open, answered] = [oldestFirst.filter(isOpen), oldestFirst.filter((ticket) => !isOpen(ticket))]
    return { tickets: [...open, ...answered.reverse()], isComplete }
  },
}

const isOpen = ({ state }: DeskTicket) => state === 'open'

const ticketOf = ({ _id: id, _rev, type, ...row }: TicketRow): DeskTicket => ({ id, ...row })
