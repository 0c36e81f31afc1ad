import { orderId, type PayloadOf, type Problem, reportProblem, ticketId, whyNotReportable } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { contentOf } from '../core/core-document.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { TellTicket, Tickets } from '../support/tickets.ts'
import { HAPPENED, type OrderRecord, type TellOrder } from './order-record.ts'
import type { Orders } from './orders.ts'

/** Subjects of the mails to our support. */
const SUBJECTS: Record<Problem, string> = {
  damaged: 'arrived damaged',
  wrong: 'not what was ordered',
  not_arrived: 'did not arrive',
  late: 'arrived too late',
  other: 'something else',
}

interface Needs {
  accounts: Accounts
  orders: Orders
  tickets: Tickets
  tellTicket: TellTicket
  tellOrder: TellOrder
}

/**
 * Reports a problem, once for each order and within a day of its delivery: it creates a ticket and a mail to our
 * support.
 */
export const reportProblemWorkflow = ({ accounts, orders, tickets, tellTicket, tellOrder }: Needs) =>
  defineWorkflow(reportProblem, async (intent, { step, term }) => {
    const { account, payload, receivedAt } = intent
    const id = orderId(payload.order)
    const before = await orders.get(id)
    if (!before || !(await accounts.isSamePerson(before.account, account.id))) return refused('order_unknown')

    const report = { number: referenceNumber('SUP', new Date(receivedAt)), problem: payload.problem, at: receivedAt }
    const decided = await step('write order', () =>
      orders.decide<NonNullable<ReturnType<typeof whyNotReportable>> | 'already_done' | 'order_unknown'>(
        id,
        { at: receivedAt, intent: intent.id },
        (now) => {
          if (!now) return { refused: 'order_unknown' }
          const edits = now.edits ?? []
          if (edits.includes(intent.id)) return { refused: 'already_done' }
          const reason = whyNotReportable(now, new Date(receivedAt))
          if (reason) return { refused: reason }
          return { what: HAPPENED.reported, content: { ...contentOf(now), report, edits: [...edits, intent.id], term } }
        },
      ),
    )
    const order = decided.doc
    if ('refused' in decided) {
      const { refused: reason } = decided
      if (reason === 'problem_reported' && order?.report && (await isRepeated(order, payload, tickets)))
        return done({ order: id, number: order.report.number })
      if (reason !== 'already_done') return refused(reason)
    }
    if (!order?.report) return refused('order_unknown')

    const { number } = order.report
    const customerEmail = account.email || order.email
    const written = await step('write ticket', () =>
      tickets.report({ ulid: intent.id, at: receivedAt, isIntent: true }, account, {
        ...{ number, order: id, orderNumber: order.number, problem: payload.problem, message: payload.message },
        subject: `${order.number}: ${SUBJECTS[payload.problem]}`,
        name: account.name || order.address.name,
        ...(customerEmail ? { email: customerEmail } : { phone: order.address.phone }),
      }),
    )
    if ('refused' in written) return refused(written.refused)
    await tellTicket(written.doc, step)
    await tellOrder(order, step)
    return done({ order: id, number })
  })

/** True if the order's report says the same: it was sent twice, for instance from two tabs. */
async function isRepeated(
  { edits = [] }: OrderRecord,
  { problem, message }: PayloadOf<'report-problem'>,
  tickets: Tickets,
) {
  const reports = await Promise.all(edits.map((edit) => tickets.get(ticketId(edit))))
  return reports.some((ticket) => ticket?.problem === problem && ticket.message === message)
}
