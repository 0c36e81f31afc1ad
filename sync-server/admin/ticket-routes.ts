import type { TicketRecord } from '../support/tickets.ts'
import { type AdminScope, reading } from './admin-scope.ts'

/** Lists the newest closed messages to support. The others are rows of the admins' feed. */
export function ticketRoutes({ routes, services: { now, tickets } }: AdminScope): void {
  routes.get('/tickets', reading, async () => {
    const at = now().toISOString()
    return { at, tickets: (await tickets.list('closed')).map(shown) }
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
