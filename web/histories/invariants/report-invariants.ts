import { isDeepStrictEqual } from 'node:util'
import { orderId, type PayloadOf, receiptId, ulidOf } from '#model'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

/** Support has one ticket and one mail for an accepted report, none for a refused one, and at most one for an order. */
export async function brokenReports(
  { expected, world }: Scenario,
  { dump, holders }: Pick<AccountView, 'dump' | 'holders'>,
): Promise<string[]> {
  const asked = [...expected.asked].filter(([, one]) => one.kind === 'report-problem' && holders.includes(one.holder))
  if (asked.length === 0) return []
  const tickets = await world.service.tickets(asked.map(([id]) => id))
  const receipts = new Map(dump.documents.map((doc) => [doc._id, doc.outcome]))
  const problems = asked.flatMap(([id, { payload }]) => {
    const outcome = receipts.get(receiptId(ulidOf(id)))
    // Without a receipt the report is from a visitor or a destroyed store; other invariants check its decision.
    if (outcome === undefined) return []
    const order = orderId((payload as PayloadOf<'report-problem'>).order)
    const ticket = tickets[id]
    const said = ticket ? `a ticket of ${ticket.order} and ${ticket.mails} mails` : 'no ticket'
    // A report that was sent twice is done, with the ticket of the first; one that says something else is not.
    const isRepeat = !ticket && asked.some(([other, one]) => tickets[other] && isDeepStrictEqual(one.payload, payload))
    const isRight = outcome === 'done' ? isRepeat || (ticket?.order === order && ticket.mails === 1) : !ticket
    return isRight ? [] : [`${id}, of ${order}, is ${outcome}, and our support has ${said}`]
  })
  for (const [order, all] of Map.groupBy(Object.values(tickets), (ticket) => ticket.order))
    if (all.length > 1) problems.push(`our support has ${all.length} tickets of ${order}`)
  for (const { _id, report } of dump.orders)
    if (report && !asked.some(([id]) => tickets[id]?.order === _id))
      problems.push(`${_id} has a report, and our support has no ticket`)
  return problems
}
