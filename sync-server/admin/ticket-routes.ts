import type { TicketRecord } from '../support/ticket-record.ts'
import { type AdminScope, reading } from './admin-scope.ts'

/** Lists the messages to support. Admins answer and close them by intents, which work offline. */
export function ticketRoutes({ routes, services: { now, tickets } }: AdminScope): void {
  routes.get('/tickets', reading, async () => {
    // Before the list: what is decided meanwhile may be missing in it.
    const at = now().toISOString()
    return { at, tickets: (await tickets.list()).map(shown) }
  })
}

/** Field by field: neither the writer's account nor which admin answered. */
function shown({ _id, version, number, state, at, name, email, phone, ...ticket }: TicketRecord) {
  const { category, subject, message, answers, closingNote } = ticket
  return {
    ...{ id: _id, version, number, state, at, name, category, subject, message },
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(closingNote !== undefined && { closingNote }),
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}
