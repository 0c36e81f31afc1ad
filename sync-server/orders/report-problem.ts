import {
  type Notice,
  noticeId,
  orderId,
  type PayloadOf,
  type Problem,
  reportProblem,
  ticketId,
  whyNotReportable,
} from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { TellTicket, Tickets } from '../support/tickets.ts'
import { type OrderRecord, type Orders, orderFact } from './orders.ts'

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
  mailboxes: Mailboxes
  tickets: Tickets
  tellTicket: TellTicket
}

/**
 * Reports a problem, once for each order and within a day of its delivery: it creates a ticket and a mail to our
 * support.
 */
export const reportProblemWorkflow = ({ accounts, orders, mailboxes, tickets, tellTicket }: Needs) =>
  defineWorkflow(reportProblem, async (intent, { step, term }) => {
    const { account, payload, receivedAt } = intent
    const id = orderId(payload.order)
    const before = await orders.get(id)
    if (!before || !(await accounts.isSamePerson(before.account, account.id))) return refused('order_unknown')

    const report = { number: referenceNumber('SUP', new Date(receivedAt)), problem: payload.problem, at: receivedAt }
    const verdicts: ReturnType<typeof judge>[] = []
    const order = await step('write order', () =>
      orders.change(id, (now) => {
        const verdict = judge(now)
        verdicts.push(verdict)
        return typeof verdict === 'string' ? undefined : verdict
      }),
    )
    const verdict = verdicts.at(-1)
    if (verdict === 'problem_reported' && order?.report && (await isRepeated(order, payload, tickets)))
      return done({ order: id, number: order.report.number })
    if (typeof verdict === 'string' && verdict !== 'already_done') return refused(verdict)
    if (!order?.report) return refused('order_unknown')

    const { number } = order.report
    const customerEmail = account.email || order.email
    const decided = await step('write ticket', () =>
      tickets.report({ ulid: intent.id, at: receivedAt, isIntent: true }, account, {
        ...{ number, order: id, orderNumber: order.number, problem: payload.problem, message: payload.message },
        subject: `${order.number}: ${SUBJECTS[payload.problem]}`,
        name: account.name || order.address.name,
        ...(customerEmail ? { email: customerEmail } : { phone: order.address.phone }),
      }),
    )
    if ('refused' in decided) return refused(decided.refused)
    await tellTicket(decided.doc, step)
    const fact = orderFact(order)
    await step('deliver order', () => mailboxes.put(intent.mailbox, fact))
    const notice: Notice = {
      _id: noticeId(intent.id),
      type: 'notice',
      kind: 'problem-reported',
      subject: id,
      at: receivedAt,
    }
    await step('deliver notice', () => mailboxes.put(intent.mailbox, notice))
    return done({ order: id, number })

    function judge(now: OrderRecord): OrderRecord | NonNullable<ReturnType<typeof whyNotReportable>> | 'already_done' {
      const edits = now.edits ?? []
      if (edits.includes(intent.id)) return 'already_done'
      const reason = whyNotReportable(now, new Date(receivedAt))
      return reason ?? { ...now, report, version: now.version + 1, edits: [...edits, intent.id], term }
    }
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
