import { answerTicket, settleItem, ticketId } from '#model'
import { type AskedIntent, defineWorkflow, done, refused } from '../decider/define-workflow.ts'
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

/** Closes a ticket. */
export const settleItemWorkflow = ({ tickets, tellTicket }: Needs) =>
  defineWorkflow(settleItem, async (intent, { step }) => {
    const { item, note } = intent.payload
    const decided = await step('write ticket', () => tickets.close(item, decisionOf(intent), note))
    if ('refused' in decided) return refused(decided.refused, decided.doc && settledBy(decided.doc))
    await tellTicket(decided.doc, step)
    return done({ item: decided.doc._id })
  })
