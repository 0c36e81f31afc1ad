import { contactSupport, orderId } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { TellTicket, Tickets } from './tickets.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  tickets: Tickets
  tellTicket: TellTicket
}

/** Makes a ticket of a message. An order that is not the writer's own is left out: support would take it for theirs. */
export const contactSupportWorkflow = ({ couch, accounts, tickets, tellTicket }: Needs) =>
  defineWorkflow(contactSupport, async (intent, { step }) => {
    const { account, payload, receivedAt } = intent
    const { order, ...message } = payload
    const ownOrder = order === undefined ? undefined : await readOwn(orderId(order))
    const decided = await step('write ticket', () =>
      tickets.contact({ ulid: intent.id, at: receivedAt, isIntent: true }, account, {
        ...message,
        ...(ownOrder && { order: ownOrder._id, orderNumber: ownOrder.number }),
      }),
    )
    if ('refused' in decided) return refused(decided.refused)
    const { doc } = decided
    // Somebody else's intent has the same ULID.
    if (doc.account === undefined || !(await accounts.isSamePerson(doc.account, account.id)))
      return refused('not_understood')
    await tellTicket(doc, step)
    return done({ ticket: doc._id, number: doc.number })

    async function readOwn(id: string) {
      const found = await couch.db('orders').get<{ account: string; number: string }>(id)
      return found && (await accounts.isSamePerson(found.account, account.id)) ? found : undefined
    }
  })
