import type { Accounts } from '../accounts/accounts.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { TellTicket, Tickets } from '../support/tickets.ts'
import { cancelOrderWorkflow } from './cancel-order.ts'
import { changeOrderWorkflow } from './change-order.ts'
import { openFlorists } from './choose-florist.ts'
import type { OrderRecord, TellOrder } from './order-record.ts'
import { openOrders } from './orders.ts'
import { placeOrderWorkflow } from './place-order.ts'
import { openPromoClaims } from './promos/promo-claims.ts'
import { reportProblemWorkflow } from './report-problem.ts'
import { type TimelineStarter, trackOrderWorkflow } from './track-order.ts'

export interface OrderStores {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  orderRecords: Kept<OrderRecord>
  tellOrder: TellOrder
  deliverySimulation: TimelineStarter
  tickets: Tickets
  tellTicket: TellTicket
}

/**
 * Creates the stores of orders and promo claims, for the decider only: their caches are correct only under its lease.
 */
export function orderWorkflows(stores: OrderStores): Workflows {
  const { couch, orderRecords } = stores
  const orders = openOrders(couch, orderRecords.store)
  const needs = { ...stores, orders, florists: openFlorists(couch), promoClaims: openPromoClaims({ couch, orders }) }
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
