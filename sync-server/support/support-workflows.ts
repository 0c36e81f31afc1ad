import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { contactSupportWorkflow } from './contact-support.ts'
import { answerTicketWorkflow, type SettleOther, settleItemWorkflow } from './settle-tickets.ts'
import type { TellTicket, Tickets } from './tickets.ts'

export interface SupportStores {
  couch: Couch
  accounts: Accounts
  tickets: Tickets
  tellTicket: TellTicket
  settleOther: SettleOther
}

export const supportWorkflows = (stores: SupportStores): Workflows => ({
  all: [contactSupportWorkflow(stores), answerTicketWorkflow(stores), settleItemWorkflow(stores)],
  // Nothing is cached: tickets are read for each decision.
  forget() {},
})
