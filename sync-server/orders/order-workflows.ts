import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { Workflows } from '../workflows/define-workflow.ts'
import { openOrders } from '../workflows/orders.ts'
import { placeOrderWorkflow } from '../workflows/place-order.ts'
import { cancelOrderWorkflow } from '../workflows/placed-order/cancel-order.ts'
import { changeOrderWorkflow } from '../workflows/placed-order/change-order.ts'
import { reportProblemWorkflow } from '../workflows/placed-order/report-problem.ts'
import { type TimelineStarter, trackOrderWorkflow } from '../workflows/placed-order/track-order.ts'
import { openPromoClaims } from '../workflows/promos/promo-claims.ts'
import type { VisitorMails } from '../workflows/visitor-mails.ts'

export interface OrderStores {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  visitorMails: VisitorMails
  timelines: TimelineStarter
}

/** Orders and promo claims are kept here, for the decider alone: what they remember is right only under its lease. */
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
