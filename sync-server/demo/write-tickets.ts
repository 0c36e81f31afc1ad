import { ticketId } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Tickets } from '../support/tickets.ts'
import type { MadeUpTicket } from './generated/generate-tickets.ts'

interface Needs {
  accounts: Accounts
  tickets: Tickets
  now: () => Date
}

/** Writes messages of the demo's customer to support, with the answers of its admin; each once. */
export async function writeTickets(
  { accounts, tickets, now }: Needs,
  people: { customer: string; admin: string },
  madeUp: readonly MadeUpTicket[],
): Promise<void> {
  const [customer, admin] = [await accounts.findByEmail(people.customer), await accounts.findByEmail(people.admin)]
  if (!customer || !admin) return
  const { name, email } = customer
  for (const { id, answerId, answer, ageMs, ...message } of madeUp) {
    if (await tickets.get(ticketId(id))) continue
    const at = (afterMs: number) => new Date(now().getTime() - ageMs + afterMs).toISOString()
    const asked = { ulid: id, at: at(0), isIntent: true }
    const written = await tickets.contact(asked, customer, { ...message, name, email })
    if ('refused' in written || answer === undefined) continue
    const { _id, version } = written.doc
    await tickets.answer(_id, { by: admin.id, at: at(ageMs / 2), intent: answerId, version }, answer)
  }
}
