import { shownToAdmins } from '../support/ticket-record.ts'
import { type AdminScope, reading } from './admin-scope.ts'

/** Lists the newest closed messages to support. The others are rows of the admins' feed. */
export function ticketRoutes({ routes, services: { now, tickets } }: AdminScope): void {
  routes.get('/tickets', reading, async () => {
    const at = now().toISOString()
    const listed = await tickets.list('closed')
    return {
      at,
      tickets: listed.map((ticket) => ({
        ...{ id: ticket._id, state: ticket.state, ...shownToAdmins(ticket) },
        ...(ticket.closingNote !== undefined && { closingNote: ticket.closingNote }),
      })),
    }
  })
}
