import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { cancelOrderWorkflow } from './cancel-order.ts'
import { changeOrderWorkflow } from './change-order.ts'
import { openOrders } from './orders.ts'
import { placeOrderWorkflow } from './place-order.ts'
import { openPromoClaims } from './promos/promo-claims.ts'
import { reportProblemWorkflow } from './report-problem.ts'
import { type TimelineStarter, trackOrderWorkflow } from './track-order.ts'
import type { VisitorMailLimits } from './visitor-mail-limits.ts'

export interface OrderStores {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  visitorMailLimits: VisitorMailLimits
  deliverySimulation: TimelineStarter
}

/**
 * Creates the stores of orders and promo claims, for the decider only: their caches are correct only under its lease.
 */
export function orderWorkflows(stores: OrderStores): Workflows {
  const { couch } = stores
  const orders = openOrders(couch)
  const needs = { ...stores, orders, promoClaims: openPromoClaims({ couch, orders }) }
  return {
    all: [
      placeOrderWorkflow(needs),
      changeOrderWorkflow(needs),
      cancelOrderWorkflow(needs),
      reportProblemWorkflow(needs),
      trackOrderWorkflow(needs),
    ],
    forget: orders.forget,
  }
}
