import { answerTicket, type RefusalOf, settleItem, ticketId } from '#model'
import {
  type AskedIntent,
  defineWorkflow,
  done,
  type Outcome,
  refused,
  type WorkflowContext,
} from '../decider/define-workflow.ts'
import { settledBy } from './ticket-record.ts'
import type { TellTicket, Tickets } from './tickets.ts'

interface Needs {
  tickets: Tickets
  tellTicket: TellTicket
}

const decisionOf = ({ id, account, receivedAt, payload }: AskedIntent<'answer-ticket' | 'settle-item'>) => ({
  ...{ by: account.id, at: receivedAt, intent: id, version: payload.version },
})

/** Answers a ticket as Mogra: the first admin's answer to a version counts. */
export const answerTicketWorkflow = ({ tickets, tellTicket }: Needs) =>
  defineWorkflow(answerTicket, async (intent, { step }) => {
    const { ticket, text } = intent.payload
    const decided = await step('write ticket', () => tickets.answer(ticketId(ticket), decisionOf(intent), text))
    if ('refused' in decided) return refused(decided.refused, decided.doc && settledBy(decided.doc))
    await tellTicket(decided.doc, step)
    return done({ ticket: decided.doc._id })
  })

/** Settles what is no ticket. */
export type SettleOther = (
  intent: AskedIntent<'settle-item'>,
  context: WorkflowContext,
) => Promise<Outcome<RefusalOf<'settle-item'>>>

/** Closes a ticket, or settles what other capabilities have put before the admins. */
export const settleItemWorkflow = ({ tickets, tellTicket, settleOther }: Needs & { settleOther: SettleOther }) =>
  defineWorkflow(settleItem, async (intent, context) => {
    const { step } = context
    const { item, note } = intent.payload
    if (!item.startsWith(ticketId(''))) return settleOther(intent, context)
    const decided = await step('write ticket', () => tickets.close(item, decisionOf(intent), note))
    if ('refused' in decided) return refused(decided.refused, decided.doc && settledBy(decided.doc))
    await tellTicket(decided.doc, step)
    return done({ item: decided.doc._id })
  })
