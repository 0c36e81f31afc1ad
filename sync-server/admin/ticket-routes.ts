import type { TicketRecord } from '../support/tickets.ts'
import { type AdminScope, reading } from './admin-scope.ts'

/** Lists the newest closed messages to support. The others are rows of the admins' feed. */
export function ticketRoutes({ routes, services: { couch, now, tickets } }: AdminScope): void {
  routes.get('/tickets', reading, async () => {
    const at = now().toISOString()
    const listed = await tickets.list('closed')
    const numbers = await orderNumbers(listed)
    return { at, tickets: listed.map((ticket) => shown(ticket, numbers)) }
  })

  /** Reads the numbers of the orders that tickets are about, all in one request, by the orders' ids. */
  async function orderNumbers(listed: readonly TicketRecord[]): Promise<Map<string, string>> {
    const ids = new Set(listed.flatMap(({ order }) => order ?? []))
    const orders = await couch.db('orders').many<{ number: string }>([...ids])
    return new Map(orders.flatMap((order) => (order ? [[order._id, order.number] as const] : [])))
  }
}

/** Names every field that an admin may see: neither the writer's account nor which admin answered is one of them. */
function shown(
  { _id, version, number, state, at, name, email, phone, order, ...ticket }: TicketRecord,
  numbers: ReadonlyMap<string, string>,
) {
  const { category, subject, message, problem, job, answers, closingNote } = ticket
  const orderNumber = numbers.get(order ?? '')
  return {
    ...{ id: _id, version, number, state, at, name, category, subject, message },
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(order !== undefined && { order }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(problem !== undefined && { problem }),
    ...(job !== undefined && { job }),
    ...(closingNote !== undefined && { closingNote }),
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}
